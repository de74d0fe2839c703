import CommandKit
import Core
import Glibc
import Values

/// Asks a person to do something to each sensor, one after the other, and tells what it saw.
struct InteractiveDoctor {
    /// For a person who has to get to the sensor first.
    static let limit = Duration.seconds(60)
    private static let period = Duration.milliseconds(100)

    let clock: any Scheduler
    var limit = Self.limit
    /// How all drivers are now; `nil` when it is not known.
    let report: () -> StatusReport?
    let say: (String) -> Void
    /// Waits for so long; whether a person wants to go on with the next.
    let isSkipped: (Duration) -> Bool

    /// What of a configuration can be checked by hand.
    static func checks(of configuration: Configuration) -> [StimulusCheck] {
        let ofDrivers = configuration.drivers.flatMap { driver in
            driver.ports.compactMap { StimulusCheck(driver, $0) }
        }
        let ofPolicies = configuration.policies.flatMap { policy in
            policy.kind.contactStances.compactMap { stance in
                policy.bindings[stance.port].map { StimulusCheck(stance, at: $0) }
            }
        }
        return ofDrivers + ofPolicies
    }

    func run(_ checks: [StimulusCheck]) -> [Diagnosis] {
        checks.map { check in
            var check = check
            return run(&check)
        }
    }

    private func run(_ check: inout StimulusCheck) -> Diagnosis {
        let end = clock.now + limit
        var told = ""
        var last: SourceReport?
        while clock.now < end {
            last = source(of: check) ?? last
            if let source = last, let seen = check.observe(source) {
                return .right(check.driver, "\(check.port): \(seen)")
            }
            let line = "\(check.name): \(check.instruction) (now \(Self.words(last)))"
            if told != check.instruction { say(line) }
            told = check.instruction
            if isSkipped(Self.period) {
                return .doubtful(check.driver, "\(check.port): left out")
            }
        }
        return .wrong(
            check.driver,
            "\(check.port): nothing seen in \(text(of: limit)); at the end it was \(Self.words(last))",
            check.remedy
                ?? "its wires, and whether it is this sensor that was touched: roost wiring CONFIG",
            "roost watch \(check.driver)")
    }

    private func source(of check: StimulusCheck) -> SourceReport? {
        report()?.drivers.first { $0.name == check.driver }?.sources[check.port]
    }

    private static func words(_ source: SourceReport?) -> String {
        guard let source else { return "not known" }
        guard source.quality == .good, let text = source.text else {
            return source.qualityReason ?? source.quality.rawValue
        }
        return text
    }
}
