import Glibc
import LinuxIO
import TestSupport
import Testing

/// Another process is a shell that has the device until it is killed.
@Suite struct DeviceClaimTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// A process that has a lock on the directory.
    private func other() throws -> ChildProcess {
        let process = try ChildProcess(
            "/bin/sh",
            [
                "-c", "exec flock --no-fork \"$1\" sh -c 'echo ready; exec sleep 600'", "sh",
                directory.path,
            ],
            logPath: "\(directory.path)/log")
        #expect(eventually { directory.read("log") == "ready\n" })
        return process
    }

    @Test("what another process has is not taken, and it is said which process, and whose")
    func taken() throws {
        let other = try other()
        let path = directory.path
        let user = UserAccount.name(of: geteuid())
        let words = "is driven by sleep (process \(other.identifier)) of the user \(user)"
        var found: DeviceClaim.Taken?
        // It is the shell that is ready, for a moment, before it becomes the other program.
        let isNamed = eventually {
            found = thrownError(DeviceClaim.Taken.self) { _ = try DeviceClaim.take(path) }
            return found?.description == words
        }
        let error = try #require(found)
        #expect(isNamed, "\(error.description)")
        #expect(error.holder?.process == other.identifier)
        #expect(throws: error) { try DeviceClaim.look(path) }
        other.kill(SIGKILL)
        _ = other.waitForEnd()
        _ = try DeviceClaim.take(path)
        try DeviceClaim.look(path)
    }

    @Test("it is held for as long as the claim lives, and the own process is not kept out")
    func held() throws {
        let path = directory.path
        do {
            let claim = try DeviceClaim.take(path)
            _ = try DeviceClaim.take(path)
            #expect(try !isFree(path))
            withExtendedLifetime(claim) {}
        }
        // A program that is just being started by another test has it for a moment, until its exec.
        #expect(try eventually { try isFree(path) })
    }

    /// As another process sees it.
    private func isFree(_ path: String) throws -> Bool {
        try ChildProcess(
            "/bin/sh", ["-c", "flock --nonblock \"$1\" true", "sh", path], logPath: "/dev/null"
        ).waitForEnd() == 0
    }

    @Test("a directory that was made anew is another one") func anew() throws {
        try directory.makeDirectory("pwm0")
        let path = "\(directory.path)/pwm0"
        let old = try DeviceClaim.take(path)
        #expect(rmdir(path) == 0)
        try directory.makeDirectory("pwm0")
        let new = try DeviceClaim.take(path)
        #expect(try !isFree(path))
        withExtendedLifetime((old, new)) {}
    }

    @Test("what is not there is nobody's, and no reason to fail") func absent() throws {
        _ = try DeviceClaim.take("\(directory.path)/nothing")
    }

    @Test("a name has one owner, and is free once that is gone") func named() throws {
        let name = "test of a name \(getpid()):5556"
        do {
            let claim = try DeviceClaim.take(named: name)
            _ = try DeviceClaim.take(named: name)
            #expect(names().contains("@roost/\(name)"))
            withExtendedLifetime(claim) {}
        }
        #expect(!names().contains { $0.hasPrefix("@roost/\(name)") })
    }

    private func names() -> [String] {
        let bytes = (try? readFile("/proc/net/unix", atMost: 1 << 24)) ?? []
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
            line.firstIndex(of: "@").map { String(line[$0...]) }
        }
    }

    @Test("a process that was killed and not waited for yet is dying, one that lives is not")
    func dying() throws {
        let other = try other()
        #expect(!Holder(other.identifier).isDying)
        #expect(!Holder(getpid()).isDying)
        other.kill(SIGKILL)
        #expect(eventually { Holder(other.identifier).isDying })
        _ = other.waitForEnd()
        #expect(!Holder(other.identifier).isDying)
    }
}
