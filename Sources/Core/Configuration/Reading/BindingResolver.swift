import JSON
import Settings
import Values

/// Finds the driver's end for each of a policy's ports, and says what does not fit.
struct BindingResolver {
    /// The drivers that were read without an error.
    let drivers: [DriverEntry]
    /// Every name under `drivers`, also those with errors: these are reported once, there.
    let declared: Set<String>

    /// The bindings of one policy. `kept` are names that none of its ports can have.
    ///
    /// - Throws: unknown ports, unknown drivers, ends that carry something else, missing ones.
    func bindings(
        of ports: [PolicyPort], kept: [String], inputs: JSONValue?, outputs: JSONValue?,
        at path: SettingPath
    ) throws(ConfigurationErrors) -> [String: PortAddress] {
        let errors = ErrorCollector()
        var bindings: [String: PortAddress] = [:]
        for (key, isInput, json) in [("inputs", true, inputs), ("outputs", false, outputs)] {
            let ports = ports.filter { $0.flow.isFromDriver == isInput }
            let part = errors.collect(try connect(ports, kept, to: json ?? [:], at: path.key(key)))
            bindings.merge(part ?? [:]) { first, _ in first }
        }
        try errors.throwIfAny()
        return bindings
    }

    private func connect(
        _ ports: [PolicyPort], _ kept: [String], to json: JSONValue, at path: SettingPath
    ) throws(ConfigurationErrors) -> [String: PortAddress] {
        guard case .object(let given) = json else {
            throw path.wrongValue(json, expected: "an object of \"port\": \"driver\"")
        }
        let errors = ErrorCollector()
        for name in given.keys.sorted() where !ports.contains(where: { $0.name == name }) {
            errors.add(
                kept.contains(name)
                    ? path.key(name).error(
                        .badName,
                        "\"\(name)\" is a word of this policy's language, and no port can be called so"
                    )
                    : unknownPort(name, among: ports.map(\.name), given, at: path))
        }
        var bindings: [String: PortAddress] = [:]
        for port in ports {
            let bound = errors.collect(
                try bind(port, to: given[port.name], at: path.key(port.name)))
            bindings[port.name] = bound ?? nil
        }
        try errors.throwIfAny()
        return bindings
    }

    /// A key that is no port; what stands behind it is a driver's name and not looked at.
    private func unknownPort(
        _ name: String, among known: [String], _ given: [String: JSONValue], at path: SettingPath
    ) -> ConfigurationErrors {
        let near = nearestWords(to: name, among: known)
        let list = known.isEmpty ? "there are none" : known.sorted().joined(separator: ", ")
        return path.key(name).error(
            .unknownKey,
            "no port here is called \"\(name.prefix(40))\".\(suggestion(near)) Known: \(list)",
            correction: .renaming(to: near, in: given))
    }

    private func bind(
        _ port: PolicyPort, to json: JSONValue?, at path: SettingPath
    ) throws(ConfigurationErrors) -> PortAddress? {
        guard let json else {
            if let mention = port.mention {
                return try namesake(of: port, at: mention, below: path)
            }
            guard port.isRequired else { return nil }
            throw path.error(.missingKey, "missing; \(wanted(port))")
        }
        guard case .string(let text) = json else {
            throw path.wrongValue(json, expected: "the name of a driver")
        }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        let driver = parts[0]
        guard let entry = drivers.first(where: { $0.name == driver }) else {
            // What is wrong with that one is told where it stands.
            if declared.contains(driver) {
                return PortAddress(driver: driver, port: parts.last ?? port.name)
            }
            throw path.unknown(driver, "driver in this file", among: Array(declared))
        }
        let address =
            parts.count == 1
            ? try pick(port, of: driver, from: entry.ports, at: path)
            : try exact(
                port, PortAddress(driver: driver, port: parts.dropFirst().joined(separator: ".")),
                from: entry.ports, at: path)
        try checkRequests(of: port, to: entry, at: path)
        return address
    }

