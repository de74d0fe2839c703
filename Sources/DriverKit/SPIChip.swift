import Core
import Glibc
import LinuxIO
import Settings
import Values

/// Where a chip is on SPI: the bus and the chip select, "0.0". All drivers of such chips have it as
/// the setting `spi`.
package struct SPIAddress: Equatable, Sendable, LosslessStringConvertible {
    package let bus: UInt8
    package let select: UInt8

    package init(bus: UInt8, select: UInt8) {
        self.bus = bus
        self.select = select
    }

    /// `nil` unless it is written as the kernel writes it.
    package init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let bus = UInt8(parts[0]), let select = UInt8(parts[1]),
            text == "\(bus).\(select)"
        else { return nil }
        self.init(bus: bus, select: select)
    }

    package init(_ read: SettingsReader) {
        self = read(
            "spi", .spiAddress, default: SPIAddress(bus: 0, select: 0),
            "The SPI bus that the chip is on and its chip select: 0.0 is /dev/spidev0.0.")
    }

    package var description: String { "\(bus).\(select)" }

    /// The chip's name for `PolledSensor.bus`, where several drivers have one chip.
    package var name: String { "spidev\(self)" }

    /// What the kernel calls it: "spi0.0" (spi_dev_set_name in drivers/spi/spi.c).
    package var deviceName: String { "spi\(self)" }

    /// For `DriverPlugin.claims`: nobody else may have the chip.
    package var claim: Claim { Claim(.busAddress, deviceName, key: "spi") }

    /// Opens it in mode 0, at `hertz` at most.
    ///
    /// - Throws: `.absent` without the bus, and while a driver of the kernel has the chip.
    package func open(_ context: DriverContext, hertz: UInt32) throws(DeviceError) -> SPIChip {
        let path = "\(context.system.dev)/\(name)"
        do throws(IOError) {
            return SPIChip(
                try openSPI(path, hertz: hertz), name: path, context.scheduler)
        } catch {
            let fault = DeviceError(error)
            guard fault.kind == .absent else { throw fault }
            throw DeviceError(
                .absent,
                "\(fault); is dtparam=spi=on in config.txt, and no overlay there that takes the chip?"
            )
        }
    }
}

extension SettingKind where Value == SPIAddress {
    package static var spiAddress: SettingKind {
        parsed(
            "a bus and its chip select such as \"0.0\"", pattern: #"^\d+\.\d+$"#,
            placeholder: SPIAddress(bus: 0, select: 0))
    }
}

/// A chip on SPI that was opened. All of this waits for the bus.
package struct SPIChip: Sendable {
    private let device: any SPITransfer
    package let name: String
    private let clock: any Scheduler

    /// `name` says in errors which chip it is: "/dev/spidev0.0".
    package init(_ device: any SPITransfer, name: String, _ clock: any Scheduler) {
        self.device = device
        self.name = name
        self.clock = clock
    }

    /// Sends the bytes and gives as many that came meanwhile. Nobody acknowledges on SPI: without a
    /// chip these are whatever the wire is at.
    package func transfer(_ bytes: [UInt8]) throws(DeviceError) -> [UInt8] {
        try mapped(to: { DeviceError(transfer: $0, to: name) }) { () throws(IOError) in
            let answer = try device.transfer(bytes)
            guard answer.count == bytes.count else {
                throw IOError(call: "SPI_IOC_MESSAGE", subject: name, code: EBADMSG)
            }
            return answer
        }
    }

    /// Gives the chip time for what it was told to do.
    package func sleep(for time: Duration) {
        clock.sleep(for: time)
    }
}
