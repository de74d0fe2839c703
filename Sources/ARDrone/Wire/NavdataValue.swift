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
