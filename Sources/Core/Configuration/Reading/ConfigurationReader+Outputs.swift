import JSON
import Settings
import Values

extension ConfigurationReader {
    /// Refuses outputs that people cannot switch where the file says that they do. `policies` are all of the file.
    func checkOutputs(of drivers: [DriverEntry], _ policies: [PolicyEntry]) {
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
