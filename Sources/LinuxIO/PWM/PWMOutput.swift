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

/// What a PWM channel does, and how it is brought from there to something else. Times are in
/// nanoseconds, as the kernel has them.
package struct PWMState: Equatable, Sendable {
    package var period: Int64
    /// How long the pulse of each period is.
    package var duty: Int64
    package var isInverted: Bool
    package var isEnabled: Bool

    package init(period: Int64, duty: Int64, isInverted: Bool, isEnabled: Bool) {
        self.period = period
        self.duty = duty
        self.isInverted = isInverted
        self.isEnabled = isEnabled
    }

    /// Whether pulses come out. A PCA9685 calls every channel enabled that nobody has used yet.
    package var isPulsing: Bool { isEnabled && duty > 0 }

    /// Whether the period is this one, but for what the chip has rounded.
    ///
    /// A PCA9685 has periods of whole 163.84 µs: asked for 20 ms, it says 19.98848 ms when it is
    /// read again. No servo notices half a step. Its shortest period, 655.36 µs, is eight half steps;
    /// of a shorter one, which another chip gives, no more than an eighth may be missing.
    package func hasPeriod(_ wanted: Int64) -> Bool {
        let (difference, isBeyond) = period.subtractingReportingOverflow(wanted)
        return !isBeyond && difference.magnitude <= min(81_920, wanted.magnitude / 8)
    }

    /// The changes that make a channel in this state send pulses of `width` every `period`.
    ///
    /// One that already does so at another width gets that one change, which the kernel applies at
    /// once and whole. For any other this is the one order that every chip and kernel takes: a
    /// running channel refuses a period below its duty; some chips refuse a duty or a polarity
    /// while there is no period; and a duty above the period, set while disabled, is found out
    /// only when the channel is enabled.
    func changes(toWidth width: Int64, period: Int64) -> [PWMChange] {
        if isEnabled, !isInverted, hasPeriod(period) {
            return duty == width ? [] : [.duty(width)]
        }
        var changes: [PWMChange] = []
        if isEnabled { changes.append(.disable) }
        if duty != 0 { changes.append(.duty(0)) }
        changes.append(.period(period))
        if isInverted { changes.append(.normalPolarity) }
        return changes + [.duty(width), .enable]
    }

    mutating func apply(_ change: PWMChange) {
        switch change {
        case .enable: isEnabled = true
        case .disable: isEnabled = false
        case .period(let period): self.period = period
        case .duty(let duty): self.duty = duty
        case .normalPolarity: isInverted = false
        }
    }
}

/// One change to a PWM channel: one write to one of its files.
enum PWMChange: Equatable, Sendable {
    case enable, disable
    case period(Int64)
    case duty(Int64)
    case normalPolarity
}
