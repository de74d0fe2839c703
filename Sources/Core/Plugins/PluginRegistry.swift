/// All kinds of plugins that this build knows.
package struct PluginRegistry: Sendable {
    package let drivers: [any DriverPlugin.Type]
    package let policies: [any Policy.Type]

    package init(drivers: [any DriverPlugin.Type], policies: [any Policy.Type]) {
        self.drivers = drivers
        self.policies = policies
    }
}
