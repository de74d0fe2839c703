import Core
import Devices
import Terminal

extension CockpitLink {
    /// What the driver's facts say of the link; those that it does not tell stay as they are unknown.
    init(_ report: DriverReport) {
        let diagnostics = Dictionary(
            report.diagnostics.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        func number(_ name: String) -> Double? {
            guard case .number(let number)? = diagnostics[name], number.isFinite else { return nil }
            return number
        }
        func count(_ name: String) -> Int { number(name).flatMap { Int(exactly: $0) } ?? 0 }
        func milliseconds(_ name: String) -> Duration? { number(name).map { .milliseconds($0) } }
        var state = report.state.rawValue
        if case .string(let word)? = diagnostics["state"] { state = word }
        self.init(
            state: state, stateAge: .seconds(number("state_age_s") ?? report.runningSeconds ?? 0),
            packets: count("packets"), losses: count("losses"),
            sendFailures: count("send_failures"),
            commandGapP99: milliseconds("command_gap_p99_ms"),
            commandGapMax: milliseconds("command_gap_max_ms"))
    }
}
