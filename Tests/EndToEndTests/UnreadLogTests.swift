import Core
import Glibc
import LinuxIO
import Simulators
import TestSupport
import TestTraits
import Testing
import Values

/// Standard error as a pipe that is full, such as that of a terminal stopped with Ctrl-S.
private final class FullPipe {
    let path: String
    private let descriptor: FileDescriptor

    init(in directory: TemporaryDirectory) throws {
        path = "\(directory.path)/errors"
        guard mkfifo(path, 0o600) == 0 else { throw TestSupportError("mkfifo: \(errno)") }
        // For both directions, so that nobody waits for another to open it.
        descriptor = try FileDescriptor(open: path, O_RDWR | O_NONBLOCK)
        // Whole pages first; the last bytes singly, for a page that is begun still takes some.
        for size in [4096, 1] {
            let bytes = [UInt8](repeating: UInt8(ascii: "."), count: size)
            while Glibc.write(descriptor.number, bytes, size) > 0 {}
        }
    }

    /// What can be read now.
    func read() -> String {
        var bytes: [UInt8] = []
        while let more = try? descriptor.read(atMost: 65536), !more.isEmpty { bytes += more }
        return String(decoding: bytes, as: UTF8.self)
    }
}

@Suite("A log that nobody reads", .serialized, .flying)
struct UnreadLogTests {
    @Test("for ten seconds keeps neither the drone's commands nor a status, and no line is lost")
    func flight() throws {
        let world = try DemoWorld()
        let pipe = try FullPipe(in: world.home.directory)
        // From before the first command: the drone counts the pauses of its whole life.
        let watch = DelayWatch.shared
        let mark = watch.mark()
        let roost = try RoostProcess(
            ["run", world.home.configuration, "--runtime", world.home.runtime], errors: pipe.path)
        #expect(eventually(within: .seconds(20)) { (try? world.home.status()) != nil })
        try world.home.waitForStatus("flies") { $0.linkState == "flying" }
        let start = ContinuousClock.now
        while ContinuousClock.now - start < .seconds(10) {
            let asked = ContinuousClock.now
            #expect(try world.home.run("status").end == .exited(0))
            #expect(ContinuousClock.now - asked < .seconds(2))
        }
        // Commands go out every 30 ms; the drone takes 60 ms without one for a pause. The machine delays the service
        // that sends and the drone that receives, each by as much as it delays anything.
        let gap = world.drone.commandGaps.max
        #expect(gap < .milliseconds(60) + watch.longestDelay(since: mark) * 2, "\(gap)")
        #expect(world.drone.truth.isAirborne && !world.drone.truth.isLinkLost)

        var log = pipe.read()
        #expect(
            eventually {
                log += pipe.read()
                return log.contains("started:") && log.contains("pilot: flying to target 1")
            })
        roost.send(signal: SIGTERM)
        #expect(
            eventually(within: .seconds(30)) {
                log += pipe.read()
                return roost.end != nil
            })
        #expect(roost.end == .exited(0))
        log += pipe.read()
        #expect(log.contains("everything is in its safe state"))
        #expect(!log.contains("lost: standard error"))
    }

    @Test("does not keep the service from ending") func end() throws {
        let home = try TestInstallation()
        let pipe = try FullPipe(in: home.directory)
        let roost = try RoostProcess(
            ["run", home.configuration, "--runtime", home.runtime], errors: pipe.path)
        #expect(eventually { (try? home.status()) != nil })
        roost.send(signal: SIGTERM)
        #expect(try roost.wait(within: .seconds(10)) == .exited(0))
        withExtendedLifetime(pipe) {}
    }
}
