import Core
import JSON
import Settings
import Simulators
import TestSupport
import Testing
import Values

@testable import HouseTrials

/// What goes wrong in a year, one by one, and what the door then says.
struct HouseFaultTests {
    private func fault(_ what: HouseFault.What, hour: Int, hours: Int) -> HouseFault {
        HouseFault(what: what, second: hour * 3600, lasting: hours * 3600)
    }

    @Test("a year with one kind of fault has it when it comes among all others")
    func alone() {
        func faults(_ wanted: Set<HouseFault.What>) -> [HouseFault] {
            HousePlan(number: 1, seed: 1, days: 365, cats: .one, faults: wanted).faults
        }
        let all = faults(Set(HouseFault.What.allCases))
        for what in HouseFault.What.allCases {
            let alone = faults([what])
            #expect(!alone.isEmpty && alone == all.filter { $0.what == what }, "\(what.word)")
        }
        #expect(HouseFault.What.porchLamp.word == "porch-lamp")
    }

    @Test("a bolt that is stuck over a morning is told as an alarm")
    func alarms() throws {
        var trial = try HouseTrial(
            HousePlan(seed: 4, days: 2, faults: [fault(.jam, hour: 26, hours: 10)]), try .shipped())
        let result = try trial.run()
        #expect(result.alerts.contains("alarm bolt-stuck-out"))
        #expect(result.days.map(\.alarms).reduce(0, +) >= 1)
        #expect(HouseReport([[result]]).description.contains("alarm bolt-stuck-out"))
        #expect(result.breaches == [])
    }

    @Test(
        "a servo that browns out the machine does not do so for ever, and nobody is told what is not so",
        arguments: LatchReed.allCases)
    func brownOut(reed: LatchReed) throws {
        var trial = try HouseTrial(
            HousePlan(
                seed: 4, days: 3, reed: reed, faults: [fault(.brownOut, hour: 12, hours: 30)]),
            try .shipped())
        let result = try trial.run()
        #expect((3...400).contains(result.brownOuts), "\(result.brownOuts)")
        #expect(result.breaches == [])
        // The third night is as any.
        #expect(result.days[2].lockedMinutes > 60)
    }

    @Test(
        "ice half-way breaks no rule; only a switch that opens at once takes a bolt for back that is not",
        arguments: LatchReed.allCases)
    func halfIce(reed: LatchReed) throws {
        var trial = try HouseTrial(
            HousePlan(
                seed: 4, days: 3, reed: reed,
                faults: [fault(.halfIce, hour: 4, hours: 10), fault(.halfIce, hour: 26, hours: 20)]),
            try .shipped())
        let result = try trial.run()
        #expect(result.breaches == [])
        // Each switch has a place that it cannot tell.
        #expect((result.saidBackMinutes == 0) == (reed == .opensWhenBack))
        // From noon on the ice meets a bolt on its way out.
        var evening = try HouseTrial(
            HousePlan(seed: 4, days: 1, reed: reed, faults: [fault(.halfIce, hour: 12, hours: 20)]),
            try .shipped())
        let jammed = try evening.run()
        #expect(jammed.breaches == [])
        #expect((jammed.saidOutMinutes == 0) == (reed == .opensAtOnce), "\(jammed.saidOutMinutes)")
    }

    @Test("a flap switch the wrong way round locks nobody in the flap, and is told") func reversed()
        throws
    {
        var trial = try HouseTrial(
            HousePlan(seed: 4, days: 4, faults: [fault(.flapReversed, hour: 10, hours: 60)]),
            try .shipped())
        let result = try trial.run()
        #expect(result.movesOntoOpenFlap == 0)
        #expect(result.alerts.contains("warning flap-stays-open"))
        #expect(result.breaches == [])
    }

    @Test(
        "a house stands where its configuration does: no sensor is doubted there",
        arguments: [(0.0, 104.0), (60, 10), (70, 20), (-35, 149)])
    func elsewhere(latitude: Double, longitude: Double) throws {
        let setup = try HouseSetup.at(latitude, longitude)
        #expect(setup.site.place.latitude == latitude)
        var trial = try HouseTrial(HousePlan(seed: 11, days: 6, faults: []), setup)
        let result = try trial.run()
        #expect(!result.alerts.contains("warning light-and-sun"), "\(result.alerts)")
        #expect(result.breaches == [])
        #expect(result.lockedHours > 6)
    }

    @Test("a curfew that bars the way out only shuts nobody out") func curfew() throws {
        let setup = try HouseSetup.at(52.52, 13.405, ["bolt_bars": "way-out"])
        var trial = try HouseTrial(HousePlan(seed: 3, days: 10, faults: []), setup)
        let result = try trial.run()
        #expect(result.lockedHours > 20)
        #expect(result.nightsShutOut.isEmpty && result.shutOutHours == 0)
        #expect(result.locksWithCatOutside == 0 && result.refusedInward == 0)
        #expect(result.breaches == [])
    }

