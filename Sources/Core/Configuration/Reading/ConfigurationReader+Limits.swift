import JSON
import Settings
import Values

extension ConfigurationReader {
    /// Refuses policies that do not fit their drivers, in a configuration that was not read from one text.
    ///
    /// - Throws: everything that does not fit.
    static func checkLimits(
        of policies: [PolicyEntry], drivers: [DriverEntry]
    ) throws(ConfigurationErrors) {
        let reader = ConfigurationReader(
            registry: PluginRegistry(drivers: [], policies: []), files: noFiles)
        reader.checkLimits(of: policies, drivers: drivers)
        try reader.errors.throwIfAny()
    }

    /// Refuses a policy that would command a driver more slowly, for longer or with other values
    /// than the driver allows, would hear of something too late, or would be left by its driver in a place that is not safe.
    func checkLimits(of policies: [PolicyEntry], drivers: [DriverEntry]) {
        let drivers = Dictionary(drivers.map { ($0.name, $0) }) { first, _ in first }
        for policy in policies {
            checkPromptness(of: policy, drivers)
            for port in policy.ports where port.flow == .command {
                guard let address = policy.bindings[port.name],
                    let limits = drivers[address.driver]?.configured.commandLimits[address.port]
                else { continue }
                let path = SettingPath("policies").key(policy.name)
                checkTimes(of: policy, limits, of: address, at: path)
                for range in policy.configured.commandRanges[port.name] ?? [] {
                    check(range, limits, of: address, at: path)
                }
                if let safe = policy.configured.safeCommands[port.name],
                    let action = limits.unattended
                {
                    check(
                        action, is: safe, of: policy, address,
                        commands: policy.configured.commandRanges[port.name] ?? [])
                }
            }
        }
    }

    /// What a driver does by itself must be what is safe for what it moves there.
    private func check(
        _ action: UnattendedAction, is safe: SafeCommand, of policy: PolicyEntry,
        _ address: PortAddress, commands: [CommandRange]
    ) {
        let driver = SettingPath("drivers").key(address.driver)
        let own = SettingPath("policies").key(policy.name).key(safe.key)
        switch action {
        case .letsGo: return
        case .holds(let key):
            errors.add(
                driver.key(key).error(
                    "keeps what was commanded last when nobody is in charge, and must go to "
                        + "\(safe.text), as \(own). \(safe.otherwise)"))
        case .goes(let value, let quantity, let tolerance, let key):
            let rounding = 1e-6
            guard quantity == safe.quantity,
                abs(value - safe.value) > max(tolerance, rounding)
            else { return }
            let place = driver.key(key)
            guard policy.shadowOf == nil else {
                return errors.add(
                    own.error(
                        "is \(safe.text), and must be what its driver goes to when nobody is in charge: "
                            + "\(shortText(of: value)) \(quantity.unit) (\(place)). \(safe.otherwise)"
                    ))
            }
            // Either of two settings may be the wrong one where this is what the policy calls something else.
            let other = commands.first { range in
                range.key != safe.key && range.quantity == quantity
                    && abs(range.values.lowerBound - value) <= max(tolerance, rounding)
                    && abs(range.values.upperBound - value) <= max(tolerance, rounding)
            }
            let doubt = other.map {
                ". That is \(SettingPath("policies").key(policy.name).key($0.key)): write "
                    + "\(safe.text) here, or exchange \($0.key) and \(safe.key) if they are the wrong way round"
            }
            errors.add(
                place.error(
                    .conflict,
                    "goes to \(shortText(of: value)) \(quantity.unit) when nobody is in charge, and must "
                        + "go to \(safe.text), as \(own). \(safe.otherwise)\(doubt ?? "")",
                    correction: doubt == nil ? .replace(with: .string(safe.text)) : nil))
        }
    }

    /// Refuses a policy that would step too rarely, or hear of something too late.
    private func checkPromptness(of policy: PolicyEntry, _ drivers: [String: DriverEntry]) {
        let promptness = policy.configured.promptness
        let path = SettingPath("policies").key(policy.name)
        if let most = promptness.maxPeriod, policy.period > most {
            errors.add(
                path.key("every").error(
                    .beyondLimits,
                    "\(text(of: policy.period)) is too long: it must look every \(text(of: most)) or more "
                        + "often"))
        }
        for input in promptness.inputs {
            guard let address = policy.bindings[input.port],
                let delay = drivers[address.driver]?.configured.reportDelays[address.port],
                delay.time > input.atMost
            else { continue }
            errors.add(
                SettingPath("drivers").key(address.driver).key(delay.key).error(
                    .beyondLimits,
                    "\(address) may tell of a change \(text(of: delay.time)) late, and "
                        + "\(path.key("inputs").key(input.port)) takes \(text(of: input.atMost)) at most: "
                        + input.otherwise))
        }
    }

    private func checkTimes(
        of policy: PolicyEntry, _ limits: CommandLimits, of address: PortAddress,
        at path: SettingPath
    ) {
        if let most = limits.maxPeriod, policy.period > most {
            errors.add(
                path.key("every").error(
                    .beyondLimits,
                    "\(text(of: policy.period)) is too long for \(address): it must be commanded "
                        + "every \(text(of: most)) or more often"))
        }
        if let most = limits.maxLease, policy.lease > most {
            errors.add(
                path.key("lease").error(
                    .beyondLimits,
                    "\(text(of: policy.lease)) is too long for \(address): its commands may hold "
                        + "for \(text(of: most)) at most, or it would go on for as long after this "
                        + "policy has stopped"))
        }
    }

    private func check(
        _ range: CommandRange, _ limits: CommandLimits, of address: PortAddress,
        at path: SettingPath
    ) {
        for allowed in limits.ranges where allowed.quantity == range.quantity {
            // An end in another unit may miss by rounding.
            let rounding = 1e-6
            guard
                range.values.lowerBound < allowed.values.lowerBound - rounding
                    || range.values.upperBound > allowed.values.upperBound + rounding
            else { continue }
            errors.add(
                path.key(range.key).error(
                    .beyondLimits,
                    "\(words(for: range)) is beyond what \(address) takes: "
                        + "\(words(for: allowed)) (its \(allowed.key))"))
        }
    }

    private func words(for range: CommandRange) -> String {
        let (least, most) = (range.values.lowerBound, range.values.upperBound)
        let values =
            least == most
            ? shortText(of: least) : "\(shortText(of: least)) to \(shortText(of: most))"
        return "\(range.quantity.name) \(values) \(range.quantity.unit)"
    }
}
