import Core
import DriverKit
import Settings
import Values

/// A thermometer on I2C: the TMP117 by Texas Instruments (data sheet SNOSD82).
///
/// Each reading starts a measurement of its own. A chip that measures by itself repeats its last value
/// when it was told to stop, and nothing in that value shows it.
package enum TMP117: PolledSensor {
    package static let name = "tmp117"
    package static let summary = "A TMP117 thermometer on I2C."
    package static let port = Port<Temperature>("temperature", "How warm it is.")

    package struct Settings: PolledSettings {
        let place: I2CAddress
        package let every: Duration

        package init(_ read: SettingsReader) {
            place = I2CAddress(
                read, addresses: [0x48, 0x49, 0x4A, 0x4B],
                "0x48 with ADD0 at ground, 0x49 at 3.3 V, 0x4A at SDA, 0x4B at SCL.")
            every = read(
                "every", .duration(.milliseconds(200) ... .seconds(600)), default: .seconds(2),
                "How often the temperature is read.")
        }
    }

    package static func claims(_ settings: Settings) -> [Claim] { [settings.place.claim] }

    package static func examine(
        _ settings: Settings, _ system: SystemPaths, _ clock: any Scheduler
    ) throws(DeviceError) -> String? {
        try settings.place.examine(system)
    }

    package static func open(
        _ settings: Settings, _ context: DriverContext
    ) throws(DeviceError) -> I2CChip {
        let chip = try settings.place.open(context)
        let id = try chip.word(0x0F) & 0x0FFF  // above is the revision
        guard id == 0x117 else {
            let found = "0x\(String(id, radix: 16))"
            throw DeviceError(
                .corrupt,
                "register 0x0F of \(settings.place.name) is \(found), a TMP117 has 0x117; "
                    + "is another chip there?")
        }
        return chip
    }

    package static func read(
        _ chip: inout I2CChip, _ settings: Settings
    ) throws(DeviceError) -> Measured<Temperature> {
        // 7.4.3 "One-Shot Mode" and 7.3.2 "Averaging": one conversion, the mean of 8. By the
        // electrical characteristics each takes 17.5 ms at most.
        try chip.write(0x01, 0x0C, 0x20)
        chip.sleep(for: .milliseconds(150))
        guard try chip.word(0x01) & isReady != 0 else {
            throw DeviceError(.timeout, "\(settings.place.name) still measures after 150 ms")
        }
        let celsius = try celsius(chip.word(0x00), settings.place)
        return Measured(Temperature(celsius: celsius))
    }

    /// The temperature register, 7.3.3 "Temperature Result and Limits": 1/128 °C, two's complement.
    private static func celsius(
        _ word: UInt16, _ place: I2CAddress
    ) throws(DeviceError) -> Double {
        guard word != sinceReset else {
            throw DeviceError(
                .timeout,
                "\(place.name) has measured nothing since its reset; is its supply steady?")
        }
        let celsius = Double(Int16(bitPattern: word)) / 128
        guard (-55...150).contains(celsius) else {
            throw DeviceError(
                .corrupt, "\(place.name) gives \(celsius) °C, a TMP117 -55 to 150 °C")
        }
        return celsius
    }

    /// Data_Ready of the configuration register: cleared by reading it or the temperature.
    private static let isReady: UInt16 = 0x2000
    /// -256 °C, what the temperature register has until the first conversion is done.
    private static let sinceReset: UInt16 = 0x8000
}
