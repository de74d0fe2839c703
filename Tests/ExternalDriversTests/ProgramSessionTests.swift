import JSON
import LinuxIO
import Settings
import TestSupport
import Testing
import Values

@testable import ExternalDrivers

/// What is made of the lines of a program, whatever they are.
@Suite struct ProgramSessionTests {
    private let json: JSONValue
    private let manifest: Manifest
    private let start = Instant(nanoseconds: 9_100_000_000_000_000)

    init() throws {
        var text = ManifestTests.good
        text.replace("\"500ms\"", with: "\"2s\"")
        json = try JSONValue(parsing: text.utf8)
        manifest = try SettingsReader.read(Manifest.self, from: json, at: SettingPath(""))
    }

    private func after(_ seconds: Double) -> Instant { start + .seconds(seconds) }

    private func session() -> ProgramSession {
        ProgramSession("air", manifest, json, at: start)
    }

    private func ready() -> ProgramSession {
        var session = session()
        #expect(session.say("{\"ready\": 1, \"manifest\": \(json.line)}", at: start) == [])
        return session
    }

    @Test(
        "the first line has version, kind, name and settings; from \"ready\" on a ping follows each second"
    )
    func beginning() throws {
        var session = session()
        #expect(session.nextWake == after(5))
        #expect(session.tick(at: after(4.9)).isEmpty)
        session = ready()
        let line = session.start(["every": 2])
        #expect(
            try JSONValue(parsing: line)
                == [
                    "start": 1, "driver": "example.air", "instance": "air",
                    "settings": ["every": 2],
                ])
        #expect(session.nextWake == after(1))
        #expect(session.tick(at: after(0.5)).isEmpty)
        #expect(session.tick(at: after(1)).map(\.words) == ["send {\"ping\":1}"])
    }

    @Test("one that is not ready in time has failed, with what it wrote instead")
    func late() {
        var session = session()
        #expect(session.say("Traceback (most recent call last):", at: start).count == 1)
        #expect(
            session.tick(at: after(5)).map(\.words) == [
                "fail timeout is not ready within 5 s; it wrote what is no answer: a line that is no JSON "
                    + "(expected a value, found \"T\"): Traceback (most recent call last):"
            ])
    }

    @Test("another version, another manifest and none are refused")
    func otherManifest() {
        var other = session()
        #expect(
            other.say("{\"ready\": 2, \"manifest\": \(json.line)}", at: start).first?.hasPrefix(
                "fail refused it speaks version 2") == true)
        var old = session()
        #expect(
            old.say("{\"ready\": 1, \"manifest\": {\"name\": \"example.air\"}}", at: start).first?
                .hasPrefix("fail refused the program was started with another") == true)
        var none = session()
        #expect(
            none.say("{\"ready\": 1}", at: start).first?.hasPrefix("fail refused it does not send")
                == true)
    }

    @Test(
        "a program that leaves a ping unanswered for 3 s hangs; one that is slower than a ping a second does not"
    )
    func hang() {
        var slow = ready()
        for second in 1...20 {
            #expect(
                slow.tick(at: after(Double(second))).map(\.words) == ["send {\"ping\":\(second)}"])
            if second > 2 {
                #expect(
                    slow.say("{\"pong\": \(second - 2)}", at: after(Double(second) + 0.5)) == [])
            }
        }
        var session = ready()
        _ = session.tick(at: after(1))
        #expect(session.say("{\"pong\": 1}", at: after(1.5)) == [])
        _ = session.tick(at: after(2))
        _ = session.tick(at: after(3))
        // A program that only repeats itself is not there, nor is one that answers what was not asked.
        #expect(session.say("{\"pong\": 99}", at: after(3.5)) == [])
        #expect(session.say("{\"pong\": 1}", at: after(3.5)) == [])
        _ = session.tick(at: after(4))
        #expect(
            session.tick(at: after(5)).map(\.words)
                == ["fail timeout the program does not answer: it hangs"])
    }

    @Test("a line means the same however it is cut")
    func cuts() {
        let text =
            "{\"port\": \"co2\", \"value\": 412.5}\r\n\n{\"port\": \"door\", \"value\": true}\n"
        let bytes = Array(text.utf8)
        var whole = ready()
        let expected = whole.receive(bytes, at: start).map(\.words)
        #expect(expected == ["co2 412.5", "door true"])
        for cut in 0...bytes.count {
            var session = ready()
            let actions =
                session.receive(Array(bytes[..<cut]), at: start)
                + session.receive(Array(bytes[cut...]), at: start)
            #expect(actions.map(\.words) == expected, "cut at \(cut)")
        }
    }

    private static let refusals: [(String, String)] = [
        ("{\"port\": \"co2\", \"value\": NaN}", "no JSON"),
        ("{\"port\": \"co2\", \"value\": 1e400}", "no JSON"),
        ("hello", "no JSON"),
        ("{\"port\": \"co2\", \"value\": 1", "no JSON"),
        ("[1, 2]", "no object"),
        ("{\"port\": \"humidity\", \"value\": 1}", "the manifest has co2, door, presses, warm"),
        ("{\"port\": \"co2\"}", "without \"value\""),
        ("{\"port\": \"co2\", \"value\": 1, \"taken\": -5}", "taken in the future, or never"),
        ("{\"port\": \"co2\", \"value\": 1, \"taken\": 9200000000000001}", "taken in the future"),
        ("{\"port\": \"co2\", \"value\": 1, \"taken\": 1.5}", "taken in the future, or never"),
        ("{\"port\": \"co2\", \"value\": 1, \"taken\": \"now\"}", "taken in the future, or never"),
        ("{\"prot\": \"co2\", \"value\": 1}", "means nothing here: prot, value"),
        ("{\"info\": {\"a\": [1]}}", "a list or an object"),
        ("{\"info\": {\"\": 1}}", "members of \"info\""),
        (String(repeating: "[", count: 5000), "no JSON"),
    ]

    @Test(
        "what cannot be used is counted, told once and publishes nothing; the next good line counts"
    )
    func refused() {
        for (line, words) in Self.refusals {
            var session = ready()
            let said = session.say(line, at: start)
            #expect(said.count == 1 && said[0].hasPrefix("warn"), "\(line): \(said)")
            #expect(
                session.refused == 1 && session.latestProblem?.contains(words) == true,
                "\(line): \(session.latestProblem ?? "")")
            #expect(session.say(line, at: start) == [])
            #expect(session.refused == 2)
            #expect(session.say("{\"port\": \"co2\", \"value\": 7}", at: start) == ["co2 7"])
        }
    }

    @Test(
        "a line of a megabyte is skipped to its end, and takes no more memory than one that is allowed"
    )
    func longLine() {
        var session = ready()
        var actions: [ProgramSession.Action] = []
        for _ in 0..<64 {
            actions += session.receive([UInt8](repeating: 0x20, count: 16384), at: start)
        }
        #expect(
            actions.map(\.words) == [
                "warn refused a line of more than 65536 bytes; more are counted as lines_refused"
            ])
        #expect(session.say("\n{\"port\": \"co2\", \"value\": 7}", at: start) == ["co2 7"])
        #expect(session.refused == 1)
    }

    @Test("bad UTF-8 and control letters reach no terminal")
    func letters() {
        var session = ready()
        _ = session.receive([0xFF, 0x1B, 0x5B, 0x32, 0x4A, 0x0A], at: start)
        #expect(session.latestProblem?.unicodeScalars.allSatisfy { $0.value >= 0x20 } == true)
        #expect(
            session.say("{\"port\": \"co2\", \"absent\": \"\\u001b[2Jgone\"}", at: start)
                == ["co2 absent ?[2Jgone"])
        #expect(
            session.say("{\"fault\": \"absent\", \"text\": \"\\u0007no device\"}", at: start)
                == ["fail absent ?no device"])
    }

    @Test("a second \"ready\" changes nothing")
    func readyTwice() {
        var session = ready()
        #expect(session.say("{\"ready\": 1, \"manifest\": \(json.line)}", at: start) == [])
        #expect(session.refused == 0)
    }

    @Test("nothing counts before it is ready, but a fault does")
    func before() {
        var session = session()
        #expect(
            session.say("{\"port\": \"co2\", \"value\": 7}", at: start).first?.hasPrefix("warn")
                == true)
        #expect(
            session.say("{\"fault\": \"busy\", \"text\": \"taken\"}", at: start) == [
                "fail busy taken"
            ])
    }

    @Test("a value may be as old as it says, by a clock beyond what a double holds")
    func taken() {
        var session = ready()
        let actions = session.receive(
            Array("{\"port\": \"co2\", \"value\": 7, \"taken\": 9099999999999999}\n".utf8),
            at: start)
        guard case .publish(_, .value(_, let taken, _))? = actions.first else {
            Issue.record("nothing is published")
            return
        }
        #expect(taken == Instant(nanoseconds: 9_099_999_999_999_999))
    }

    @Test(
        "a program may write a thousand lines and a mebibyte a second; what is more waits until the second is over"
    )
    func pace() {
        var pace = OutputPace(at: start)
        #expect(pace.next(1000, 9, at: after(0.25)) == .watch)
        #expect(pace.next(1001, 9, at: after(0.25)) == .rest(.milliseconds(750)))
        #expect(pace.next(1002, 9, at: after(1)) == .watch)
        // One line without an end.
        #expect(pace.next(1002, 1 << 20, at: after(1.5)) == .rest(.milliseconds(500)))
        #expect(pace.next(1002, 1 << 20, at: after(2)) == .watch)
        #expect(pace.next(1002, 1, at: after(2)) == .rest(.seconds(1)))
    }

    @Test("empty lines are lines: a flood of them is one") func emptyLines() {
        var session = ready()
        let before = session.lines
        #expect(session.receive([UInt8](repeating: 0x0A, count: 500), at: start).isEmpty)
        #expect(session.lines == before + 500 && session.refused == 0)
    }

    @Test("of its log the last twenty lines are kept, and a flood is counted instead of written")
    func log() {
        var log = ProgramLog(at: start)
        let flood = (1...100).map { "line \($0)\n" }.joined()
        #expect(log.receive(Array(flood.utf8), at: start).count == 20)
        #expect(log.heldBack == 80)
        #expect(log.last.count == 20 && log.last.last == "line 100")
        #expect(log.receive(Array("one\ntwo\n".utf8), at: after(0.2)) == ["one"])
        #expect(log.receive([UInt8](repeating: 0x61, count: 100_000), at: after(9)) == [])
        #expect(log.receive([0x0A], at: after(9)).map(\.count) == [200])
    }
}

extension ProgramSession {
    /// Takes a line and gives what is done, in words.
    fileprivate mutating func say(_ line: String, at now: Instant) -> [String] {
        receive(Array("\(line)\n".utf8), at: now).map(\.words)
    }
}

extension ProgramSession.Action {
    fileprivate var words: String {
        switch self {
        case .send(let bytes): "send \(String(decoding: bytes.dropLast(), as: UTF8.self))"
        case .publish(let port, .value(let value, _, let doubt)):
            "\(port) \(value.line)" + (doubt.map { " doubt \($0)" } ?? "")
        case .publish(let port, .absent(let why, _)): "\(port) absent \(why)"
        case .publish(let port, .event(let word, _)): "\(port) event \(word)"
        case .warn(let words): "warn \(words)"
        case .fail(let error): "fail \(error.kind.rawValue) \(error.message)"
        }
    }
}
