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

    /// Sends pulses of this width, once a period.
    ///
    /// A channel that already runs at this period gets one write of `duty_cycle`, which the kernel
    /// applies at the end of a period; an unchanged width gets none.
    package mutating func pulse(
        widthNanoseconds width: Int64, periodNanoseconds period: Int64
    ) throws(IOError) {
        guard width >= 0, period > 0, width <= period else {
            throw IOError(call: "pulse", subject: channel.path, code: EINVAL)
        }
        if state.isEnabled, !state.isInverted, state.periodNanoseconds == period {
            if state.dutyNanoseconds != width { try setDuty(width) }
        } else {
            try start(width: width, period: period)
        }
    }

    /// Stops the pulses. The channel still shows the last width, for whoever adopts it.
    package mutating func stop() throws(IOError) {
        guard state.isEnabled else { return }
        try channel.setEnabled(false)
        state.isEnabled = false
    }

    /// The one order that every chip and kernel takes: a running channel refuses a period below
    /// its duty, some chips refuse a duty or a polarity before there is a period, and a duty above
    /// the period is found out only when the channel is enabled.
    private mutating func start(width: Int64, period: Int64) throws(IOError) {
        try stop()
        do throws(IOError) {
            try setDuty(0)
        } catch {
            // A fresh channel has no period yet, and its duty is 0 anyway.
            guard error.code == EINVAL else { throw error }
        }
        try channel.setPeriod(nanoseconds: period)
        state.periodNanoseconds = period
        if state.isInverted {
            try channel.setNormalPolarity()
            state.isInverted = false
        }
        try setDuty(width)
        try channel.setEnabled(true)
        state.isEnabled = true
    }

    private mutating func setDuty(_ width: Int64) throws(IOError) {
        try channel.setDuty(nanoseconds: width)
        state.dutyNanoseconds = width
    }
}
