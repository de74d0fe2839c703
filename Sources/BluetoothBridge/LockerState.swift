import Core
import JSON
import Values

/// What the phone of the locker before Roost shows of a door: made of the lines of `watch`.
struct LockerState: Sendable {
    private let door: String
    private var manual: LockerMessage?
    private var state: LockerMessage?

    init(door: String) {
        self.door = door
    }

    /// Takes the status.
    ///
    /// - Returns: what is told at once: that a person has locked it, or has not any more.
    mutating func note(_ report: StatusReport) -> LockerMessage? {
        guard let policy = report.policies.first(where: { $0.name == door }) else {
            (manual, state) = (nil, nil)
            return nil
        }
        let isLocked = policy.reason?.code.hasPrefix("asked-locked") == true
        let before = manual
        manual = .manual(isLocked: isLocked)
        state = .state(
            isLatchOpen: Self.isLatchOpen(policy, report),
            temperature: Self.temperature(policy, report))
        return before == nil || before == manual ? nil : manual
    }

    /// Nothing is known any more.
    mutating func forget() {
        (manual, state) = (nil, nil)
    }

    /// What a phone is told that has just come; the last of it is told again and again.
    var greeting: [LockerMessage] { [manual, state].compactMap { $0 } }

    /// The bolt is back: nobody is told so of a door whose switch is not heard.
    private static func isLatchOpen(_ policy: PolicyReport, _ report: StatusReport) -> Bool {
        value(of: "latch", policy, report)?["is_active"] == false
    }

    private static func temperature(
        _ policy: PolicyReport, _ report: StatusReport
    ) -> Temperature? {
        guard case .number(let celsius)? = value(of: "temperature", policy, report)?["celsius"]
        else { return nil }
        return Temperature(celsius: celsius)
    }

    /// That of an input, while its quality is good.
    private static func value(
        of input: String, _ policy: PolicyReport, _ report: StatusReport
    ) -> JSONValue? {
        guard let address = policy.inputs[input], let dot = address.lastIndex(of: "."),
            let driver = report.drivers.first(where: { $0.name == address[..<dot] }),
            let source = driver.sources[String(address[address.index(after: dot)...])],
            source.quality == .good
        else { return nil }
        return source.value
    }
}
