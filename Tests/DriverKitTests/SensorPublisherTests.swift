import Core
import DriverKit
import JSON
import TestSupport
import Testing
import Values

struct SensorPublisherTests {
    private let log = MemoryLog()
    private let source = Source<Temperature>()
    private let start = Instant(nanoseconds: 9_000_000_000)

    private func publisher() -> SensorPublisher<Temperature> {
        SensorPublisher(source, every: .seconds(3600), log: Log(log, source: "test"))
    }

    private func jump(to celsius: Double) -> DeviceError {
        DeviceError(.corrupt, "a jump to \(celsius) °C")
    }

    private let empty = DeviceError(.timeout, "an empty answer")

    @Test("a wire that comes and goes fills no log, whatever figures its errors name")
    func flood() {
        var publisher = publisher()
        for second in 0..<1000 {
            let now = start + .seconds(second)
            publisher.recordRejection(jump(to: 60 + Double(second)), at: now)
            publisher.recordRejection(empty, at: now)
        }
        #expect(
            log.lines == [
                "warning test: a jump to 60.0 °C", "warning test: an empty answer",
            ])
        // The status says since when, and what was the latest.
        let sample = source.latest(at: start + .seconds(1000))
        #expect(sample == .absent(since: start, because: "an empty answer"))
        #expect(
            publisher.diagnostics == [
                Diagnostic("rejected", 2000), Diagnostic("last_rejection", "an empty answer"),
            ])
    }

    @Test("two misses in a row are forgiven, the third is an absence")
    func misses() {
        var publisher = publisher()
        publisher.publish(Measured(Temperature(celsius: 20)), at: start)
        for _ in 0..<2 { publisher.recordRejection(empty, at: start) }
        #expect(source.latest(at: start).good == Temperature(celsius: 20))
        #expect(!publisher.isAbsent)
        publisher.recordRejection(empty, at: start)
        #expect(source.latest(at: start).value == nil)
        #expect(publisher.isAbsent)
    }

    @Test("the end of an absence is logged, and the next absence again")
    func again() {
        var publisher = publisher()
        publisher.markAbsent(DeviceError(.absent, "no sensor"), at: start)
        publisher.publish(Measured(Temperature(celsius: 20)), at: start)
        #expect(!publisher.isAbsent)
        publisher.markAbsent(DeviceError(.absent, "no sensor"), at: start)
        #expect(publisher.isAbsent)
        #expect(
            log.lines == [
                "warning test: no sensor", "notice test: is back", "warning test: no sensor",
            ])
    }
}