    /// The driver of the same name, of a port that a person has named.
    private func namesake(
        of port: PolicyPort, at mention: SettingPlace, below path: SettingPath
    ) throws(ConfigurationErrors) -> PortAddress {
        let name = port.name
        let policy = SettingPath(path.steps.dropLast(2))
        guard let entry = drivers.first(where: { $0.name == name }) else {
            if declared.contains(name) { return PortAddress(driver: name, port: name) }
            let fitting = drivers.filter { $0.ports.contains { fits($0, port) } }.map(\.name)
            let near = nearestWords(to: name, among: fitting)
            let side = port.flow.isFromDriver ? "inputs" : "outputs"
            throw mention.error(
                in: policy, .unknownName,
                "\"\(name)\" is not in \"\(side)\", and no driver is called so."
                    + "\(suggestion(near)) \(wanted(port))")
        }
        do throws(ConfigurationErrors) {
            return try pick(port, of: name, from: entry.ports, at: path)
        } catch {
            // There is no key for it: what is meant stands where the settings name it.
            guard let first = error.all.first else { throw error }
            throw mention.error(in: policy, first.code, first.message)
        }
    }

    /// Refuses a driver that does not take what the policy would ask it for.
    private func checkRequests(
        of port: PolicyPort, to driver: DriverEntry, at path: SettingPath
    ) throws(ConfigurationErrors) {
        let taken = driver.kind.requests.map(\.name)
        guard let missing = port.requests.first(where: { !taken.contains($0) }) else { return }
        throw path.error(
            .wrongPort,
            "\(driver.name) takes no request \"\(missing)\"; it takes \(taken.joined(separator: ", "))"
        )
    }

    /// The only end of a driver that fits.
    private func pick(
        _ port: PolicyPort, of driver: String, from ends: [DriverPort], at path: SettingPath
    ) throws(ConfigurationErrors) -> PortAddress {
        let fitting = ends.filter { fits($0, port) }
        guard let end = fitting.first else {
            let gives = ends.map { end in
                "\(end.name) (\(end.kind)\(end.quantity.map { " of \($0.rawValue)" } ?? ""))"
            }.joined(separator: ", ")
            let verb = port.flow.isFromDriver ? "give" : "take"
            throw path.error(
                .wrongPort,
                "\(driver) does not \(verb) a \(port.kind)\(quantities(of: port)); it has \(gives). \(wanted(port))"
            )
        }
        guard fitting.count == 1 else {
            let choices = fitting.map { "\"\(driver).\($0.name)\"" }.joined(separator: " or ")
            throw path.error(.wrongPort, "\(driver) has several; say \(choices)")
        }
        return PortAddress(driver: driver, port: end.name)
    }

    private func exact(
        _ port: PolicyPort, _ binding: PortAddress, from ends: [DriverPort], at path: SettingPath
    ) throws(ConfigurationErrors) -> PortAddress {
        guard let end = ends.first(where: { $0.name == binding.port }) else {
            throw path.unknown(
                binding.port, "port of \(binding.driver)", among: ends.map(\.name))
        }
        guard fits(end, port) else {
            throw path.error(
                .wrongPort,
                "\(binding) is \(end.flow.noun) of \(end.kind), but \(port.flow.noun) of "
                    + "\(port.kind) is needed. \(wanted(port))")
        }
        return binding
    }

    private func fits(_ end: DriverPort, _ port: PolicyPort) -> Bool {
        end.flow == port.flow && port.kinds.contains(end.kind)
            && (end.quantity.map { port.quantities.isEmpty || port.quantities.contains($0) } ?? true)
    }

    /// What could be bound, for the end of an error.
    private func wanted(_ port: PolicyPort) -> String {
        let candidates = drivers.filter { $0.ports.contains { fits($0, port) } }.map(\.name)
        let list =
            candidates.isEmpty
            ? "no driver in this file does" : "in this file: " + candidates.joined(separator: ", ")
        return "expected a driver that \(port.flow.isFromDriver ? "gives" : "takes") a "
            + "\(port.kind)\(quantities(of: port)) (\(list))\(port.hint.map { ". \($0)" } ?? "")"
    }

    /// " of humidity or ratio" where it matters.
    private func quantities(of port: PolicyPort) -> String {
        guard !port.quantities.isEmpty, port.kinds != [Temperature.kind] else { return "" }
        return " of " + port.quantities.map(\.rawValue).sorted().joined(separator: " or ")
    }
}
