import Core
import Glibc
import LinuxIO
import TestSupport
import TestTraits
import Testing
import Values

/// Who is answered while many come.
@Suite(.blocking) struct GatewayCrowdTests {
    private let gateway: GatewayAlone

    init() throws {
        gateway = try GatewayAlone()
    }

    private func askToLand() throws -> StreamSocket {
        try gateway.send(Array(gateway.post(#"{"name": "land"}"#).utf8))
    }

    @Test("who has asked is answered, however many come meanwhile from the same address")
    func crowd() throws {
        let landing = try askToLand()
        let question = try gateway.asked()
        var silent: [StreamSocket] = []
        for _ in 0..<100 { silent.append(try gateway.connect()) }
        #expect(try gateway.page().hasSuffix("</html>\n"))
        try gateway.answer(question)
        #expect(try gateway.read(landing).contains("landing"))
        withExtendedLifetime(silent) {}
    }

    private func openPage() throws -> StreamSocket {
        try gateway.send(
            Array(gateway.get("/events", "Authorization: Bearer \(gateway.token)").utf8))
    }

    /// The whole of what comes, as far as it has come.
    private func isEnded(_ page: StreamSocket) throws -> Bool {
        while try page.wait(milliseconds: 0) {
            guard let bytes = try? page.read(atMost: 65536), !bytes.isEmpty else { return true }
        }
        return false
    }

    @Test("a page whose watch roost refuses is told why and ends, so that it comes again")
    func refused() throws {
        let page = try openPage()
        let question = try gateway.asked()
        let refusal = #"{"ok":false,"code":"invalid","error":"4 watch already"}"# + "\n"
        #expect(try question.writeAll(Array(refusal.utf8), milliseconds: 5000))
        let begun = DispatchScheduler().now
        let told = try gateway.read(page)
        #expect(DispatchScheduler().now - begun < .seconds(5), "it does not end")
        #expect(told.contains("data: {\"hello\":") && told.contains("4 watch already"), "\(told)")
    }

    @Test("of too many pages the oldest of the same token goes") func pages() throws {
        var pages: [StreamSocket] = []
        var questions: [StreamSocket] = []
        for _ in 0..<5 {
            pages.append(try openPage())
            questions.append(try gateway.asked())
            _ = try questions.last?.writeAll(Array("{\"ok\":true}\n".utf8), milliseconds: 5000)
        }
        #expect(try eventually { try isEnded(pages[0]) })
        for page in pages.dropFirst() { #expect(try !isEnded(page)) }
        withExtendedLifetime(questions) {}
    }

    @Test("who has asked and then closes its half is answered") func halfClosed() throws {
        let landing = try askToLand()
        shutdown(landing.descriptor.number, Int32(SHUT_WR))
        let question = try gateway.asked()
        #expect(try gateway.page().hasSuffix("</html>\n"))
        try gateway.answer(question)
        #expect(try gateway.read(landing).contains("landing"))
    }
}
