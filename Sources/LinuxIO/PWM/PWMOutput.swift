import Glibc

/// Drives one PWM channel and remembers what it was last told, so that it writes only changes.
package struct PWMOutput: Sendable {
    private let channel: PWMChannel
    /// What the channel does, as far as it is known.
    package private(set) var state: PWMState

    /// Takes over an exported channel as it is, running or not, and changes nothing.
    package init(adopting channel: PWMChannel) throws(IOError) {
        self.channel = channel
        state = try channel.state()
    }

    /// Looks what the channel really does: it may have been unplugged, or changed by somebody else.
    package mutating func refresh() throws(IOError) {
        state = try channel.state()
    }

    /// Sends pulses of this width, once a period. Writes nothing if it already does.
    ///
    /// - Throws: `EINVAL` for a pulse that does not fit its period, before anything is written.
    package mutating func pulse(
        widthNanoseconds width: Int64, periodNanoseconds period: Int64
    ) throws(IOError) {
        guard width >= 0, period > 0, width <= period else {
            throw IOError(call: "pulse", subject: channel.path, code: EINVAL)
        }
        for change in state.changes(toWidth: width, period: period) { try make(change) }
    }

    /// Stops the pulses. The channel still shows the last width, for whoever adopts it.
    package mutating func stop() throws(IOError) {
        if state.isEnabled { try make(.disable) }
    }

    private mutating func make(_ change: PWMChange) throws(IOError) {
        try channel.write(change)
        state.apply(change)
    }
}
