import Core
import LinuxIO
import Settings
import Values

/// Settings of an actuator on a PWM channel, and what they make of it.
package protocol PWMActuatorSettings: PluginSettings {
    associatedtype Plan: ActuatorPlan

    var channel: PWMChannelSettings { get }

    /// What to do with a channel that gives these pulses.
    func plan(found: PWMState, at now: Instant) -> Plan

    /// Has the channel do what the plan says.
    func give(_ output: Plan.Output, at channel: inout PWMOutput) throws(IOError)

    /// What the channel gives when there is no driver to change it; `nil`: what it gives then.
    var atClose: Plan.Output? { get }
}

/// A driver of such an actuator. It takes the channel over as it is: what runs goes on until a command,
/// or for as long as the plan says.
package protocol PWMActuator: LeasedActuator
where Settings: PWMActuatorSettings, Device == PWMDevice<Settings> {}

extension PWMActuator {
    package static func claims(_ settings: Settings) -> [Claim] { [settings.channel.claim] }

    package static func device(
        _ settings: Settings, _ context: DriverContext
    ) throws(DeviceError) -> PWMDevice<Settings> {
        PWMDevice(settings: settings, channel: try settings.channel.adopt(context))
    }
}

/// The channel of such an actuator.
package struct PWMDevice<Settings: PWMActuatorSettings>: ActuatorDevice {
    let settings: Settings
    var channel: AdoptedPWM

    package var description: String { channel.description }
    package var diagnostics: [Diagnostic] { channel.diagnostics }

    package mutating func open(at now: Instant) throws(DeviceError) -> Settings.Plan? {
        try channel.open(at: now).map { settings.plan(found: $0, at: now) }
    }

    package mutating func apply(
        _ wanted: Settings.Plan.Output, isResync: Bool
    ) throws(DeviceError) {
        try channel.apply(isResync: isResync) { [settings] output throws(IOError) in
            try settings.give(wanted, at: &output)
        }
    }

    package mutating func close() throws(DeviceError) {
        defer { channel.release() }
        if let last = settings.atClose { try apply(last, isResync: false) }
    }
}
