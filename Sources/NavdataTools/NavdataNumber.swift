import ARDrone

/// A value of the wire as a number for people.
///
/// No field has more than 32 bits of integer, so a `Double` holds every value exactly.
protocol NavdataNumber: ARDrone.NavdataValue {
    var number: Double { get }
    /// What a number that is a code stands for.
    var words: String? { get }
}

extension NavdataNumber {
    var words: String? { nil }
}

extension NavdataNumber where Self: FixedWidthInteger {
    var number: Double { Double(self) }
}

extension UInt8: NavdataNumber {}
extension UInt16: NavdataNumber {}
extension Int16: NavdataNumber {}
extension UInt32: NavdataNumber {}
extension Int32: NavdataNumber {}

extension Float: NavdataNumber {
    /// The shortest decimal that is this single: 1.93336 and not 1.9333599805831909.
    var number: Double { Double(description) ?? Double(self) }
}

extension Double: NavdataNumber {
    var number: Double { self }
}

extension ARDrone.DroneTime: NavdataNumber {
    /// In seconds.
    var number: Double {
        Double(raw >> 21) + Double(raw & 0x1F_FFFF) / 1_000_000
    }
}

extension ARDrone.ControlState: NavdataNumber {
    var number: Double { Double(rawValue) }
    var words: String? { name }
}
