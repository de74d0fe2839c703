import Core
import Drivers
import DroneNavigation
import JSON
import Policies
import Settings
import Simulators
import TestSupport
import Testing
import Values

@testable import FlightTrials

/// Whole flights in virtual time: the shipped policy, connected as the supervisor does it.
struct FlightTrialTests {
    private static let registry = PluginRegistry(drivers: allDrivers, policies: allPolicies)

    private func setup(_ settings: [String: JSONValue] = [:]) throws -> TrialSetup {
        try TrialSetup(
            law: nil, settings: settings,
            course: TrialCourse(
                corners: [PlaneVector(east: 0, north: 30)], altitudeMetres: 2),
            registry: Self.registry)
    }

    /// Calm air, good instruments, a drone as it was identified.
    private func flight(
        _ faults: [TrialFault] = [], _ change: (inout FlightConditions) -> Void = { _ in },
        _ observe: (FlightTrial.Moment) -> Void = { _ in }
    ) throws -> FlightResult {
        var conditions = FlightConditions(start: TrialPlan.place)
        conditions.receiver.wanderMetres = 0.2
        change(&conditions)
        var trial = try FlightTrial(
            TrialPlan(seed: 1, conditions, faults: faults), try setup())
        return trial.fly(observe)
    }

    @Test("in calm air it flies its course to the end, lands there and breaks no rule")
    func calm() throws {
        let flight = try flight()
        #expect(flight.isDone && flight.hasLanded)
        #expect(flight.missMetres(try setup().course) < 5)
        #expect((1.5...3).contains(flight.maxMetres))
        #expect(flight.offCourseMetres < 2)
        #expect(flight.breaches == [])
        #expect(flight.failsafes == [])
        #expect(flight.path.count > 20)
    }

    @Test("it does not take off before it is asked, and is asked once")
    func asked() throws {
        var commands: [FlightCommand] = []
        _ = try flight { _ in
        } _: { moment in
            if moment.time < .seconds(2), let command = moment.command { commands.append(command) }
        }
        #expect(!commands.isEmpty && !commands.contains(.takeOff))
    }

    @Test("a receiver that is gone lands it by the policy's own failsafe")
    func lostReceiver() throws {
        let fault = TrialFault(
            what: .world("gps off", end: nil), after: .seconds(12), lasting: .zero)
        let flight = try flight([fault])
        #expect(flight.outcome == "landed-fix-lost" && flight.hasLanded)
        #expect(flight.failsafes.first == "paused-fix-lost")
        #expect(flight.breaches == [])
    }

    @Test("a policy that hangs moves nothing when its lease is over; the driver lands")
    func stalled() throws {
        let fault = TrialFault(what: .stall, after: .seconds(12), lasting: .seconds(60))
        let flight = try flight([fault])
        #expect(flight.hasLanded && !flight.isDone)
        // Two seconds of hovering, then a landing from 2 m.
        #expect((14...25).contains(flight.seconds))
        #expect(flight.breaches == [])
    }

    @Test(
        "a computer that stands for a tenth of each second flies on; for more, it lands, and breaks no rule",
        arguments: [100, 300, 500])
    func unwell(milliseconds: Int) throws {
        let fault = TrialFault(
            what: .unwell(.milliseconds(milliseconds)), after: .seconds(5),
            lasting: .seconds(300))
        var steps = 0
        let flight = try flight([fault]) { _ in
        } _: { moment in
            if moment.time >= .seconds(19), moment.time < .seconds(21) { steps += 1 }
        }
        let outcome = milliseconds > 100 ? "landed-ticks-late" : "landed-mission-done"
        #expect(flight.outcome == outcome, "\(flight.failsafes)")
        #expect(flight.breaches == [])
        // Twice twenty steps, less those that were skipped.
        #expect(abs(steps - (40 - 2 * milliseconds / 50)) <= 4, "\(steps)")
    }

