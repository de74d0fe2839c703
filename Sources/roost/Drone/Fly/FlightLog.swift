import CommandKit
import Core
import Glibc
import LinuxIO
import Threads
import Values

/// The log while a picture has the terminal: the last line goes into the picture, all of them into a
/// file if one is wanted, and the last few are shown when the picture is gone.
final class FlightLog: Sendable {
    private struct State: Sendable {
        var tail: [String] = []
        var last: (text: String, at: Instant)?

        mutating func append(_ line: String, at now: Instant) {
            let text = String(line.drop { $0 == " " }.prefix { $0 != "\n" })
            // Without its time: in the picture it is now.
            last = (String(text.drop { $0 != " " }.drop { $0 == " " }), now)
            tail = (tail + [text]).suffix(FlightLog.tailLength)
        }
    }

    private static let tailLength = 8

    private let state = Locked(State())
    private let clock: any Scheduler
    private let format: LogFormat
    private let writer: LogWriter

    /// - Throws: that the file cannot be opened; lines are added at its end.
    init(path: String?, clock: any Scheduler) throws(CommandError) {
        self.clock = clock
        let format = LogFormat(.terminal, start: clock.now)
        self.format = format
        let file = try path.map { path throws(CommandError) in
            try orFail(
                try FileDescriptor(open: path, O_WRONLY | O_CREAT | O_APPEND, mode: 0o644), "--log")
        }
        writer = LogWriter(
            lossLine: { count in
                format.line(.warning, "log: \(count) lines lost: \(path ?? "")", at: clock.now)
            },
            output: { [state] line in
                // A full disk must not stop a flight, nor a slow one.
                try? file?.write(Array(line.utf8))
                state.withLock { $0.append(line, at: clock.now) }
            })
    }

    /// The output for the driver's lines.
    var output: any LogOutput {
        TextLog(format, threshold: .info, clock: clock, sink: writer.add)
    }

    var last: (text: String, at: Instant)? { state.withLock { $0.last } }

    /// The last few lines, once all are written.
    var tail: [String] {
        writer.flush(atMost: .seconds(1))
        return state.withLock { $0.tail }
    }
}
