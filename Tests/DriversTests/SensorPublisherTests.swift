import DriverKit
import Core
import Devices
import TestSupport
import Testing

@testable import Drivers

struct SensorOutletTests {
    private let log = MemoryLog()
    private let source = Source<Temperature>()
    private let start = Instant(nanoseconds: 9_000_000_000)

    private func outlet() -> SensorPublisher<Temperature> {
        SensorPublisher(source, log: Log(log, source: "test"))
    }

    private func jump(to celsius: Double) -> DeviceError {
        let rejection = DS18B20.Rejection.jump(
            from: Temperature(celsius: 10), to: Temperature(celsius: celsius),
            within: .seconds(10))
        return rejection.fault
    }

    @Test("a wire that comes and goes fills no log, whatever figures its faults name")
    func flood() {
        var outlet = outlet()
        for second in 0..<1000 {
            let now = start + .seconds(second)
            outlet.reject(jump(to: 60 + Double(second)), at: now)
            outlet.reject(DS18B20.Rejection.empty.fault, at: now)
        }
        #expect(
            log.lines == [
                "warning test: \(jump(to: 60).message)",
                "warning test: \(DS18B20.Rejection.empty)",
            ])
        // The status says since when, and what was the latest.
        let sample = source.latest(at: start + .seconds(1000))
        #expect(
            sample == .absent(since: start, because: DS18B20.Rejection.empty.description))
    }

    @Test("the end of an absence is told, and the next absence again")
    func again() {
        var outlet = outlet()
        outlet.lose(DeviceError(.absent, "no sensor"), at: start)
        outlet.publish(.good(Temperature(celsius: 20), at: start))
        #expect(!outlet.isLost)
        outlet.lose(DeviceError(.absent, "no sensor"), at: start)
        #expect(outlet.isLost)
        #expect(
            log.lines == [
                "warning test: no sensor", "notice test: is back", "warning test: no sensor",
            ])
    }
}
