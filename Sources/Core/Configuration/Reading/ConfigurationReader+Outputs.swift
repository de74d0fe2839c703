import JSON
import Settings
import Values

extension ConfigurationReader {
    /// Refuses outputs that people cannot switch where the file says that they do, and what policies cannot command.
    /// `policies` are all of the file.
    func checkOutputs(of drivers: [DriverEntry], _ policies: [PolicyEntry]) {
        checkNamedOutputs(of: drivers, policies)
        for driver in drivers {
            let path = SettingPath("drivers").key(driver.name)
            check(driver.outputs.guarded, of: driver, at: path.key("guarded"))
            guard let settings = driver.outputs.switchable else { continue }
            let place = path.key("switchable")
            check(settings.outputs ?? [], of: driver, at: place.key("outputs"))
            if driver.outputPorts.isEmpty {
                errors.add(
                    place.error("\(driver.name) takes no commands: there is nothing to switch"))
            }
            for port in driver.switchablePorts {
                check(port, of: driver, settings, policies, at: place)
            }
        }
    }

    /// Refuses outputs that the settings of a policy name, and that only a policy made for them may command.
    private func checkNamedOutputs(of drivers: [DriverEntry], _ policies: [PolicyEntry]) {
        for policy in policies {
            for port in policy.ports where port.flow == .command {
                guard let mention = port.mention, let address = policy.bindings[port.name],
                    let driver = drivers.first(where: { $0.name == address.driver }),
                    let end = driver.outputPorts.first(where: { $0.name == address.port }),
                    let why = driver.obstacleToNamedOutput(at: end, policies)
                else { continue }
                errors.add(
                    mention.error(
                        in: SettingPath("policies").key(policy.name), .conflict,
                        "\(address) \(why)"))
            }
        }
    }

    /// Refuses names that are none of an output.
    private func check(_ names: [String], of driver: DriverEntry, at path: SettingPath) {
        let known = driver.outputPorts.map(\.name)
        for (index, name) in names.enumerated() where !known.contains(name) {
            errors.add(
                path.index(index).unknown(name, "output of \(driver.name)", among: known))
        }
    }

    private func check(
        _ port: DriverPort, of driver: DriverEntry, _ settings: SwitchableSettings,
        _ policies: [PolicyEntry], at path: SettingPath
    ) {
        if let why = driver.obstacleToHand(at: port, policies) {
            return errors.add(path.error("\(driver.name).\(port.name) \(why)"))
        }
        guard let form = settings.shownAs, let forms = port.handCommand?.shownAs,
            !forms.contains(form)
        else { return }
        errors.add(
            path.key("shown_as").error(
                .wrongValue,
                "\(driver.name).\(port.name) takes a \(port.kind), which is shown as "
                    + forms.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")))
    }
}
