import Control
import Core
import JSON
import LinuxIO
import TestSupport
import Testing
import Values

/// A program's link to roost, before a control socket of the test's. Time is the test's.
@Suite struct ServiceLinkTests {
    private final class Roost {
        private let listener: StreamListener
        var connections: [(socket: StreamSocket, line: String)] = []

        init(_ path: String) throws {
            listener = try StreamListener(path: path, mode: 0o600)
        }

        /// Takes what has connected, with what it has said.
        func take() throws {
            while let socket = try listener.accept() {
                let bytes = try socket.read(atMost: 65536) ?? []
                connections.append((socket, String(decoding: bytes, as: UTF8.self)))
            }
        }

        var watchCount: Int { connections.count { $0.line.contains("\"watch\"") } }

        func say(_ line: String, to index: Int) throws {
            _ = try connections[index].socket.write(Array("\(line)\n".utf8)[...])
        }
    }

    private let directory: TemporaryDirectory
    private let roost: Roost
    private let log = MemoryLog()
    private let start = Instant(nanoseconds: 1_000_000_000_000)

    init() throws {
        directory = try TemporaryDirectory()
        roost = try Roost("\(directory.path)/control.sock")
    }

    private func link() -> ServiceLink<String> {
        ServiceLink(
            "\(directory.path)/control.sock", everyMilliseconds: 1000,
            log: Log(log, source: "link"))
    }

    private func words(_ events: [ServiceLink<String>.Event]) -> [String] {
        events.map { event in
            switch event {
            case .there: "there"
            case .gone: "gone"
            case .line(let line): line.line
            case .answer(let answer, let askers):
                "\(askers.joined(separator: " ")): \((answer["message"] ?? answer).line)"
            case .unanswered(let askers): "\(askers.joined(separator: " ")): unanswered"
            }
        }
    }

