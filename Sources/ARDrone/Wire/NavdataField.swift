extension ARDrone {
    /// Where a field of an option is, and what type it has on the wire.
    package struct NavdataField<Value: NavdataValue>: Sendable {
        /// In bytes from the option's tag.
        package let offset: Int

        package init(_ offset: Int) {
            self.offset = offset
        }
    }

    /// A type that a field has on the wire.
    package protocol NavdataValue: Sendable {
        init(_ option: NavdataBytes, at offset: Int)
    }

    /// By what an option is known: its tag, and its size, by which two of one tag are told apart.
    package struct NavdataOptionID: Equatable, Sendable {
        package let tag: UInt16
        /// With tag and size field.
        package let sizes: ClosedRange<Int>

        package init(_ tag: UInt16, sizes: ClosedRange<Int>) {
            self.tag = tag
            self.sizes = sizes
        }

        /// An option of at least `size` bytes: later firmware only ever added at the end.
        package init(_ tag: UInt16, size: Int) {
            self.init(tag, sizes: size...Int(UInt16.max))
        }

        /// The option if it is long enough to have all fields, otherwise as good as absent.
        package func complete(_ option: NavdataBytes) -> NavdataBytes? {
            sizes.contains(option.count) ? option : nil
        }
    }
}

extension ARDrone.NavdataBytes {
    /// The value of a field, in the field's own type.
    package subscript<Value>(field: ARDrone.NavdataField<Value>) -> Value {
        Value(self, at: field.offset)
    }
}

extension ARDrone.NavdataValue where Self: FixedWidthInteger {
    package init(_ option: ARDrone.NavdataBytes, at offset: Int) {
        self = option.integer(at: offset)
    }
}

extension UInt8: ARDrone.NavdataValue {}
extension UInt16: ARDrone.NavdataValue {}
extension Int16: ARDrone.NavdataValue {}
extension UInt32: ARDrone.NavdataValue {}
extension Int32: ARDrone.NavdataValue {}

extension Float: ARDrone.NavdataValue {
    package init(_ option: ARDrone.NavdataBytes, at offset: Int) {
        self.init(bitPattern: option.integer(at: offset))
    }
}

extension Double: ARDrone.NavdataValue {
    package init(_ option: ARDrone.NavdataBytes, at offset: Int) {
        self.init(bitPattern: option.integer(at: offset))
    }
}

extension ARDrone.DroneTime: ARDrone.NavdataValue {
    package init(_ option: ARDrone.NavdataBytes, at offset: Int) {
        self.init(raw: option.integer(at: offset))
    }
}

extension ARDrone.ControlState: ARDrone.NavdataValue {
    package init(_ option: ARDrone.NavdataBytes, at offset: Int) {
        self.init(rawValue: option.integer(at: offset))
    }
}
