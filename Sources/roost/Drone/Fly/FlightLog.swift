import Core
import Devices
import Glibc
import LinuxIO
import Synchronization

/// The log while a picture has the terminal: the last line goes into the picture, all of them into a
/// file if one is wanted, and the last few are shown when the picture is gone.
final class FlightLog: Sendable {
    private struct State {
        var tail: [String] = []
        var last: (text: String, at: Instant)?
    }

    private static let tailLength = 8

    private let state = Mutex(State())
    private let file: FileDescriptor?
    private let clock: any Scheduler

    /// - Throws: that the file cannot be opened; lines are added at its end.
    init(path: String?, clock: any Scheduler) throws(CommandError) {
        self.clock = clock
        do throws(IOError) {
            file = try path.map { path throws(IOError) in
                try FileDescriptor(open: path, O_WRONLY | O_CREAT | O_APPEND, mode: 0o644)
            }
        } catch {
            throw .failed("--log: \(error)")
        }
    }

    /// The output for the driver's lines.
    var output: any LogOutput {
        TextLog(style: .terminal, threshold: .info, clock: clock, sink: { self.take($0) })
    }

    var last: (text: String, at: Instant)? { state.withLock { $0.last } }
    var tail: [String] { state.withLock { $0.tail } }

    private func take(_ line: String) {
        // A full disk must not stop a flight.
        try? file?.write(Array(line.utf8))
        let text = String(line.drop { $0 == " " }.prefix { $0 != "\n" })
        let now = clock.now
        state.withLock {
            // Without its time: in the picture it is now.
            $0.last = (String(text.drop { $0 != " " }.drop { $0 == " " }), now)
            $0.tail = ($0.tail + [text]).suffix(Self.tailLength)
        }
    }
}
