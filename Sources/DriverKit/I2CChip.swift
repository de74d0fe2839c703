import Core
import Glibc
import LinuxIO
import Settings
import Values

/// Where a chip is on I2C, as two settings that all drivers of such chips have alike: `i2c` and
/// `i2c_address`.
package struct I2CAddress: Equatable, Sendable {
    package let bus: Int
    /// 7 bits.
    package let address: UInt8

    package init(bus: Int, address: UInt8) {
        self.bus = bus
        self.address = address
    }

    /// Reads both. `addresses` are those that the chip can have, the first unless it is set; `meaning`
    /// says what chooses between them, in one sentence.
    package init(_ read: SettingsReader, addresses: [UInt8], _ meaning: String) {
        bus = read(
            "i2c", .integer(0...255), default: 1,
            "The I2C bus that the chip is on: 1 is /dev/i2c-1.")
        let first = I2CAddressText(value: addresses.first ?? 0)
        address = read("i2c_address", .i2cAddress, default: first, meaning).value
        let list = addresses.map { "\"\(Self.text($0))\"" }.joined(separator: " or ")
        read.check(
            addresses.contains(address), "i2c_address",
            "the chip cannot have it: expected \(list), found \"\(Self.text(address))\"")
    }

    /// What errors call the chip; and for `PolledSensor.bus`, where several drivers have one chip.
    package var name: String { "\(Self.text(address)) on i2c-\(bus)" }

    /// What the kernel calls it: "1-0048" (i2c_dev_set_name in drivers/i2c/i2c-core-base.c).
    package var deviceName: String { "\(bus)-00\(Self.digits(address))" }

    /// For `DriverPlugin.claims`: nobody else may have the chip.
    package var claim: Claim { Claim(.busAddress, deviceName, key: "i2c_address") }

    /// - Throws: `.absent` without the bus, `.busy` when a driver of the kernel has the chip. Whether
    ///   a chip answers shows at the first transfer.
    package func open(_ context: DriverContext) throws(DeviceError) -> I2CChip {
        try mapped(to: explained) { () throws(IOError) in
            let transfer = try openI2C(file(context.system), address: address)
            return I2CChip(transfer, name: name, context.scheduler)
        }
    }

    /// For `DriverPlugin.examine`: is the bus there, and is the chip left to us? The chip itself is
    /// not asked: others may be talking to it.
    ///
    /// - Throws: as `open`.
    package func examine(_ system: SystemPaths) throws(DeviceError) -> String {
        let file = file(system)
        let device = SysfsDirectory("\(system.sysfs)/bus/i2c/devices/\(deviceName)")
        try mapped(to: explained) { () throws(IOError) in
            try systemCall("access", file) { access(file, F_OK) }
            if let driver = try? device.linkedName("driver") {
                throw IOError(call: driver, subject: device.path, code: EBUSY)
            }
        }
        return "\(file); whether a chip answers there shows when it is read"
    }

    private func file(_ system: SystemPaths) -> String { "\(system.dev)/i2c-\(bus)" }

    private func explained(_ error: IOError) -> DeviceError {
        switch error.code {
        case ENOENT where bus == 1:
            DeviceError(.absent, "\(error); is dtparam=i2c_arm=on in config.txt?")
        case ENOENT:
            DeviceError(.absent, "\(error); is there an I2C bus \(bus)?")
        case EBUSY:
            DeviceError(
                .busy,
                "\(error): a driver of the kernel has the chip; take its overlay out of "
                    + "config.txt, or use the driver \"iio\" or \"hwmon\"")
        default: DeviceError(error)
        }
    }

    fileprivate static func text(_ address: UInt8) -> String { "0x\(digits(address))" }

    private static func digits(_ address: UInt8) -> String {
        (address < 0x10 ? "0" : "") + String(address, radix: 16)
    }
}

/// An address of 7 bits as it is written: "0x48".
package struct I2CAddressText: LosslessStringConvertible, Sendable {
    package let value: UInt8

    package var description: String { I2CAddress.text(value) }

    /// `nil` also for the lowest and highest eight, which the I2C specification reserves.
    package init?(_ text: String) {
        let digits = text.dropFirst(2)
        guard text.hasPrefix("0x"), digits.utf8.count == 2, digits.allSatisfy(\.isHexDigit),
            let value = UInt8(digits, radix: 16), (0x08...0x77).contains(value)
        else { return nil }
        self.value = value
    }

    fileprivate init(value: UInt8) {
        self.value = value
    }
}

extension SettingKind where Value == I2CAddressText {
    package static var i2cAddress: SettingKind {
        parsed(
            "an address on I2C such as \"0x48\"",
            pattern: "^0x(?:0[89A-Fa-f]|[1-6][0-9A-Fa-f]|7[0-7])$",
            placeholder: I2CAddressText(value: 0x48))
    }
}

/// A chip on I2C that was opened. All of this waits for the bus.
package struct I2CChip: Sendable {
    private let device: any I2CTransfer
    private let name: String
    private let clock: any Scheduler

    /// `name` says in errors which chip it is: "0x48 on i2c-1".
    package init(_ device: any I2CTransfer, name: String, _ clock: any Scheduler) {
        self.device = device
        self.name = name
        self.clock = clock
    }

    package func write(_ bytes: UInt8...) throws(DeviceError) {
        _ = try transfer(bytes, reading: 0)
    }

    /// `count` bytes, after writing what asks for them, with a repeated start between.
    package func bytes(
        _ count: Int, after asked: UInt8...
    ) throws(DeviceError) -> [UInt8] {
        try transfer(asked, reading: count)
    }

    /// 16 bits, the upper eight first, after writing what asks for them.
    package func word(_ asked: UInt8...) throws(DeviceError) -> UInt16 {
        let bytes = try transfer(asked, reading: 2)
        return UInt16(bytes[0]) << 8 | UInt16(bytes[1])
    }

    /// Gives the chip time for what it was told to do.
    package func sleep(for time: Duration) {
        clock.sleep(for: time)
    }

    /// - Throws: `.timeout` when no chip answers, which may be a wire that is loose for a moment.
    package func transfer(_ bytes: [UInt8], reading count: Int) throws(DeviceError) -> [UInt8] {
        try mapped(to: { DeviceError(transfer: $0, to: name) }) { () throws(IOError) in
            let answer = try device.transfer(bytes, reading: count)
            guard answer.count == count else {
                throw IOError(call: "I2C_RDWR", subject: name, code: EBADMSG)
            }
            return answer
        }
    }
}
