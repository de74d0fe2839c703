import Devices

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
    /// than the driver allows.
    func checkLimits(of policies: [PolicyEntry], drivers: [DriverEntry]) {
        let drivers = Dictionary(drivers.map { ($0.name, $0) }) { first, _ in first }
        for policy in policies {
            for port in policy.kind.ports where port.flow == .command {
                guard let address = policy.bindings[port.name],
                    let limits = drivers[address.driver]?.configured.commandLimits[address.port]
                else { continue }
                let path = SettingPath("policies").key(policy.name)
                checkTimes(of: policy, limits, of: address, at: path)
                for range in policy.configured.commandRanges[port.name] ?? [] {
                    check(range, limits, of: address, at: path)
                }
            }
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
