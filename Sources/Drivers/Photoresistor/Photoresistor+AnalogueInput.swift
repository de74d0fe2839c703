import Core
import Devices
import Glibc
import LinuxIO

extension Photoresistor {
    /// A converter that was found. Every call converts, and blocks meanwhile.
    protocol AnalogueInput: Sendable {
        /// The converter's own number.
        func counts(_ channel: Int) throws(DeviceError) -> Double
        /// What is at the input; `nil` where nobody knows the converter's reference.
        func millivolts(_ channel: Int) throws(DeviceError) -> Voltage?
    }

    struct Voltage: Equatable, Sendable {
        let millivolts: Double
        /// Whether the converter is at the end of its range, so that there may be more.
        let isClipped: Bool

        /// What can be at an input of a board that is still alive.
        static let possibleMillivolts = -100_000.0...100_000.0
    }

    /// The voltage at the input as a share of that across the divider, usually 0...1.
    struct Ratio: Equatable, Sendable {
        let value: Double
        let isClipped: Bool
    }

    /// How light it is, 0...1, by one look at the converter.
    struct Reading: Equatable, Sendable {
        let ratio: Double
        /// Whether the converter was at the end of its range.
        let isClipped: Bool
    }
}

extension Photoresistor.AnalogueInput {
    func fraction(_ channel: Int, _ scale: Photoresistor.Scale) throws(DeviceError)
        -> Photoresistor.Ratio
    {
        switch scale {
        case .counts(let full):
            let fraction = try counts(channel) / full
            // More than all is no reading, and a filter would take long to forget it. Less than
            // nothing may be the noise of a converter with a sign.
            guard (-0.01...1).contains(fraction) else {
                throw DeviceError(
                    .corrupt, "input \(channel) reads \(shortText(of: fraction)) of its full scale")
            }
            return Photoresistor.Ratio(value: fraction, isClipped: false)
        case .millivolts(let supply):
            return try voltage(channel).fraction(of: supply)
        case .measuredSupply(let supplyChannel):
            let supply = try voltage(supplyChannel)
            guard supply.millivolts >= 500, !supply.isClipped else {
                throw DeviceError(
                    .corrupt,
                    "input \(supplyChannel) should see the divider's supply, and reads "
                        + "\(fixedText(of: supply.millivolts, decimals: 0)) mV"
                        + (supply.isClipped ? ", the end of the converter's range" : ""))
            }
            return try voltage(channel).fraction(of: supply.millivolts)
        }
    }

    private func voltage(_ channel: Int) throws(DeviceError) -> Photoresistor.Voltage {
        guard let voltage = try millivolts(channel) else {
            throw DeviceError(
                .refused,
                "the kernel knows no reference voltage of this converter (its overlay names "
                    + "none): give it as \"reference\"")
        }
        // Each of the kernel's files is a number; their product may be any, or infinite.
        guard Photoresistor.Voltage.possibleMillivolts.contains(voltage.millivolts) else {
            throw DeviceError(
                .corrupt, "input \(channel) reads \(shortText(of: voltage.millivolts)) mV")
        }
        return voltage
    }
}

extension DeviceError {
    /// A conversion failed of a converter that was found.
    ///
    /// That nobody answers may be a contact that is loose for a moment, on the bare bus as through
    /// the kernel: it is not plainly gone. Which number stands for it is for the bus's driver to
    /// choose.
    init(converting error: IOError) {
        guard [EREMOTEIO, ENXIO].contains(error.code) else {
            self.init(error)
            return
        }
        self.init(
            .timeout,
            "no converter answers (\(error)); are its power and its wires connected, and is its "
                + "address right?")
    }
}

extension Photoresistor.Voltage {
    fileprivate func fraction(of supply: Double) -> Photoresistor.Ratio {
        Photoresistor.Ratio(value: millivolts / supply, isClipped: isClipped)
    }
}
