import Core
import Values

/// A converter that was found. Every call converts, and waits meanwhile.
package protocol ADCInput: Sendable {
    /// The converter's own number.
    func raw(_ channel: Int) throws(DeviceError) -> Double
    /// What is at the input; `nil` where nobody knows the converter's reference.
    func millivolts(_ channel: Int) throws(DeviceError) -> ADCVoltage?
}

package struct ADCVoltage: Equatable, Sendable {
    package let millivolts: Double
    /// Whether the converter is at the end of its range, so that there may be more.
    package let isSaturated: Bool

    package init(millivolts: Double, isSaturated: Bool) {
        self.millivolts = millivolts
        self.isSaturated = isSaturated
    }

    /// What can be at an input of a board that is still alive.
    static let possibleMillivolts = -100_000.0...100_000.0

    fileprivate func ratio(to supply: Double) -> ADCRatio {
        ADCRatio(value: millivolts / supply, isSaturated: isSaturated)
    }
}

/// The voltage at an input as a part of its reference, usually 0...1.
package struct ADCRatio: Equatable, Sendable {
    package let value: Double
    package let isSaturated: Bool

    package init(value: Double, isSaturated: Bool) {
        self.value = value
        self.isSaturated = isSaturated
    }
}

extension ADCInput {
    package func ratio(
        _ channel: Int, _ reference: ADCReference
    ) throws(DeviceError) -> ADCRatio {
        switch reference {
        case .fullScale(let full):
            let ratio = try raw(channel) / full
            // More than all is no reading, and a filter would take long to forget it. Less than
            // nothing may be the noise of a converter with a sign.
            guard (-0.01...1).contains(ratio) else {
                throw DeviceError(
                    .corrupt, "input \(channel) reads \(shortText(of: ratio)) of its full scale")
            }
            return ADCRatio(value: ratio, isSaturated: false)
        case .supply(let supply):
            return try voltage(channel).ratio(to: supply)
        case .supplyChannel(let supplyChannel):
            let supply = try voltage(supplyChannel)
            guard supply.millivolts >= 500, !supply.isSaturated else {
                throw DeviceError(
                    .corrupt,
                    "input \(supplyChannel) should see the divider's supply, and reads "
                        + "\(fixedText(of: supply.millivolts, decimals: 0)) mV"
                        + (supply.isSaturated ? ", the end of the converter's range" : ""))
            }
            return try voltage(channel).ratio(to: supply.millivolts)
        }
    }

    /// What is at an input.
    package func voltage(_ channel: Int) throws(DeviceError) -> ADCVoltage {
        guard let voltage = try millivolts(channel) else {
            throw DeviceError(
                .refused,
                "the kernel knows no reference voltage of this converter (its overlay names "
                    + "none): give it as \"reference\"")
        }
        // Each of the kernel's files is a number; their product may be any, or infinite.
        guard ADCVoltage.possibleMillivolts.contains(voltage.millivolts) else {
            throw DeviceError(
                .corrupt, "input \(channel) reads \(shortText(of: voltage.millivolts)) mV")
        }
        return voltage
    }
}
