import Core
import Simulators
import Testing
import Values

@testable import FlightTrials

/// What chance decides.
struct TrialPlanTests {
    private func plan(
        _ number: Int, seed: UInt64 = 1, faults: Bool = false
    ) -> TrialPlan {
        var ranges = TrialPlan.Ranges()
        ranges.hasFaults = faults
        return TrialPlan(number: number, seed: seed, ranges)
    }

    @Test("number and seed are all that a flight depends on")
    func repeats() {
        #expect(plan(3).conditions == plan(3).conditions)
        #expect(plan(3).conditions != plan(4).conditions)
        #expect(plan(3).conditions != plan(3, seed: 2).conditions)
    }

    @Test("a series with faults has the weather and the drone of the one without")
    func faultsComeOnTop() {
        #expect(plan(3).faults == [])
        #expect((1...2).contains(plan(3, faults: true).faults.count))
        #expect(plan(3, faults: true).conditions == plan(3).conditions)
    }

    @Test("the draws lie where they are said to lie")
    func ranges() {
        let drawn = (1...500).map { plan($0).conditions }
        #expect(drawn.allSatisfy { (0...5).contains($0.wind.speedMetresPerSecond) })
        #expect(drawn.contains { $0.wind.speedMetresPerSecond > 4.9 })
        #expect(drawn.allSatisfy { (0.464...0.696).contains($0.dynamics.dragPerSecond) })
        #expect(drawn.allSatisfy { (1.5...3).contains($0.receiver.wanderMetres) })
        // 8 degrees: two of three lie within, and 5 % beyond twice that.
        let within = drawn.count { abs($0.headingError.degrees) < 8 }
        #expect((300...380).contains(within))
    }

    @Test("every fault of the catalogue is one that the world knows")
    func catalogue() throws {
        var kinds: Set<String> = []
        for number in 1...400 {
            for fault in plan(number, faults: true).faults {
                kinds.insert(String("\(fault)".prefix(6)))
                guard case .world(let words, let end) = fault.what else { continue }
                #expect(try FaultCommand.list(words).count == 1)
                #expect(try FaultCommand.list(end ?? "").count <= 1)
            }
        }
        #expect(kinds.count >= 14)
    }

    @Test("the course is 200 m long, and a place is off it by its nearest leg")
    func course() {
        let course = TrialCourse.square
        #expect(abs(course.lengthMetres - 200) < 1e-9)
        #expect(abs(course.metresOff(PlaneVector(east: -4, north: 30)) - 4) < 1e-9)
        #expect(abs(course.metresOff(PlaneVector(east: 3, north: 64)) - 4) < 1e-9)
        #expect(abs(course.metresOff(PlaneVector(east: 53, north: 64)) - 5) < 1e-9)
    }
}
