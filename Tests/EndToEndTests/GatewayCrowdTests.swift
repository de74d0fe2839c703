import Glibc
import LinuxIO
import TestTraits
import Testing

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

    @Test("who has asked and then closes its half is answered") func halfClosed() throws {
        let landing = try askToLand()
        shutdown(landing.descriptor.number, Int32(SHUT_WR))
        let question = try gateway.asked()
        #expect(try gateway.page().hasSuffix("</html>\n"))
        try gateway.answer(question)
        #expect(try gateway.read(landing).contains("landing"))
    }
}
