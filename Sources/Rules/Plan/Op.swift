/// One thing to work out, from what was worked out before it. Conditions are 1 (true), 0 (false) or not a number (unknown),
/// and an unknown number is not a number either: so one kind of register holds all.
struct Op: Hashable, Sendable {
    enum Code: UInt8, Sendable {
        /// The number of an input, or 1 of an active contact.
        case input
        case constant
        case negate, add, subtract, multiply, divide, average, smallest, largest
        case less, lessOrEqual
        case and, or, not
        /// Whether it is known.
        case known
        /// Whether it was true for so long: `right` is the number of its timer, `value` the nanoseconds.
        case since
        /// A part of the day by its number; days of the week by their bits.
        case window, days
    }

    let code: Code
    var left: Int32 = -1
    var right: Int32 = -1
    var value = 0.0

    static func constant(_ value: Double) -> Op { Op(code: .constant, value: value) }
}
