import Core
import JSON
import LinuxIO

/// What a configuration has at the header, and what it has elsewhere.
struct Wiring {
    struct Wire: Hashable {
        /// The driver; with its port, where it has several lines: "lamps.red".
        let user: String
        let signal: HeaderMap.Signal
    }

    /// A pin that cannot be what all who are there want of it.
    struct Conflict: Equatable, CustomStringConvertible {
        let pin: HeaderPin
        let users: [String]

        var description: String {
            "conflict: \(pin.name) (pin \(pin.number)) cannot be for "
                + users.joined(separator: " and for ")
        }
    }

    let name: String
    private(set) var wires: [Wire] = []
    private var elsewhere: [String] = []
    /// What config.txt must have for it: see docs/wiring.md.
    private var overlays: [String] = []

    init(_ configuration: Configuration, _ map: HeaderMap) {
        name = configuration.general.name
        for driver in configuration.drivers {
            if driver.claims.isEmpty { elsewhere.append("\(driver.name): \(Self.unclaimed)") }
            for claim in driver.claims { add(claim, of: driver, map) }
        }
    }

    static let unclaimed = "no wire that it names"

    private mutating func add(_ claim: Claim, of driver: DriverEntry, _ map: HeaderMap) {
        for line in BootConfiguration.lines(for: claim) where !overlays.contains(line) {
            overlays.append(line)
        }
        let user = driver.user(of: claim)
        switch map.place(of: claim, use: driver.use) {
        case .header(let signals):
            // A channel of a converter and the converter's address are the same wires.
            for wire in signals.map({ Wire(user: user, signal: $0) }) where !wires.contains(wire) {
                wires.append(wire)
            }
        case .elsewhere(let what): elsewhere.append("\(user): \(what)")
        }
    }

    func wires(at pin: HeaderPin) -> [Wire] { wires.filter { $0.signal.gpio == pin.gpio } }

    /// Who is at a pin and what it carries there: "one, two: I2C1 SDA"; `nil` where nothing is.
    func label(at pin: HeaderPin) -> String? {
        let wires = wires(at: pin)
        guard let first = wires.first else { return nil }
        guard !isConflict(wires) else {
            return wires.map { "\($0.user): \($0.signal.name)" }.joined(separator: " / ")
        }
        return wires.map(\.user).joined(separator: ", ") + ": \(first.signal.name)"
    }

    func isConflict(at pin: HeaderPin) -> Bool { isConflict(wires(at: pin)) }

    private func isConflict(_ wires: [Wire]) -> Bool {
        wires.count > 1 && !(wires[0].signal.isBus && Set(wires.map(\.signal)).count == 1)
    }

    /// Whoever has a wire, each once.
    var users: [String] {
        wires.map(\.user).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// What is not at the header, and what config.txt must have.
    var remarks: [String] { elsewhere + overlays.map { "config.txt: \($0)" } }

    var conflicts: [Conflict] {
        var conflicts: [Conflict] = []
        for pin in HeaderPin.all {
            let wires = wires(at: pin)
            guard isConflict(wires) else { continue }
            conflicts.append(Conflict(pin: pin, users: wires.map(\.user)))
        }
        return conflicts
    }
}

extension DriverEntry {
    /// What a line of its own is for, as far as its settings tell.
    fileprivate var use: String {
        guard case .string(let bias) = settingsAsWritten["bias"] else { return kind.name }
        return "\(kind.name), \(bias)"
    }

    /// With the port, where a claim is one of several lines.
    fileprivate func user(of claim: Claim) -> String {
        guard case .object(let lines) = settingsAsWritten["lines"], claim.kind == .gpioLine,
            let port = lines.first(where: { isLine($0.value, claim.thing) })?.key
        else { return name }
        return "\(name).\(port)"
    }

    /// There are two spellings of a line: "GPIO17" and "BCM17".
    private func isLine(_ value: JSONValue, _ thing: String) -> Bool {
        guard case .string(let text) = value else { return false }
        return GPIOLineSpec(text) == GPIOLineSpec(thing)
    }
}
