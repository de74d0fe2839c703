import Core
import Glibc
import JSON
import LinuxIO
import TestSupport
import TestTraits
import Testing
import Values

@Suite(.blocking) struct ControlWatchTests {
    private let home: TestInstallation
    private let roost: RoostProcess

    init() throws {
        home = try TestInstallation()
        roost = try home.start()
    }

    @Test("a watcher is told what has happened, how it is, and what happens") func told() throws {
        let watcher = try watch()
        #expect(try watcher.line()["ok"] == true)
        #expect(try watcher.line()["event"]?["text"] == "started: 0 drivers, policies: no policy")
        #expect(try watcher.line()["status"]?["phase"] == "running")
        _ = try home.ask(#"{"request": "send", "words": ["fly"]}"#)
        let event = try watcher.line()["event"]
        #expect(event?["level"] == "warning")
        #expect(event?["number"] == 2)
        #expect(event?["source"] == "roost")
    }

    @Test("a watcher that reads nothing holds nobody up, and is told how much it missed")
    func slow() throws {
        let watcher = try watch()
        // What came before it watches is not missed by it.
        #expect(try watcher.line()["ok"] == true)
        let filler = String(repeating: "x", count: 350)
        // More than the socket takes (some 200 kB), in lines of their own.
        let count = 3000
        let sender = try StreamSocket(connectingTo: home.socket)
        for number in 0..<count {
            let line = #"{"request": "\#(number)\#(filler)"}"# + "\n"
            #expect(try sender.writeAll(Array(line.utf8), milliseconds: 10_000))
            _ = try sender.read(atMost: 65536)
        }
        #expect(eventually { (try? home.status()) != nil })
        var (told, missed, last) = (0, 0, 0)
        while last < count + 1 {
            let line = try watcher.line()
            if case .number(let gap)? = line["missed_events"] { missed += Int(gap) }
            if case .number(let number)? = line["event"]?["number"] {
                told += 1
                last = Int(number)
                #expect(told + missed == last)
            }
        }
        #expect(missed > 0)
        #expect(roost.end == nil)
    }

    @Test("a ninth watcher is refused with the reason, and takes the place of one that has gone")
    func limit() throws {
        var watchers = try (0..<8).map { _ in try watch() }
        for watcher in watchers { #expect(try watcher.line()["ok"] == true) }
        let ninth = try watch()
        #expect(try ninth.line()["error"] == "8 watch already, and there cannot be more")
        #expect(try home.status().phase == .running)
        watchers.removeLast()
        let isTaken = eventually { (try? watch().line()["ok"]) == true }
        #expect(isTaken)
        watchers.removeAll()
        #expect(try home.status().phase == .running)
    }

    @Test("a watcher may ask on, and its answers come between whole lines") func asks() throws {
        let watcher = try watch()
        #expect(try watcher.line()["ok"] == true)
        for _ in 0..<20 { try watcher.write(#"{"request": "status"}"#) }
        var answers = 0
        while answers < 20 { if try watcher.line()["ok"] == true { answers += 1 } }
    }

    private func watch() throws -> Watcher { try Watcher(home.socket) }
}

private final class Watcher {
    private let socket: StreamSocket
    private var buffer = LineBuffer(limit: 1 << 20)
    private var lines: [JSONValue] = []

    init(_ path: String) throws {
        socket = try StreamSocket(connectingTo: path)
        try write(#"{"request": "watch", "every_ms": 100}"#)
    }

    func write(_ line: String) throws {
        #expect(try socket.writeAll(Array("\(line)\n".utf8), milliseconds: 10_000))
    }

    func line() throws -> JSONValue {
        while lines.isEmpty {
            guard try socket.wait(milliseconds: 10_000),
                let bytes = try socket.read(atMost: 65536), !bytes.isEmpty
            else { throw TestSupportError("no line came") }
            for case .line(let line) in buffer.append(bytes) {
                lines.append(try JSONValue(parsing: line))
            }
        }
        return lines.removeFirst()
    }
}