    // Drawn as by `roost simulate flights --wind 5`. Two were blown away by gusts across the track, the
    // third flew home for a battery that one gust said was needed.
    @Test(
        "in wind that leaves little tilt to spare it comes to its end",
        arguments: [(UInt64(2), 328), (2, 901), (1, 756)])
    func littleTiltLeft(seed: UInt64, number: Int) throws {
        let plan = TrialPlan(number: number, seed: seed, TrialPlan.Ranges())
        let setup = try TrialSetup(law: nil, registry: Self.registry)
        var trial = try FlightTrial(plan, setup)
        let flight = trial.fly()
        #expect(flight.isDone && flight.failsafes == [], "\(flight.outcome) \(flight.failsafes)")
        #expect(flight.breaches == [])
    }

    @Test("somebody who asks it to land is obeyed")
    func person() throws {
        let fault = TrialFault(what: .request("land"), after: .seconds(12), lasting: .zero)
        #expect(try flight([fault]).outcome == "landed-asked")
    }

    @Test("a series is the same for the same seed, on however many threads, and pairs its setups")
    func series() throws {
        var ranges = TrialPlan.Ranges()
        ranges.hasFaults = true
        func table(_ threads: Int, seed: UInt64) throws -> String {
            let series = TrialSeries(
                count: 6, seed: seed, ranges: ranges, setups: [try setup(), try setup()])
            let flights = try series.fly(threads: threads) { _, _ in }
            let columns = zip(series.setups, flights).map { TrialStatistics($0, $1) }
            #expect(columns[0].flights.map(\.landing) == columns[1].flights.map(\.landing))
            return TrialTable.text(columns)
        }
        let alone = try table(1, seed: 7)
        #expect(try table(3, seed: 7) == alone)
        #expect(try table(3, seed: 8) != alone)
    }

    // Its home is where the file says, and a return leads there: config/missions/look-around.json.
    @Test("the mission of a file is flown item by item from its home, and ends there")
    func mission() throws {
        let path = "config/missions/look-around.json"
        let course = try TrialCourse(FileText(name: path, try projectFile(path)))
        #expect(course.start == Position(latitude: 52.473, longitude: 13.403))
        #expect(course.corners.map { $0.length.rounded() } == [10, 8, 0])
        let setup = try TrialSetup(law: nil, course: course, registry: Self.registry)
        var trial = try FlightTrial(TrialPlan(number: 1, seed: 1, TrialPlan.Ranges()), setup)
        var seen: Set<String> = []
        let flight = trial.fly { moment in
            for item in 1...8 where moment.reason?.text.contains("item \(item) of 8") == true {
                seen.insert("\(item)")
            }
        }
        #expect(flight.isDone && flight.breaches == [])
        #expect(seen.isSuperset(of: ["2", "3", "4", "6", "8"]), "\(seen)")
        #expect(flight.missMetres(course) < 6)
    }

    @Test(
        "a mission that names no place, or leads beyond the fence, or is wrong, is refused with its name",
        arguments: [
            ("nothing", "names no place"), ("13.403,52.473\n13.403,52.4748\n", "200 m away"),
            ("13.403,52.473\n13.403,91\n", "mission.txt:2"),
        ])
    func refusedMission(text: String, words: String) throws {
        do {
            let course = try TrialCourse(FileText(name: "mission.txt", text: text))
            _ = try TrialSetup(law: nil, course: course, registry: Self.registry)
            Issue.record("it is flown")
        } catch {
            #expect("\(error)".contains("mission.txt") && "\(error)".contains(words), "\(error)")
        }
    }

    @Test("what the policy does not know is refused, with its name")
    func unknownSetting() throws {
        let error = thrownError(ConfigurationErrors.self) { try setup(["no_such_key": 1]) }
        #expect(try #require(error).description.contains("no_such_key"))
    }

    @Test("a log has a line and the true place for each step, and a track that says what happened")
    func log() throws {
        var log = TrialLog(try setup().course)
        var steps = 0
        _ = try flight { _ in
        } _: { moment in
            steps += 1
            log.add(moment)
        }
        let lines = log.csv.split(separator: "\n")
        #expect(lines.count == steps + 1)
        let columns = lines[0].split(separator: ",").count
        #expect(lines[1].split(separator: ",", omittingEmptySubsequences: false).count >= columns)
        #expect(log.gpx.contains("<name>landing: the mission is done</name>"))
        #expect(log.gpx.contains("lat=\"52.4732"), "30 m north of 52.473")
    }
}