    @Test("what the house has not is refused by name") func refused() throws {
        let tunnel = thrownError(ConfigurationErrors.self) {
            try HouseSetup.withTunnel()
        }
        #expect(
            tunnel?.description.contains("policies.door.inputs.tunnel: the simulated house") == true
        )
        let cold = thrownError(ConfigurationErrors.self) {
            try HouseSetup.at(70, 20, ["temperature_min": "2 °C"])
        }
        #expect(cold?.description.contains("policies.door.temperature_min: nobody knows") == true)
    }

    @Test("two switches at the flap tell who is home without a reader", .enabled(if: isThorough))
    func twoSwitches() throws {
        var trial = try HouseTrial(HousePlan(seed: 4, days: 4, faults: []), try .withTwoSwitches())
        let result = try trial.run()
        #expect(result.inward + result.outward > 8)
        #expect(result.locksWithCatOutside == 0 && result.nightsShutOut.isEmpty)
        // Nights of January, of which it knows that she is home for some hours at least.
        #expect(result.lockedHours > 4)
        #expect(result.breaches == [])
    }

    @Test(
        "a clock that is not set ends the schedule, and one that is wrong breaks no rule",
        .enabled(if: isThorough))
    func clocks() throws {
        let faults = [
            fault(.clockUnset, hour: 20, hours: 6), fault(.clockWrong, hour: 30, hours: 24),
        ]
        var trial = try HouseTrial(
            HousePlan(seed: 4, days: 3, faults: faults), try .withSchedule())
        let result = try trial.run()
        #expect(result.alerts.contains("warning clock-not-set"))
        #expect(result.breaches == [])
    }

    @Test("a cat that goes through close behind another passes within seconds")
    func tailgate() throws {
        var world = HouseWorld(
            cats: [.measured, .nocturnal], unlocked: .degrees(65), locked: .degrees(180), seed: 3)
        world.disturbances.isTailgating = true
        var pairs = 0
        for _ in 0..<(2 * 86400) {
            world.advance()
            guard let visit = world.visits.first, visit.what == .passed else { continue }
            let second = world.second
            let others = (0..<5).flatMap { _ in
                world.advance()
                return world.visits
            }
            if others.contains(where: { $0.cat != visit.cat && $0.direction == visit.direction }) {
                pairs += 1
            }
            #expect(world.second == second + 5)
        }
        #expect(pairs > 2)
    }
}

extension HouseSetup {
    private static func shipped(
        adding drivers: [String: JSONValue], inputs: [String: JSONValue],
        settings: [String: JSONValue]
    ) throws -> HouseSetup {
        guard case .object(var file) = usual, case .object(var known)? = file["drivers"],
            case .object(var policies)? = file["policies"],
            case .object(var door)? = policies["door"], case .object(var ends)? = door["inputs"]
        else { throw PlainError("no such configuration") }
        known.merge(drivers) { $1 }
        ends.merge(inputs) { $1 }
        door.merge(settings) { $1 }
        door["inputs"] = .object(ends)
        policies["door"] = .object(door)
        (file["drivers"], file["policies"]) = (.object(known), .object(policies))
        return try read(.object(file))
    }

    static func withTwoSwitches() throws -> HouseSetup {
        func input(_ line: String) -> JSONValue {
            ["driver": "gpio-input", "line": .string(line), "bias": "pull-up", "active_low": true]
        }
        return try shipped(
            adding: ["in": input("GPIO23"), "out": input("GPIO24")],
            inputs: ["flap_inward": "in", "flap_outward": "out"],
            settings: ["pets": ["Mia": []]])
    }

    /// With a clock and a place.
    static func at(
        _ latitude: Double, _ longitude: Double, _ more: [String: JSONValue] = [:]
    ) throws -> HouseSetup {
        let place: [String: JSONValue] = [
            "latitude": .number(latitude), "longitude": .number(longitude),
        ]
        return try shipped(
            adding: ["time": ["driver": "system-clock"]], inputs: ["clock": "time"],
            settings: place.merging(more) { $1 })
    }

    static func withTunnel() throws -> HouseSetup {
        try shipped(
            adding: ["pir": ["driver": "gpio-input", "line": "GPIO24"]], inputs: ["tunnel": "pir"],
            settings: [:])
    }

    static func withSchedule() throws -> HouseSetup {
        try shipped(
            adding: ["time": ["driver": "system-clock"]], inputs: ["clock": "time"],
            settings: [
                "schedule": [["from": "19:00", "to": "06:00", "mode": "locked"]],
                "latitude": 52.52, "longitude": 13.405,
            ])
    }
}
