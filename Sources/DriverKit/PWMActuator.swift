import Core
import JSON
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
        PWMDevice(
            settings, try settings.channel.export(context.system), at: context.scheduler.now)
    }
}

/// The channel of such an actuator: taken over as it is once it may be written to, then told what to give.
package struct PWMDevice<Settings: PWMActuatorSettings>: ActuatorDevice {
    /// How long the kernel is given to make the files of a channel, and udev to hand them over: 0.5 to
    /// 0.65 s were measured on an emulated Pi, whose udev shares its processor with a boot.
    private static var timeout: Duration { .seconds(5) }

    private let settings: Settings
    private let channel: PWMChannel
    private let startedAt: Instant
    /// `nil` until the channel is handed over.
    private var output: PWMOutput?
    /// As long as it is given to nobody else.
    private var claim: DeviceClaim?

    init(_ settings: Settings, _ channel: PWMChannel, at now: Instant) {
        self.settings = settings
        self.channel = channel
        startedAt = now
    }

    package var description: String { channel.path }
    package var diagnostics: [Diagnostic] { [Diagnostic("channel", .string(channel.path))] }

    /// - Returns: a plan for what the channel gives; `nil` while it is not handed over.
    /// - Throws: why it still is not after 5 s.
    package mutating func open(at now: Instant) throws(DeviceError) -> Settings.Plan? {
        let obstacle: DeviceError
        if claim == nil, channel.isExported { claim = try channel.claim() }
        do throws(IOError) {
            if try channel.isWritable() { return settings.plan(found: try adopt(), at: now) }
            obstacle = channel.isExported ? notHandedOver : notMade
        } catch {
            obstacle = DeviceError(error)
        }
        guard now - startedAt < Self.timeout else { throw obstacle }
        return nil
    }

    /// Changes what the channel gives. With `isResync` it is read first, as somebody else may have
    /// changed it.
    package mutating func apply(
        _ wanted: Settings.Plan.Output, isResync: Bool
    ) throws(DeviceError) {
        guard var output else { return }
        // What a change that fails half-way has done is kept, too.
        defer { self.output = output }
        try mapped(to: { DeviceError($0, of: channel) }) { () throws(IOError) in
            if isResync { try output.refresh() }
            try settings.give(wanted, at: &output)
        }
    }

    /// Others may have the channel from now on.
    package mutating func close() throws(DeviceError) {
        defer { claim = nil }
        if let last = settings.atClose { try apply(last, isResync: false) }
    }

    private var notHandedOver: DeviceError {
        DeviceError(
            .refused,
            "\(channel.path) may not be written; is the service's user in the group gpio, and does "
                + "a udev rule give that group the channel?")
    }

    private var notMade: DeviceError {
        DeviceError(
            .absent,
            "\(channel.path) is not there \(text(of: Self.timeout)) after the chip was asked for it; "
                + "what does the kernel say (journalctl -k)?")
    }

    private mutating func adopt() throws(IOError) -> PWMState {
        var found = try PWMOutput(adopting: channel)
        // Without a pulse, enabled moves nothing, but on a PCA9685 it keeps others from setting the
        // period that all its channels share.
        if !found.state.isPulsing { try found.stop() }
        output = found
        return found.state
    }
}
