/// What a PWM channel's files say; `nil` for what cannot be read at the moment.
struct PWMSignal: Equatable, Sendable {
    var periodNanoseconds: Int?
    var dutyNanoseconds: Int?
    var isEnabled: Bool?
    var isInversed: Bool?

    /// This reading, with what it lacks taken from the one before: a writer may be in the middle.
    func completed(by earlier: PWMSignal) -> PWMSignal {
        PWMSignal(
            periodNanoseconds: periodNanoseconds ?? earlier.periodNanoseconds,
            dutyNanoseconds: dutyNanoseconds ?? earlier.dutyNanoseconds,
            isEnabled: isEnabled ?? earlier.isEnabled,
            isInversed: isInversed ?? earlier.isInversed)
    }

    /// How long the line is high in each period, in microseconds; `nil` without pulses.
    var pulseMicroseconds: Double? {
        guard isEnabled == true, let period = periodNanoseconds, let duty = dutyNanoseconds,
            period > 0, (0...period).contains(duty)
        else { return nil }
        let high = isInversed == true ? period - duty : duty
        return high > 0 ? Double(high) / 1000 : nil
    }
}
