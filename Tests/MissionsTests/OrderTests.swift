import Testing
import Values

@testable import Missions

@Suite struct OrderTests {
    private let takeOff = "{\"do\": \"take-off\", \"altitude\": \"3m\"}"
    private let goTo = "{\"do\": \"go-to\", \"latitude\": 52.0004, \"longitude\": 21.0003}"
    private let land = "{\"do\": \"land\"}"

    private func refusals(_ items: String..., limits: MissionLimits = Samples.limits) -> [String] {
        judged(Samples.roostFile(items.joined(separator: ",\n")), limits).refusals
    }

    @Test("a mission that does not land is refused") func noLanding() {
        #expect(
            refusals(takeOff, goTo) == [
                "line 3: item 2 (go-to): the mission ends in the air; its last item must land or return"
            ])
    }

    @Test("a mission that does not take off is refused") func noTakeOff() {
        #expect(
            refusals(goTo, land) == [
                "line 2: item 1 (go-to): the mission does not take off; its first item must"
            ])
    }

    @Test("what stands before the take-off or after the landing is refused, item by item")
    func outside() {
        #expect(
            refusals(goTo, takeOff, land, goTo, land) == [
                "line 2: item 1 (go-to): comes before the take-off",
                "line 5: item 4 (go-to): comes after the landing, so it would never be flown",
                "line 6: item 5 (land): comes after the landing, so it would never be flown",
            ])
    }

    @Test("a take-off in the air is refused") func twice() {
        #expect(
            refusals(takeOff, takeOff, land) == [
                "line 3: item 2 (take-off): takes off a second time"
            ])
    }

    @Test("an item that could not be read may have been the landing, so nothing is said of it")
    func unread() {
        #expect(refusals(takeOff, "{\"do\": \"lands\"}").count == 1)
        #expect(refusals("{\"do\": \"takeoff\"}", land).count == 1)
    }

    @Test("heights and speeds are held against their limits") func heights() {
        let refusals = refusals(
            "{\"do\": \"take-off\", \"altitude\": \"101m\"}",
            "{\"do\": \"go-to\", \"latitude\": 52.0004, \"longitude\": 21.0003, \"altitude\": \"0m\"}",
            "{\"do\": \"go-to\", \"latitude\": 52.0005, \"longitude\": 21.0003, \"speed\": \"9m/s\"}",
            land)
        #expect(
            refusals == [
                "line 2: item 1 (take-off): 101 m is too high; the limit is 5 m; is that above sea "
                    + "level? Heights count from home",
                "line 3: item 2 (go-to): 0 m is too low; the least is 0.3 m",
                "line 4: item 3 (go-to): flies at 9 m/s; the limit is 5 m/s",
            ])
    }

    @Test("a height that is measured badly is flown with a warning") func badlyMeasured() {
        var limits = Samples.limits
        limits.maxAltitudeMetres = 10
        limits.goodAltitudeMetres = 6
        let text = Samples.roostFile("{\"do\": \"take-off\", \"altitude\": \"8m\"}, \(land)")
        #expect(
            judged(text, limits).warnings == [
                "line 2: item 1 (take-off): warning: 8 m is above 6 m, up to which heights are measured well"
            ])
    }

    @Test("to follow nearer than the aircraft may is refused") func standoff() {
        var limits = Samples.limits
        limits.minStandoffMetres = 12
        func refusals(at metres: Int) -> [String] {
            let follow = "{\"do\": \"follow\", \"for\": \"10s\", \"distance\": \"\(metres)m\"}"
            return self.refusals(takeOff, follow, "{\"do\": \"return\"}", limits: limits)
        }
        #expect(refusals(at: 12) == [])
        #expect(
            refusals(at: 5) == ["line 3: item 2 (follow): follows at 5 m; the least is 12 m"])
    }

    @Test("what the aircraft cannot do is refused by name") func capabilities() {
        var limits = Samples.limits
        limits.capabilities = []
        let refusals = refusals(
            takeOff, "{\"do\": \"follow\", \"for\": \"10s\"}", "{\"do\": \"photograph\"}",
            "{\"do\": \"return\"}", limits: limits)
        #expect(
            refusals == [
                "line 3: item 2 (follow): follow for 10 s at 12 m: there is no following here, so it is not flown",
                "line 4: item 3 (photograph): take a photograph: there is no camera here, so it is not flown",
                "line 5: item 4 (return): return home and land: there is no way home here, so it is not flown",
            ])
    }
}
