import Synchronization
import Values

/// Writes log lines as text: one event a line, repeated lines folded.
package final class TextLog: LogOutput {
    private let format: LogFormat
    private let lowest: Mutex<LogLevel>
    private let clock: any Scheduler
    private let repeats = Mutex(RepeatSuppressor())
    private let sink: @Sendable (String) -> Void
    private let lost: @Sendable () -> UInt64

    /// `lost` says how many lines the sink has lost. `sink` takes one whole line with its line feed, in one call. It must not block, for a control
    /// tick may wait for it: `LogWriter.add`.
    package init(
        _ format: LogFormat, threshold: LogLevel, clock: any Scheduler,
        lost: @escaping @Sendable () -> UInt64 = { 0 },
        sink: @escaping @Sendable (String) -> Void
    ) {
        self.format = format
        lowest = Mutex(threshold)
        self.clock = clock
        self.lost = lost
        self.sink = sink
    }

    package var lostLines: UInt64 { lost() }

    /// What matters less is not written from now on.
    package func set(threshold: LogLevel) {
        lowest.withLock { $0 = threshold }
    }

    package func write(_ level: LogLevel, source: String, _ message: String) {
        guard level >= lowest.withLock({ $0 }) else { return }
        let now = clock.now
        let text = "\(source): \(Self.oneLine(message))"
        let folded = repeats.withLock { $0.fold(text, level, at: now) }
        guard let folded else { return }
        sink(format.line(level, folded, at: now))
    }

    /// A message from outside must not be able to fake another line or to steer a terminal.
    private static func oneLine(_ message: String) -> String {
        guard message.unicodeScalars.contains(where: isControl) else { return message }
        return String(
            String.UnicodeScalarView(message.unicodeScalars.map { isControl($0) ? " " : $0 }))
    }

    /// ASCII's and Latin 1's control characters, and Unicode's own line ends.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: true
        default: false
        }
    }
}

/// How a line of the log looks.
package struct LogFormat: Sendable {
    package enum Style: Sendable {
        /// `<4>gps: no fix`: the journal takes the number as the priority (sd-daemon(3)).
        case journal
        /// `12.345 warning gps: no fix`: seconds since the start, for people at a terminal.
        case terminal
    }

    private let style: Style
    private let start: Instant

    package init(_ style: Style, start: Instant) {
        self.style = style
        self.start = start
    }

    /// `text` as a line, with its line feed.
    package func line(_ level: LogLevel, _ text: String, at now: Instant) -> String {
        switch style {
        case .journal:
            return "<\(level.priority)>\(text)\n"
        case .terminal:
            let seconds = fixedText(of: (now - start).seconds, decimals: 3)
            let margin = String(repeating: " ", count: max(0, 9 - seconds.count))
            let word = level.rawValue + String(repeating: " ", count: 8 - level.rawValue.count)
            return "\(margin)\(seconds) \(word)\(text)\n"
        }
    }
}
