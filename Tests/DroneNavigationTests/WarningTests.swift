import Core
import JSON
import Testing
import Values

@testable import DroneNavigation

/// What people are told before more comes of it, while the aircraft flies on.
@Suite("Warnings in flight")
struct WarningTests {
    private typealias Bench = NavigatorBench

    /// What was told in a time, step by step.
    private func told(_ bench: inout Bench, for time: Duration) -> [String] {
        let end = bench.now + time
        var notes: [String] = []
        while bench.now < end { notes += bench.step().notes }
        return notes
    }

    private func alerts(_ bench: Bench) -> [JSONValue?] {
        guard case .array(let alerts)? = bench.details?["alerts"] else { return [] }
        return alerts.map { $0["code"] }
    }

    private func flying(_ settings: [String: JSONValue] = [:]) throws -> Bench {
        var bench = try Bench.flying(["no_progress_after": "300s"].merging(settings) { $1 })
        // Not at home: it has a way there.
        bench.position = Bench.place(north: 8)
        bench.run(for: .seconds(1))
        return bench
    }

    @Test("a battery at 30 % is told once, and it flies on; at 20 % it flies home")
    func battery() throws {
        var bench = try flying()
        #expect(told(&bench, for: .seconds(5)) == [] && alerts(bench) == [])
        bench.battery = 30
        #expect(
            told(&bench, for: .seconds(30)) == [
                "the battery is at 30 %, and 30 % is worth a warning; it flies on"
            ])
        #expect(bench.code == "flying")
        #expect(alerts(bench) == ["battery-warning"])
        bench.battery = 29
        #expect(told(&bench, for: .seconds(10)) == [])
        bench.battery = 19
        #expect(
            told(&bench, for: .milliseconds(1500)) == [
                "the battery is at 19 %, and 20 % is what it takes to come home; it flies home in 1.0 s if that lasts"
            ])
        #expect(bench.code == "flying")
        bench.run(for: .seconds(1))
        #expect(bench.code == "returning-battery-low")
    }

    @Test("a sag of the battery that is soon over is not worth a word")
    func sag() throws {
        var bench = try flying()
        bench.battery = 30
        #expect(told(&bench, for: .milliseconds(1500)) == [])
        bench.battery = 80
        #expect(told(&bench, for: .milliseconds(400)) == [])
        #expect(alerts(bench) == [])
    }

    @Test("nine tenths of the flight time are told")
    func flightTime() throws {
        var bench = try flying(["max_flight_time": "100s"])
        #expect(told(&bench, for: .seconds(85)) == [])
        #expect(
            told(&bench, for: .seconds(10)) == [
                "it has been in the air for 91 s, of at most 100 s; it flies on"
            ])
        #expect(bench.code == "flying" && alerts(bench) == ["flight-time-warning"])
    }

    @Test("a Wi-Fi that grows weak is told after 3 s, and at its limit what comes of it")
    func signal() throws {
        var bench = try flying()
        func hear(_ dBm: Double) {
            bench.computer = .good(ComputerState(signalDBm: dBm), at: bench.now + .seconds(60))
        }
        hear(-76)
        #expect(told(&bench, for: .milliseconds(2800)) == [])
        #expect(
            told(&bench, for: .seconds(2)) == [
                "the Wi-Fi grows weak: -76 dBm, and -75 dBm is worth a warning; it flies on"
            ])
        hear(-81)
        let notes = told(&bench, for: .seconds(5))
        #expect(notes.count == 1)
        #expect(notes.first?.contains("the limit is -80 dBm; it flies home in 9.0 s") == true)
        #expect(bench.code == "flying")
        bench.run(for: .seconds(6))
        #expect(bench.code == "returning-signal-weak")
    }

    @Test("what comes and goes is told once a minute, not each time")
    func flicker() throws {
        var bench = try flying()
        var notes: [String] = []
        for _ in 0..<6 {
            bench.computer = .good(ComputerState(isUnderVoltage: true), at: bench.now)
            notes += told(&bench, for: .seconds(2))
            bench.computer = .good(ComputerState(isUnderVoltage: false), at: bench.now)
            notes += told(&bench, for: .seconds(6))
        }
        #expect(notes.count == 1, "\(notes)")
        #expect(bench.code == "flying")
    }

    @Test("a warning keeps nothing on the ground")
    func takeOff() throws {
        var bench = try NavigatorBench([
            "targets": [Bench.target(north: 20)], "take_off_battery": "25%",
        ])
        bench.battery = 28
        bench.computer = .good(ComputerState(signalDBm: -78), at: bench.now)
        bench.run(for: .seconds(1))
        #expect(bench.ask(.takeOff)?.outcome == .done)
    }
}
