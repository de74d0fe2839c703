import Core
import Glibc
import JSON
import LinuxIO
import TestSupport
import TestTraits
import Testing

@Suite(.blocking) struct ControlSocketTests {
    @Test("only the service's user and group may use the socket") func mode() throws {
        let home = try TestInstallation()
        let roost = try home.start()
        var status = stat()
        #expect(lstat(home.socket, &status) == 0)
        #expect(status.st_mode & S_IFMT == S_IFSOCK)
        #expect(status.st_mode & 0o777 == 0o660)
        #expect(roost.end == nil)
    }

    @Test(
        "without a descriptor for another client it waits, at rest, and goes on when there is one")
    func descriptors() throws {
        let home = try TestInstallation()
        let roost = try home.start()
        let open = try Set(directoryNames("/proc/\(roost.pid)/fd").compactMap { Int($0) })
        // Room for three more: numbers below the limit are given out, the lowest first.
        let limit = try #require(Array((0...).lazy.filter { !open.contains($0) }.prefix(4)).last)
        let prlimit = try ChildProcess(
            "/usr/bin/prlimit", ["--pid", "\(roost.pid)", "--nofile=\(limit):\(limit)"],
            logPath: "\(home.directory.path)/prlimit")
        #expect(prlimit.waitForEnd() == 0)
        var clients = try (0..<8).map { _ in try StreamSocket(connectingTo: home.socket) }
        try roost.waitFor("no connection to the control socket: accept: Too many open files")
        let before = try cpuMilliseconds(of: roost)
        _ = eventually(within: .seconds(1)) { false }
        // Ten looks a second; a listener that is not left alone takes a whole processor.
        #expect(try cpuMilliseconds(of: roost) - before < 200)
        clients.removeAll()
        #expect(eventually { (try? home.status()) != nil })
        #expect(roost.end == nil)
    }

    /// User and system time (proc(5), /proc/pid/stat 14 and 15, in hundredths of a second).
    private func cpuMilliseconds(of roost: RoostProcess) throws -> Int {
        let bytes = try readFile("/proc/\(roost.pid)/stat", atMost: 4096)
        let fields = String(decoding: bytes, as: UTF8.self).split(separator: ")").last
        let times = (fields ?? "").split(separator: " ").dropFirst(11).prefix(2)
        return times.compactMap { Int($0) }.reduce(0, +) * 10
    }

    @Test("whatever comes in, the answer is one line that says what is wrong")
    func wrong() throws {
        let home = try TestInstallation()
        let roost = try home.start()
        let target = #"{"request": "send", "name": "target", "arguments": {"latitude": "#
        for (line, hint) in [
            ("land!", "one JSON object on one line"), ("", "one JSON object"),
            ("[1, 2]", "expected a JSON object, found a list of 2"),
            (
                "{}",
                "must be \"status\", \"checks\", \"requests\", \"metrics\", \"history\", \"years\", \"watch\", \"plan\", \"apply\", \"use\", \"acknowledge\", \"restart\" or \"send\", found nothing"
            ),
            (#"{"request": 7}"#, "found the number 7"),
            (#"{"request": "status", "verbose": true}"#, "unknown key \"verbose\""),
            (#"{"request": "send", "name": "fly"}"#, "nothing here takes a request \"fly\""),
            (target + "NaN}}", "one JSON object on one line"),
            (target + "1e999}}", "not a number that JSON can hold"),
            (#"{"request": "status", "request": "send"}"#, "a second time"),
        ] {
            let answer = try home.ask(line)
            #expect(answer["ok"] == false)
            guard case .string(let error)? = answer["error"] else {
                Issue.record("no error in \(answer.line)")
                continue
            }
            #expect(error.contains(hint))
        }
        #expect(try home.ask(#"{"request": "status"}"#)["ok"] == true)
        #expect(roost.end == nil)
    }

    @Test("a request that is too long is refused, and the next one on the line is served")
    func tooLong() throws {
        let home = try TestInstallation()
        let roost = try home.start()
        let long = [UInt8](repeating: UInt8(ascii: "x"), count: 1_000_000) + [UInt8(ascii: "\n")]
        let answer = try home.ask(long)
        #expect(answer["error"] == "the request is longer than 262144 bytes")
        #expect(try home.ask(#"{"request": "status"}"#)["ok"] == true)
        #expect(roost.end == nil)
    }

    /// 600 answers are more than the kernel keeps for it: of 400 bytes some 270 on Linux 6.1.
    @Test("who asks on and reads late gets every answer") func late() throws {
        let home = try TestInstallation()
        let roost = try home.start()
        let client = try StreamSocket(connectingTo: home.socket)
        let name = String(repeating: "x", count: 300)
        for _ in 0..<600 {
            let line = #"{"request": "\#(name)"}"# + "\n"
            #expect(try client.writeAll(Array(line.utf8), milliseconds: 10_000))
        }
        // All of them are answered before the first is read.
        #expect(try home.ask(#"{"request": "status"}"#)["ok"] == true)
        var answers = 0
        while answers < 600, try client.wait(milliseconds: 10_000),
            let bytes = try client.read(atMost: 65536), !bytes.isEmpty
        {
            answers += bytes.count { $0 == UInt8(ascii: "\n") }
        }
        #expect(answers == 600)
        #expect(roost.end == nil)
    }

    @Test("bytes that are no text do no harm") func garbage() throws {
        let home = try TestInstallation()
        let roost = try home.start()
        var generator = SeededGenerator(seed: 42)
        for _ in 0..<50 {
            let noise = (0..<200).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let answer = try home.ask(noise.filter { $0 != UInt8(ascii: "\n") } + [10])
            #expect(answer["ok"] == false)
        }
        #expect(roost.end == nil)
        #expect(!roost.errors.contains { $0.unicodeScalars.contains { $0.value == 27 } })
    }

    @Test("forty clients that say nothing, and others that go away at once, disturb nobody")
    func silent() throws {
        let home = try TestInstallation()
        let roost = try home.start()
        var silent: [StreamSocket] = []
        let allCame = eventually {
            if let one = try? StreamSocket(connectingTo: home.socket) { silent.append(one) }
            return silent.count == 40
        }
        #expect(allCame)
        // More than may wait at once: some are turned away, and the command waits for its turn.
        for _ in 0..<200 { _ = try? StreamSocket(connectingTo: home.socket) }
        let status = try finished(RoostProcess("status", "--runtime", home.runtime))
        #expect(status.end == .exited(0))
        withExtendedLifetime(silent) {}
        #expect(roost.end == nil)
    }
}
