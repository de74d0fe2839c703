/// All kinds of plugins that a configuration can name.
package struct PluginRegistry: Sendable {
    package let drivers: [DriverKind]
    package let policies: [any Policy.Type]

    package init(kinds drivers: [DriverKind], policies: [any Policy.Type]) {
        self.drivers = drivers
        self.policies = policies
    }

    package init(drivers: [any DriverPlugin.Type], policies: [any Policy.Type]) {
        self.init(kinds: drivers.map { DriverKind($0) }, policies: policies)
    }
}
