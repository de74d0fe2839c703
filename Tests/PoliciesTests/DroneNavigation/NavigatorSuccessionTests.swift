import Core
import Devices
import Testing

@testable import Policies

@Suite struct NavigatorSuccessionTests {
    private let other: JSONValue = ["max_altitude": "9m"]

    @Test(
        "on the ground it goes on with other settings; in the air it does not, until it has landed")
    func airborne() throws {
        var bench = try NavigatorBench()
        try bench.change(to: other)
        bench.step()
        try bench.change(to: other)
        bench.takeOff()
        let inTheAir = PlainError("it is in the air; until it has landed")
        #expect(throws: inTheAir) { try bench.change(to: other) }
        bench.ask(.land)
        bench.report(.landing, altitude: 0.5)
        #expect(throws: inTheAir) { try bench.change(to: other) }
        bench.report(.landed, altitude: 0)
        try bench.change(to: other)
    }

    @Test("a link that is lost in the air does not make it the ground") func lostLink() throws {
        var bench = try NavigatorBench()
        bench.takeOff()
        bench.phase = nil
        bench.run(for: .seconds(1))
        #expect(throws: PlainError.self) { try bench.change(to: other) }
    }

    @Test("a mission that would begin by itself is none to go on with") func atOnce() throws {
        var bench = try NavigatorBench()
        bench.step()
        #expect(throws: PlainError.self) {
            try bench.change(
                to: ["targets": [NavigatorBench.target(north: 20)], "start": "at-once"])
        }
    }
}
