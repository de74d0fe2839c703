import Values

extension DriverEntry {
    /// Those that take commands.
    package var outputPorts: [DriverPort] { ports.filter { $0.flow == .command } }

    /// Those that a person may switch.
    package var switchablePorts: [DriverPort] {
        guard let settings = outputs.switchable else { return [] }
        return outputPorts.filter { settings.outputs?.contains($0.name) ?? true }
    }

    /// Whether only the policies made for it command that port.
    package func isGuarded(_ port: DriverPort) -> Bool {
        port.isGuarded || outputs.guarded.contains(port.name)
    }

    /// Why nobody can switch a port of this driver by hand, as the end of a sentence; `nil` where it can be. `policies` are all
    /// of the file, whether they run or not.
    func obstacleToHand(at port: DriverPort, _ policies: [PolicyEntry]) -> String? {
        let address = PortAddress(driver: name, port: port.name)
        if let owner = policies.first(where: { $0.commands.contains(address) }) {
            return "is commanded by the policy \"\(owner.name)\", and by nobody beside it"
        }
        if let why = obstacleToAnybody(at: port) { return why }
        guard port.handCommand != nil else {
            return "takes a \(port.kind), which nobody gives by hand"
        }
        return nil
    }

    /// Why a policy whose settings name its outputs, such as `rules`, cannot command that port, as the end of a sentence;
    /// `nil` where it can. `policies` are all of the file: the device belongs to one that was made for it, also while that rests.
    func obstacleToNamedOutput(at port: DriverPort, _ policies: [PolicyEntry]) -> String? {
        let address = PortAddress(driver: name, port: port.name)
        let owner = policies.first { policy in
            policy.ports.contains {
                $0.flow == .command && $0.mention == nil && policy.bindings[$0.name] == address
            }
        }
        if let owner { return "is commanded by the policy \"\(owner.name)\", which is made for it" }
        return obstacleToAnybody(at: port)
    }

    private func obstacleToAnybody(at port: DriverPort) -> String? {
        if isGuarded(port) { return "is guarded: only a policy made for it commands it" }
        guard case .holds(let key)? = configured.commandLimits[port.name]?.unattended else {
            return nil
        }
        return "keeps what was commanded last when nobody is in charge (\"\(key)\"), "
            + "and so has no safe level to go to"
    }
}

extension Configuration {
    /// All of the file, whether they run or not.
    var allPolicies: [PolicyEntry] { policies + restingPolicies + shadows }

    /// Why nobody can switch by hand what is called so, a driver or one of its outputs; `nil` where nothing is.
    package func obstacleToHand(at name: String) -> String? {
        for driver in drivers {
            for port in driver.outputPorts {
                let address = PortAddress(driver: driver.name, port: port.name)
                guard name == driver.name || name == address.description else { continue }
                let why =
                    driver.obstacleToHand(at: port, allPolicies)
                    ?? "is not switchable: drivers.\(driver.name).switchable of the file does not name it"
                return "\(address) \(why)"
            }
        }
        return nil
    }
}
