import Core
import JSON
import TestSupport
import Testing
import Values

@testable import Drivers

@Suite("Servo: when it is at rest, and what a servo that was let go gets")
struct ServoRestTests: ServoSuite {
    let tree: TemporaryDirectory
    let bench: DriverBench<Servo>

    init() throws {
        tree = try TemporaryDirectory()
        bench = try Self.makeBench(tree)
    }

    @Test(
        "is at rest where the end of a lease would change nothing: not on its way, nor held elsewhere",
        arguments: [
            (["on_lease_end": "safe_angle", "safe_angle": "65deg"], 65.0, true, true),
            (["on_lease_end": "safe_angle", "safe_angle": "65deg"], 180.0, false, false),
            // It holds with pulses first, and is limp then.
            (["on_lease_end": "release"], 180.0, false, true),
            (["on_lease_end": "hold"], 180.0, true, true),
        ] as [(JSONValue, Double, Bool, Bool)])
    func rest(_ settings: JSONValue, _ angle: Double, _ holding: Bool, _ limp: Bool) throws {
        try tree.makePWMChannel(period: 20_000_000, duty: 1_000_000)
        let driver = try bench.start(settings)
        defer { driver.close() }
        bench.clock.advance(by: .zero)
        move(angle)
        #expect(!driver.isAtRest)
        bench.clock.advance(by: .milliseconds(100))
        #expect(!driver.isAtRest, "on its way")
        bench.clock.advance(by: .milliseconds(1400))
        #expect(driver.isAtRest == holding)
        bench.clock.advance(by: .seconds(1))
        #expect(driver.isAtRest == limp)
    }

    @Test(
        "a servo that was left at its safe angle is at rest from the start; one of unknown place is not",
        arguments: [(1_361_111, true), (2_000_000, false), (0, false)])
    func restAsFound(duty: Int64, isAtRest: Bool) throws {
        try tree.makePWMChannel(period: 20_000_000, duty: duty)
        let driver = try bench.start(["on_lease_end": "safe_angle", "safe_angle": "65deg"])
        defer { driver.close() }
        bench.clock.advance(by: .seconds(1))
        #expect(driver.isAtRest == isAtRest)
        // What is let go may be turned by hand.
        move(65)
        bench.clock.advance(by: .seconds(3))
        #expect(driver.isAtRest)
        send(.release)
        bench.clock.advance(by: .seconds(1))
        #expect(!driver.isAtRest)
    }

    @Test(
        "sent again to where it was let go, it gets the pulses for the whole range: it may have been turned"
    )
    func sentAgain() throws {
        try tree.makePWMChannel(period: 20_000_000, duty: 1_000_000)
        let driver = try bench.start(["speed": "180deg/s", "release_after": "100ms"])
        defer { driver.close() }
        bench.clock.advance(by: .zero)
        move(90)
        bench.clock.advance(by: .seconds(3))
        #expect(file("enable") == "0")
        send(.release)
        bench.clock.advance(by: .milliseconds(100))
        move(90)
        // 180 degrees at 180 degrees a second, and 100 ms.
        bench.clock.advance(by: .milliseconds(1050))
        #expect(file("enable") == "1" && file("duty_cycle") == "1500000")
        bench.clock.advance(by: .milliseconds(200))
        #expect(file("enable") == "0")
    }
}
