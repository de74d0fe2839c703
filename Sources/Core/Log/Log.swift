/// How much a line matters: the word in a configuration, in the order of what matters most.
package enum LogLevel: String, Comparable, Sendable, CaseIterable {
    case error, warning, notice, info, debug

    /// The number that syslog and the journal use (sd-daemon(3)).
    package var priority: Int {
        switch self {
        case .error: 3
        case .warning: 4
        case .notice: 5
        case .info: 6
        case .debug: 7
        }
    }

    /// Ordered by how much it matters: `error` is the greatest.
    package static func < (left: LogLevel, right: LogLevel) -> Bool {
        left.priority > right.priority
    }
}

/// Where log lines go. One call is one event and becomes one line.
package protocol LogOutput: Sendable {
    func write(_ level: LogLevel, source: String, _ message: String)

    /// How many lines nobody will read, since whoever reads them was too slow.
    var lostLines: UInt64 { get }
}

extension LogOutput {
    package var lostLines: UInt64 { 0 }
}

/// A log that signs every line with the plugin it comes from.
package struct Log: Sendable {
    private let output: any LogOutput
    private let source: String

    package init(_ output: any LogOutput, source: String) {
        self.output = output
        self.source = source
    }

    /// Something failed and somebody should look.
    package func error(_ message: String) { output.write(.error, source: source, message) }
    /// Something is not as it should be, but the work goes on.
    package func warning(_ message: String) { output.write(.warning, source: source, message) }
    /// A change that somebody will look for later: taken off, locked, restarted.
    package func notice(_ message: String) { output.write(.notice, source: source, message) }
    package func info(_ message: String) { output.write(.info, source: source, message) }
    package func debug(_ message: String) { output.write(.debug, source: source, message) }

    package var lostLines: UInt64 { output.lostLines }

    /// The same log, signed by another.
    package func labelled(_ source: String) -> Log {
        Log(output, source: source)
    }
}
