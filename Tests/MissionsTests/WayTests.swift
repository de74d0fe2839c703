import Testing
import Values

@testable import Missions

@Suite struct WayTests {
    private func mission(_ points: (Double, Double)...) -> String {
        let items = points.map {
            "{\"do\": \"go-to\", \"latitude\": \($0.0), \"longitude\": \($0.1), \"speed\": \"2m/s\"}"
        }
        let all = ["{\"do\": \"take-off\", \"altitude\": \"3m\"}"] + items + ["{\"do\": \"land\"}"]
        return Samples.roostFile(all.joined(separator: ",\n"))
    }

    // 90 degrees of a great circle on a sphere of 6371.0088 km are 10 007.557 km.
    @Test("a leg of ten thousand kilometres is refused, with its length") func farAway() {
        let verdict = judged(mission((52.0004, 21.0003), (-38, 21)))
        #expect(
            verdict.refusals == [
                "line 4: item 3 (go-to): is 10008 km from item 2 (go-to); the longest leg is 500 m",
                "line 4: item 3 (go-to): is 10008 km from home; the limit is 500 m",
                "line 5: the way is 10008 km long; the limit is 5000 m",
                "line 5: the flight takes 1390.0 h in calm air; the limit is 8 min",
            ])
    }

    @Test("coordinates that make sense only swapped are told as such") func swapped() {
        let verdict = judged(mission((21.0003, 52.0004)))
        #expect(verdict.refusals.count == 4)
        #expect(
            verdict.refusals.prefix(2).allSatisfy {
                $0.hasSuffix(
                    "; latitude and longitude are swapped: the other way round it is 48.99 m away")
            }, "\(verdict.refusals)")
    }

    @Test("a place that is right is not called swapped because the one before it is")
    func afterSwapped() {
        let refusals = judged(mission((21.0003, 52.0004), (52.0006, 21.0003))).refusals
        let ofSecond = refusals.filter { $0.hasPrefix("line 4: ") }
        #expect(ofSecond.count == 1)
        #expect(ofSecond.allSatisfy { !$0.contains("swapped") }, "\(ofSecond)")
    }

    @Test("without a home, the points before it tell that one is swapped") func swappedAmongOthers()
    {
        var limits = Samples.limits
        limits.home = nil
        let verdict = judged(mission((52.0004, 21.0003), (21.0003, 52.0005)), limits)
        #expect(
            verdict.refusals.first?.hasSuffix(
                "latitude and longitude are swapped: the other way round it is 11.12 m long")
                == true,
            "\(verdict.refusals)")
        #expect(
            verdict.warnings == [
                "line 2: warning: where home is, is not known; the ways from there and back are "
                    + "judged at the take-off"
            ])
    }

    @Test("a plan for another place, or one with a swapped home, is refused") func otherHome() {
        let text = Samples.plan.replacing("[52.0, 21.0, 110.0]", with: "[21.0, 52.0, 110.0]")
        let refusals = judged(text).refusals
        #expect(refusals.count == 1)
        #expect(refusals[0].hasPrefix("line 1: it was planned for another place: its home is "))
        #expect(refusals[0].hasSuffix("swapped: the other way round it is 0 m away"))
    }

    // A(52, 21), B(52.001, 21.002): 176.381 m on a sphere of 6371 km, worked out for the facts.
    @Test("way and time are estimated in calm air") func estimate() {
        let verdict = judged(mission((52.001, 21.002)))
        #expect(abs(verdict.estimate.pathMetres - 176.381) < 0.01)
        // At 2 m/s, and 3 m up and down at 0.5 m/s.
        #expect(abs(verdict.estimate.seconds - (176.381 / 2 + 12)) < 0.1)
    }

    @Test("a circle is as long as its turns, and counts from where it is nearest") func circle() {
        let text = Samples.roostFile(
            """
            {"do": "take-off", "altitude": "3m"},
            {"do": "circle", "latitude": 52.001, "longitude": 21, "radius": "10m", "turns": 2},
            {"do": "land"}
            """)
        // 111.195 m to the middle, less the radius, and twice around.
        let verdict = judged(text)
        #expect(abs(verdict.estimate.pathMetres - (111.195 - 10 + 40 * .pi)) < 0.1)
        // At 2 m/s, which this circle allows, and 3 m up and down at 0.5 m/s.
        let seconds = 101.195 / 2 + 40 * .pi / 2 + 12
        #expect(abs(verdict.estimate.seconds - seconds) < 0.2, "\(verdict.estimate.seconds)")
        #expect(verdict.warnings == [])
    }

    @Test("a circle that is too small for its speed is flown more slowly, with a warning")
    func slowCircle() {
        let text = Samples.roostFile(
            """
            {"do": "take-off", "altitude": "3m"},
            {"do": "circle", "latitude": 52.0002, "longitude": 21, "radius": "2m", "speed": "2m/s"},
            {"do": "land"}
            """)
        // Half of 1 m/s² holds 1 m/s on 2 m; it has stopped 1 m beside that at 1.05 m/s.
        #expect(
            judged(text).warnings == [
                "line 3: item 2 (circle): warning: is flown at 1.0 m/s: faster, it could not stop beside a circle of 2 m"
            ])
    }

    @Test("over the date line, and beside a pole, near places are near") func edges() {
        var limits = Samples.limits
        limits.home = Position(latitude: 0, longitude: 179.9999)
        #expect(judged(mission((0, -179.9999), (0.0001, 179.9998)), limits).refusals == [])
        limits.home = Position(latitude: 89.9999, longitude: 0)
        #expect(judged(mission((89.9999, 180), (89.9999, -90)), limits).refusals == [])
    }
}
