import TestSupport

/// A chip on a simulated I2C bus.
package final class I2CDeviceDouble: SimulatedDevice {
    private let bus: I2CBus
    private let address: UInt8
    private let good: I2CBus.Chip
    private let garbage: I2CBus.Chip

    /// `garbage` is what the data sheet rules out; without it such a device cannot give any.
    package init(
        _ tree: TemporaryDirectory, bus number: Int = 1, address: UInt8,
        good: @escaping I2CBus.Chip, garbage: I2CBus.Chip? = nil
    ) throws {
        bus = try I2CBus(tree, number: number)
        self.address = address
        self.good = good
        self.garbage = garbage ?? good
        bus.connect(address, good)
    }

    package func become(_ condition: Condition) throws {
        bus.connect(address, condition == .garbage ? garbage : good)
        bus.become(condition.ofBus)
    }
}

/// A chip on simulated SPI.
package final class SPIDeviceDouble: SimulatedDevice {
    private let bus: SPIBus
    private let good: SPIBus.Chip
    private let garbage: SPIBus.Chip

    package init(
        _ tree: TemporaryDirectory, name: String = "0.0", good: @escaping SPIBus.Chip,
        garbage: SPIBus.Chip? = nil
    ) throws {
        self.good = good
        self.garbage = garbage ?? good
        bus = try SPIBus(tree, name: name, good)
    }

    package func become(_ condition: Condition) throws {
        bus.connect(condition == .garbage ? garbage : good)
        bus.become(condition.ofBus)
    }
}

extension Condition {
    fileprivate var ofBus: BusBehaviour {
        switch self {
        case .well, .garbage: .well
        case .absent: .unplugged
        case .slow: .slow(.milliseconds(50))
        case .stuck: .stuck
        }
    }
}
