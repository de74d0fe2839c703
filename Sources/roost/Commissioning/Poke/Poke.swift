import CommandKit
import Core
import Settings
import Values

/// One command for one actuator of a configuration, and why it may not be given.
struct Poke {
    enum Command: Equatable {
        case servo(ServoCommand)
        case contact(SwitchCommand)
        case level(Level)
    }

    let driver: DriverEntry
    let port: String
    let command: Command

    /// Reads the words of a command line: "bolt" or "lamps.red", and "90deg", "on" or "40%".
    ///
    /// - Throws: that there is no such actuator or value, or that it would be dangerous.
    init(_ name: String, _ value: String, in configuration: Configuration) throws(CommandError) {
        let (driver, port) = try Self.actuator(name, in: configuration)
        command = try Self.command(value, kind: port.kind, name)
        self.driver = driver
        self.port = port.name
        try refuseBeyondLimits()
        let isSafe = try refuseUnsafe(in: configuration)
        guard isSafe || !driver.isGuarded(port) else {
            throw .failed(
                "\(driver.name).\(port.name) is guarded: only a policy made for it commands it")
        }
    }

    // MARK: What is meant

    private static func actuator(
        _ name: String, in configuration: Configuration
    ) throws(CommandError) -> (DriverEntry, DriverPort) {
        let all = configuration.drivers.flatMap { driver in
            driver.ports.filter { $0.flow == .command }.map { (driver, $0) }
        }
        let meant = all.filter { $0.name == name || "\($0.name).\($1.name)" == name }
        guard let first = meant.first, meant.count == 1 else {
            let known = all.map { "\($0.name).\($1.name)" }.joined(separator: ", ")
            throw .failed(
                "\(meant.isEmpty ? "no" : "more than one") actuator \"\(name)\": there "
                    + (known.isEmpty ? "are none" : "are \(known)"))
        }
        return first
    }

    private static func command(
        _ value: String, kind: String, _ name: String
    ) throws(CommandError) -> Command {
        switch kind {
        case ServoCommand.kind:
            if value == "release" { return .servo(.release) }
            return .servo(.move(to: .degrees(try number(value, .angle))))
        case SwitchCommand.kind:
            guard let isActive = ["on": true, "off": false][value] else {
                throw .usage("\(name) takes on or off, found \"\(value)\"")
            }
            return .contact(SwitchCommand(isActive: isActive))
        case Level.kind:
            guard let level = Level(try number(value, .fraction)) else {
                throw .usage("\(name) takes 0% to 100%, found \"\(value)\"")
            }
            return .level(level)
        default:
            throw .failed(
                "\(name) is not poked: a \(kind) moves more than one actuator. An aircraft is for "
                    + "roost drone fly, or for roost send with the service running")
        }
    }

    private static func number(
        _ text: String, _ quantity: Quantity
    ) throws(CommandError) -> Double {
        switch quantity.parse(text) {
        case .success(let number): return number
        case .failure(let error): throw .usage("\(error)")
        }
    }

    // MARK: What may be

    private func refuseBeyondLimits() throws(CommandError) {
        guard case .servo(.move(let angle)) = command else { return }
        for range in driver.commandLimits[port]?.ranges ?? []
        where !range.values.contains(angle.degrees) {
            throw .failed(
                "\(driver.name) turns from \(shortText(of: range.values.lowerBound))° to "
                    + "\(shortText(of: range.values.upperBound))° (\(range.key))")
        }
    }

    /// Where a policy has one value in which nobody comes to harm, the others are for it alone: it looks first.
    ///
    /// - Returns: whether it is that value.
    private func refuseUnsafe(in configuration: Configuration) throws(CommandError) -> Bool {
        for policy in configuration.policies + configuration.restingPolicies {
            for (output, safe) in policy.safeCommands {
                guard let end = policy.bindings[output], end.driver == driver.name,
                    end.port == port
                else { continue }
                guard !isCommanded(safe) else { return true }
                throw .failed(
                    "\(driver.name) is the \(output) of \"\(policy.name)\", and \(safe.byHand)")
            }
        }
        return false
    }

    private func isCommanded(_ safe: SafeCommand) -> Bool {
        guard safe.quantity == .angle, case .servo(.move(let angle)) = command else {
            return false
        }
        return angle.degrees == safe.value
    }
}

/// The right to command what is poked.
struct PokeWriter {
    /// Gives the command, to hold until then.
    let send: (Instant) -> Void

    init(_ poke: Poke, _ connections: PortConnections) {
        switch poke.command {
        case .servo(let command): send = Self.sender(command, poke.port, connections)
        case .contact(let command): send = Self.sender(command, poke.port, connections)
        case .level(let command): send = Self.sender(command, poke.port, connections)
        }
    }

    private static func sender<Value: DeviceValue>(
        _ command: Value, _ port: String, _ connections: PortConnections
    ) -> (Instant) -> Void {
        let writer = connections.sink(Port<Value>(port, "")).makeWriter()
        return { writer.send(command, until: $0) }
    }
}
