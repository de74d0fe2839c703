import Core

extension ARDrone {
    /// A type that a field has on the wire.
    ///
    /// No field has more than 32 bits of integer, so a `Double` holds every value exactly.
    protocol NavdataValue: Sendable {
        /// In bytes.
        static var wireSize: Int { get }
        init(_ option: NavdataBytes, at offset: Int)
        var number: Double { get }
        /// What a number that is a code stands for.
        var words: String? { get }
    }
}

extension ARDrone.NavdataValue {
    static var wireSize: Int { MemoryLayout<Self>.size }
    var words: String? { nil }
}

extension ARDrone.NavdataValue where Self: FixedWidthInteger {
    init(_ option: ARDrone.NavdataBytes, at offset: Int) {
        self = option.integer(at: offset)
    }

    var number: Double { Double(self) }
}

extension UInt8: ARDrone.NavdataValue {}
extension UInt16: ARDrone.NavdataValue {}
extension Int16: ARDrone.NavdataValue {}
extension UInt32: ARDrone.NavdataValue {}
extension Int32: ARDrone.NavdataValue {}

extension Float: ARDrone.NavdataValue {
    init(_ option: ARDrone.NavdataBytes, at offset: Int) {
        self.init(bitPattern: option.integer(at: offset))
    }

    /// The shortest decimal that is this single: 1.93336 and not 1.9333599805831909.
    var number: Double { Double(description) ?? Double(self) }
}

extension Double: ARDrone.NavdataValue {
    init(_ option: ARDrone.NavdataBytes, at offset: Int) {
        self.init(bitPattern: option.integer(at: offset))
    }

    var number: Double { self }
}

extension ARDrone.DroneTime: ARDrone.NavdataValue {
    init(_ option: ARDrone.NavdataBytes, at offset: Int) {
        self.init(raw: option.integer(at: offset))
    }

    /// In seconds.
    var number: Double {
        Double(raw >> 21) + Double(raw & 0x1F_FFFF) / 1_000_000
    }
}

extension ARDrone.ControlState: ARDrone.NavdataValue {
    init(_ option: ARDrone.NavdataBytes, at offset: Int) {
        self.init(rawValue: option.integer(at: offset))
    }

    var number: Double { Double(rawValue) }
    var words: String? { inWords }
}
