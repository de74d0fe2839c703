import Core
import JSON
import LinuxIO
import Values

/// A PWM channel that is taken over as it is once it may be written to, and told what to give from
/// then on.
package struct AdoptedPWM: Sendable {
    /// How long the kernel is given to make the files of a channel, and udev to hand them over: 0.5 to
    /// 0.65 s were measured on an emulated Pi, whose udev shares its processor with a boot.
    private static let timeout = Duration.seconds(5)

    private let channel: PWMChannel
    private let startedAt: Instant
    /// `nil` until the channel is handed over.
    private var output: PWMOutput?
    /// As long as it is given to nobody else.
    private var claim: DeviceClaim?

    init(_ channel: PWMChannel, at now: Instant) {
        self.channel = channel
        startedAt = now
    }

    package var description: String { channel.path }
    package var diagnostics: [Diagnostic] { [Diagnostic("channel", .string(channel.path))] }

    /// - Returns: what the channel gives; `nil` while it is not handed over.
    /// - Throws: why it still is not after 5 s.
    package mutating func open(at now: Instant) throws(DeviceError) -> PWMState? {
        let obstacle: DeviceError
        if claim == nil, channel.isExported { claim = try channel.claim() }
        do throws(IOError) {
            if try channel.isWritable() { return try adopt() }
            obstacle = channel.isExported ? notHandedOver : notMade
        } catch {
            obstacle = DeviceError(error)
        }
        guard now - startedAt < Self.timeout else { throw obstacle }
        return nil
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

    /// Changes what the channel gives. With `isResync` it is read first, as somebody else may have
    /// changed it.
    package mutating func apply(
        isResync: Bool, _ change: (inout PWMOutput) throws(IOError) -> Void
    ) throws(DeviceError) {
        guard var output else { return }
        // What a change that fails half-way has done is kept, too.
        defer { self.output = output }
        try mapped(to: { DeviceError($0, of: channel) }) { () throws(IOError) in
            if isResync { try output.refresh() }
            try change(&output)
        }
    }

    /// Others may have the channel from now on.
    package mutating func release() { claim = nil }

    private mutating func adopt() throws(IOError) -> PWMState {
        var found = try PWMOutput(adopting: channel)
        // Without a pulse, enabled moves nothing, but on a PCA9685 it keeps others from setting the
        // period that all its channels share.
        if !found.state.isPulsing { try found.stop() }
        output = found
        return found.state
    }
}
