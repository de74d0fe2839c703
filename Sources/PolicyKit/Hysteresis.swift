/// Whether a measured value is above a band or below it. Within the band it stays what it was: with one threshold it would
/// change with every noise.
@usableFromInline
package struct Hysteresis: Equatable, Sendable {
    /// `nil` while it has not been outside of the band.
    @usableFromInline package internal(set) var isAbove: Bool?

    @inlinable
    package init(isAbove: Bool? = nil) {
        self.isAbove = isAbove
    }

    /// Takes note of a value; a NaN changes nothing.
    @inlinable
    package mutating func note(_ value: Double, low: Double, high: Double) {
        if value > high { isAbove = true }
        if value < low { isAbove = false }
    }
}
