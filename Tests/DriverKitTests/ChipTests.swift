import Core
import DriverKit
import JSON
import LinuxIO
import Settings
import Synchronization
import TestSupport
import Testing
import Values

/// Chips on the simulated buses, which stand in the place of the kernel's files.
struct ChipTests {
    private let directory: TemporaryDirectory
    private let bench: DriverBench<Nothing>

    /// Only its context is wanted.
    private enum Nothing: DriverPlugin {
        struct Settings: PluginSettings {
            init(_ read: SettingsReader) {}
        }

        static let name = "nothing"
        static let summary = "For tests."
        static let ports: [DriverPort] = []
        static func start(
            _ settings: Settings, _ context: DriverContext
        ) throws(DeviceError) -> any Driver {
            throw DeviceError(.other, "is never started")
        }
    }

    init() throws {
        directory = try TemporaryDirectory()
        bench = DriverBench(root: directory.path)
    }

    private func chip() throws(DeviceError) -> I2CChip {
        try I2CAddress(bus: 1, address: 0x23).open(bench.context())
    }

    @Test("what is written arrives, and what the chip answers comes back")
    func transfers() throws {
        let bus = try I2CBus(directory)
        bus.connect(0x23) { written, count in
            written == [0x10] && count == 2 ? [0x12, 0x34] : [0x7F]
        }
        let chip = try chip()
        #expect(try chip.word(0x10) == 0x1234)
        #expect(try chip.bytes(1, after: 0x11, 0x22) == [0x7F])
        try chip.write(0x01)
        withExtendedLifetime(bus) {}
    }

    @Test("a chip that does not acknowledge is a miss with advice, not an absence")
    func nobodyAnswers() throws {
        let bus = try I2CBus(directory)
        let fault = thrownError(DeviceError.self) { try chip().write(1) }
        #expect(fault?.kind == .timeout)
        #expect(fault?.message.contains("no chip answers at 0x23 on i2c-1 (") == true)
        #expect(fault?.message.contains("i2cdetect") == true)
        #expect(fault?.message.contains("wires") == true)
        bus.connect(0x23) { _, _ in [] }
        #expect(thrownError(DeviceError.self) { try chip().write(1) } == nil)
        bus.become(.unplugged)
        #expect(thrownError(DeviceError.self) { try chip().write(1) }?.kind == .timeout)
    }

    @Test("without the bus it is absent, and the error says what turns it on")
    func noBus() {
        let fault = thrownError(DeviceError.self) { try chip() }
        #expect(fault?.kind == .absent)
        #expect(fault?.message.contains("dtparam=i2c_arm=on") == true)
    }

    @Test("a look finds the bus, or the driver of the kernel that has the chip, and asks nobody")
    func examines() throws {
        let place = I2CAddress(bus: 1, address: 0x23)
        let without = thrownError(DeviceError.self) { try place.examine(bench.system) }
        #expect(without?.kind == .absent)
        #expect(without?.message.contains("dtparam=i2c_arm=on") == true)
        let bus = try I2CBus(directory)
        let asked = Mutex(false)
        bus.connect(0x23) { _, _ in
            asked.withLock { $0 = true }
            return []
        }
        #expect(try place.examine(bench.system).contains("/dev/i2c-1;"))
        let device = "\(bench.system.sysfs)/bus/i2c/devices/1-0023"
        try directory.write("sys/bus/i2c/devices/1-0023/name", "bh1750\n")
        try directory.link(
            "sys/bus/i2c/devices/1-0023/driver", to: "../../drivers/bh1750")
        let taken = thrownError(DeviceError.self) { try place.examine(bench.system) }
        #expect(taken?.kind == .busy)
        #expect(taken?.message.contains("bh1750 \(device)") == true)
        #expect(!asked.withLock { $0 })
    }

    @Test("a bus that goes away in the middle is an absence")
    func busGone() throws {
        var bus: I2CBus? = try I2CBus(directory)
        bus?.connect(0x23) { _, _ in [] }
        let chip = try chip()
        try chip.write(1)
        bus = nil
        #expect(eventually { thrownError(DeviceError.self) { try chip.write(1) }?.kind == .absent })
    }

    @Test("a chip that answers slowly answers; a stuck bus keeps whoever asks until it is free")
    func slowAndStuck() throws {
        let bus = try I2CBus(directory)
        bus.connect(0x23) { _, _ in [7] }
        bus.become(.slow(.milliseconds(5)))
        let chip = try chip()
        #expect(try chip.bytes(1) == [7])
        bus.become(.stuck)
        let call = AbandonableCall { (try? chip.bytes(1)) ?? [] }
        #expect(call.value(within: .milliseconds(30)) == nil)
        bus.become(.well)
        #expect(call.value(within: .seconds(10)) == [7])
    }

    @Test(
        "an address is written as the data sheet writes it, and is one that the chip can have",
        arguments: [
            ("0x23", nil), ("0x5c", nil), ("0x5C", nil),
            ("0x24", #"expected "0x23" or "0x5c", found "0x24""#),
            ("35", "an address on I2C"), ("0x03", "an address on I2C"),
            ("0x7f", "an address on I2C"),
        ]
            as [(String, String?)])
    func addresses(_ text: String, _ complaint: String?) {
        let said = thrownError(ConfigurationErrors.self) {
            try SettingsReader.read(
                ChipSettings.self, from: ["i2c_address": .string(text)], at: SettingPath("chip"))
        }
        #expect((said == nil) == (complaint == nil))
        if let complaint { #expect("\(said.map { "\($0)" } ?? "")".contains(complaint)) }
    }

    @Test("the first address is the default, and the reference shows it")
    func defaultAddress() throws {
        let settings = try SettingsReader.read(
            ChipSettings.self, from: [:], at: SettingPath("chip"))
        #expect(settings.place == I2CAddress(bus: 1, address: 0x23))
        let described = SettingsReader.describe(ChipSettings.self)
        #expect(described.first { $0.key == "i2c_address" }?.defaultText == #""0x23""#)
    }

    private struct ChipSettings: PluginSettings {
        let place: I2CAddress

        init(_ read: SettingsReader) {
            place = I2CAddress(read, addresses: [0x23, 0x5C], "By what ADDR is connected to.")
        }
    }

    @Test("on SPI as many bytes come back as were sent; without a chip the line stays at 1")
    func spi() throws {
        let bus = try SPIBus(directory) { sent in sent.map { $0 &+ 1 } }
        let chip = try SPIAddress(bus: 0, select: 0).open(bench.context(), hertz: 1_000_000)
        #expect(try chip.transfer([1, 2, 3]) == [2, 3, 4])
        bus.become(.unplugged)
        #expect(try chip.transfer([1, 2]) == [0xFF, 0xFF])
    }

    @Test(
        "a place on SPI is written as the kernel writes it",
        arguments: ["0", "0.0.0", "00.1", "a.b", "0.-1"])
    func spiAddresses(_ text: String) {
        #expect(SPIAddress("0.1") == SPIAddress(bus: 0, select: 1))
        #expect(SPIAddress(text) == nil)
    }
}