    @Test("a watch that is refused is an end: it is closed, and tried again after two seconds")
    func refused() throws {
        var link = link()
        for second in 0..<6 {
            let now = start + .seconds(second)
            #expect(words(link.work(at: now)).isEmpty)
            try roost.take()
            if let last = roost.connections.indices.last, second % 2 == 0 {
                try roost.say(#"{"ok":false,"code":"invalid","error":"8 watch already"}"#, to: last)
            }
            #expect(words(link.work(at: now)).isEmpty)
            #expect(!link.isThere)
        }
        #expect(roost.watchCount == 3)
        // Once, however often it is refused.
        #expect(
            log.lines == ["warning link: roost refuses to be watched: 8 watch already"])
        #expect(try roost.connections[0].socket.read(atMost: 1) == [])
        _ = link.work(at: start + .seconds(6))
        try roost.take()
        try roost.say(#"{"ok":true}"#, to: 3)
        #expect(words(link.work(at: start + .seconds(6))) == ["there"])
        #expect(link.isThere)
    }

    @Test(
        "a roost that says nothing for 15 s does not answer, also where it still has the connection"
    )
    func silent() throws {
        var link = link()
        _ = link.work(at: start)
        try roost.take()
        try roost.say(#"{"ok":true}"#, to: 0)
        #expect(words(link.work(at: start)) == ["there"])
        try roost.say(#"{"status":{}}"#, to: 0)
        #expect(words(link.work(at: start + .seconds(14))) == [#"{"status":{}}"#])
        #expect(words(link.work(at: start + .seconds(28))) == [])
        #expect(words(link.work(at: start + .seconds(29))) == ["gone"])
        #expect(log.lines.last == "warning link: roost says nothing for 15 s")
        _ = link.work(at: start + .seconds(30))
        try roost.take()
        #expect(roost.watchCount == 2)
        // It takes connections and answers none of them.
        #expect(words(link.work(at: start + .seconds(46))) == [])
        _ = link.work(at: start + .seconds(48))
        try roost.take()
        #expect(roost.watchCount == 3)
    }

    @Test("roost that ends is gone, and is there again when it answers again") func gone() throws {
        var link = link()
        _ = link.work(at: start)
        try roost.take()
        try roost.say(#"{"ok":true}"#, to: 0)
        _ = link.work(at: start)
        roost.connections[0].socket.hangUp()
        #expect(words(link.work(at: start + .seconds(1))) == ["gone"])
        #expect(!link.isThere)
        _ = link.work(at: start + .seconds(2))
        try roost.take()
        try roost.say(#"{"ok":true}"#, to: 1)
        #expect(words(link.work(at: start + .seconds(2))) == ["there"])
    }

    @Test("a line that is longer than any state ends the connection: nobody knows what it said")
    func tooLong() throws {
        let watch = try ControlWatch("\(directory.path)/control.sock", asking: [:])
        try roost.take()
        let piece = [UInt8](repeating: 0x20, count: 1 << 16)
        for _ in 0..<(ControlWatch.maxLine >> 16) + 1 {
            _ = try roost.connections[0].socket.write(piece[...])
            _ = watch.read()
        }
        #expect(!watch.hasEnded)
        try roost.say("{}", to: 0)
        _ = watch.read()
        #expect(watch.hasEnded)
    }

    @Test(
        "of what is shared one is under way; who comes meanwhile is answered by one that began later"
    )
    func shared() throws {
        var link = link()
        for name in ["a", "b", "c"] {
            try link.ask(["name": "land"], for: name, sharedAs: "pilot land", at: start)
        }
        try roost.take()
        #expect(roost.connections.count == 1)
        try roost.say(#"{"message":"1"}"#, to: 0)
        #expect(words(link.work(at: start)) == [#"a: "1""#])
        try roost.take()
        // That of the link's own watch, and the next one of the shared.
        let asked = roost.connections.indices.filter { roost.connections[$0].line.contains("land") }
        #expect(asked.count == 2)
        try roost.say(#"{"message":"2"}"#, to: asked[1])
        #expect(words(link.work(at: start)) == [#"b c: "2""#])
    }

    @Test("a flood of what is shared keeps nothing else waiting, and all of it is answered")
    func flood() throws {
        var link = link()
        for number in 0..<5000 {
            try link.ask(
                ["name": "hover"], for: "asker \(number % 7)", sharedAs: "hover", at: start)
        }
        try link.ask(["name": "land"], for: "me", sharedAs: "land", at: start)
        try link.ask(["name": "lock"], for: "me", at: start)
        try roost.take()
        #expect(
            roost.connections.map(\.line)
                == ["hover", "land", "lock"].map { "{\"name\":\"\($0)\"}\n" })
        for index in 0..<3 { try roost.say(#"{"message":""}"#, to: index) }
        #expect(words(link.work(at: start)).count == 3)
        try roost.take()
        let last = try #require(roost.connections.lastIndex { $0.line.contains("hover") })
        try roost.say(#"{"message":""}"#, to: last)
        let answered = link.work(at: start).flatMap { event -> [String] in
            if case .answer(_, let askers) = event { askers } else { [] }
        }
        #expect(Set(answered).count == 7)
        #expect(answered.count <= 1000)
    }

    @Test(
        "eight requests are under way; another is refused, and one that is shared waits for a place"
    )
    func limit() throws {
        var link = link()
        for number in 0..<8 { try link.ask(["name": "lock"], for: "\(number)", at: start) }
        #expect(throws: PlainError("too many requests wait already")) {
            try link.ask(["name": "lock"], for: "9", at: start)
        }
        try link.ask(["name": "land"], for: "me", sharedAs: "land", at: start)
        try roost.take()
        #expect(roost.connections.count == 8)
        try roost.say(#"{"message":"done"}"#, to: 3)
        #expect(words(link.work(at: start)) == [#"3: "done""#])
        try roost.take()
        #expect(roost.connections.contains { $0.line.contains("land") })
    }

    @Test("what nobody answers within ten seconds is said to be so, to all who wait")
    func unanswered() throws {
        var link = link()
        try link.ask(["name": "lock"], for: "a", at: start)
        for name in ["b", "c"] {
            try link.ask(["name": "land"], for: name, sharedAs: "land", at: start)
        }
        #expect(words(link.work(at: start + .milliseconds(9990))) == [])
        #expect(
            words(link.work(at: start + .seconds(10))) == ["a: unanswered", "b: unanswered"])
    }

    @Test("with nobody there a request is refused at once") func nobody() throws {
        var link = ServiceLink<String>(
            "\(directory.path)/nobody", everyMilliseconds: 1000, log: Log(log, source: "link"))
        #expect(throws: PlainError("roost is not running, or has no time")) {
            try link.ask([:], for: "me", sharedAs: "land", at: start)
        }
        #expect(words(link.work(at: start)) == [])
    }
}
