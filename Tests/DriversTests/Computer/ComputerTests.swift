import Core
import JSON
import TestSupport
import Testing
import Values

@testable import Drivers

@Suite("The driver computer")
struct ComputerTests {
    private let tree: TemporaryDirectory

    init() throws {
        tree = try TemporaryDirectory()
    }

    private func sample(
        _ settings: [String: JSONValue] = [:]
    ) throws -> Sample<ComputerState> {
        let bench = DriverBench(Computer.self, root: tree.path)
        let driver = try bench.start(.object(settings))
        defer { driver.close() }
        bench.clock.advance(by: .zero)
        return bench.sample(Computer.port)
    }

    private func write(_ file: String, _ text: String) throws {
        try tree.write("sys/class/\(file)", "\(text)\n")
    }

    @Test("a Pi tells its temperature, its supply, and what is left of its card")
    func whole() throws {
        try write("thermal/thermal_zone0/type", "gpu-thermal")
        try write("thermal/thermal_zone1/type", "cpu-thermal")
        try write("thermal/thermal_zone1/temp", "61322")
        try write("hwmon/hwmon3/name", "rpi_volt")
        try write("hwmon/hwmon3/in0_lcrit_alarm", "1")
        let state = try #require(try sample().good)
        #expect(state.celsius == 61.322)
        #expect(state.isUnderVoltage == true)
        #expect(try #require(state.freeBytes) > 0)
        #expect("\(state)".hasPrefix("61 °C, under-voltage, "))
        let shown = JSONValue(encoding: ComputerState(signalDBm: -61), keys: .snakeCase)
        #expect(shown == ["signal_dbm": -61])
        try write("hwmon/hwmon3/in0_lcrit_alarm", "0")
        #expect(try sample().good?.isUnderVoltage == false)
    }

    @Test("its Wi-Fi is what the kernel's table says of the interface") func wireless() throws {
        try tree.write("run/wireless", " wlan1: 0000   41.  -69.  -256  0 0 0 0 0 0\n")
        let settings: [String: JSONValue] = ["interface": "wlan1", "wireless": "wireless"]
        #expect(try sample(settings).good?.signalDBm == -69)
        #expect(try sample(["wireless": "wireless"]).good?.signalDBm == nil)
        #expect(try sample(["wireless": "gone"]).good?.signalDBm == nil)
    }

    @Test("what there is not is left out") func less() throws {
        let bare = try #require(try sample().good)
        #expect(bare.celsius == nil && bare.isUnderVoltage == nil && bare.freeBytes != nil)
        try write("thermal/thermal_zone0/type", "cpu-thermal")
        try write("thermal/thermal_zone0/temp", "-5000")
        let state = try #require(try sample().good)
        #expect(state.celsius == -5 && state.isUnderVoltage == nil)
    }

    @Test("a temperature that no processor has is not believed", arguments: ["-40001", "125001"])
    func garbage(text: String) throws {
        try write("thermal/thermal_zone0/type", "cpu-thermal")
        try write("thermal/thermal_zone0/temp", text)
        #expect(try sample().value == nil)
    }
}
