/// The words for log levels in a configuration.
package enum LogLevelName: String, CaseIterable, Sendable {
    case error, warning, notice, info, debug

    package var level: LogLevel {
        switch self {
        case .error: .error
        case .warning: .warning
        case .notice: .notice
        case .info: .info
        case .debug: .debug
        }
    }
}
