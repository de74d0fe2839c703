import Core
import DriverKit
import Glibc
import LinuxIO
import Threads
import Values

/// The program of a driver that runs: what is spoken with it, and how it is ended.
struct DriverProgram: Sendable {
    /// How long a program that was told to stop, by the end of its input, may take before it is killed.
    private static let stopLimit = Duration.milliseconds(400)

    let stream: StreamSocket
    /// Where it writes its log; `nil` where the service manager keeps that.
    let log: StreamSocket?
    /// What can be read once it has ended; `nil` of one whose connection alone tells.
    let ending: FileDescriptor?
    /// `nil` of one that the service manager has started.
    private let child: ChildProcess?

    /// Starts the program of a folder, in that folder.
    ///
    /// - Throws: why it cannot be started.
    init(starting program: String, in folder: String) throws(DeviceError) {
        do throws(IOError) {
            let (stream, other) = try StreamSocket.pair()
            let (log, errors) = try StreamSocket.pair()
            let child = try ChildProcess("./\(program)", in: folder, socket: other, errors: errors)
            ending = try child.openEnd()
            (self.child, self.stream, self.log) = (child, stream, log)
        } catch {
            let path = "\(folder)/\(program)"
            let help = error.code == EACCES ? " (chmod +x \(path))" : ""
            throw DeviceError(.other, "\(path) cannot be started: \(error.reason)\(help)")
        }
    }

    /// Has the service manager start one, by a connection to its socket.
    ///
    /// - Throws: `.absent` where nobody listens.
    init(connectingTo path: String) throws(DeviceError) {
        do throws(IOError) {
            stream = try StreamSocket(connectingTo: path, within: .seconds(1))
            (log, ending, child) = (nil, nil, nil)
        } catch {
            throw DeviceError(
                .absent, "no plugin answers at \(path): \(error.reason)")
        }
    }

    /// How it ended, after its output has.
    func end() -> String {
        guard child != nil else { return "the program has closed the connection" }
        guard let code = exitCode(within: .milliseconds(200)) else {
            return "the program has closed its output"
        }
        return code > 128
            ? "the program was killed (signal \(code - 128))"
            : "the program has ended (exit code \(code))"
    }

    /// How one has ended that was started here; `nil` where it has not within `limit`. What it has started ends with it.
    func exitCode(within limit: Duration) -> Int32? {
        guard let child, Self.wait(for: child, atMost: limit) else { return nil }
        child.killGroup(SIGKILL)
        return child.waitForEnd()
    }

    /// Ends it: by the end of its input, and by a signal to all of its group where it takes too long.
    func stop() {
        stream.hangUp()
        guard let child else { return }
        _ = Self.wait(for: child, atMost: Self.stopLimit)
        child.killGroup(SIGKILL)
        _ = child.waitForEnd()
    }

    /// - Returns: whether it has ended within `limit`.
    private static func wait(for child: ChildProcess, atMost limit: Duration) -> Bool {
        let start = ContinuousClock.now
        while !child.hasEnded {
            guard ContinuousClock.now - start < limit else { return false }
            usleep(5_000)
        }
        return true
    }
}
