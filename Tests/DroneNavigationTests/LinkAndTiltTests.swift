import Core
import JSON
import TestSupport
import Testing
import Values

@testable import DroneNavigation

@Suite("A weak link, and a drone that is tilted")
struct LinkAndTiltTests {
    /// Steps every 50 ms and has news only with every so many of them.
    private func hear(_ bench: inout NavigatorBench, every steps: Int, for time: Duration) {
        let end = bench.now + time
        var count = 0
        while bench.now < end {
            bench.flightAge = .milliseconds(50 * (count % steps))
            bench.step()
            count += 1
        }
    }

    @Test(
        "with less than 5 messages a second for as long as it may it flies home, with more it flies on"
    )
    func weak() throws {
        var bench = try NavigatorBench.flying(
            ["no_progress_after": "60s", "link_weak_for": "3s"])
        hear(&bench, every: 3, for: .seconds(10))
        #expect(bench.code == "flying")
        hear(&bench, every: 7, for: .milliseconds(3400))
        #expect(bench.code == "flying")
        hear(&bench, every: 7, for: .seconds(2))
        // Home is below it.
        #expect(bench.code == "descending-link-weak")
    }

    @Test("a slow policy is no weak link, and with 0 there is none") func slow() throws {
        var bench = try NavigatorBench.flying(["no_progress_after": "60s"])
        for _ in 0..<40 { bench.step(after: .milliseconds(450)) }
        #expect(bench.code == "flying")
        bench = try NavigatorBench.flying(["min_link_rate": 0, "no_progress_after": "60s"])
        hear(&bench, every: 18, for: .seconds(12))
        #expect(bench.code == "flying")
    }

    // An interface that comes back after 2 s, and a drone that is set up again meanwhile.
    @Test("a link that is gone for a moment and comes back slowly is not a weak one")
    func comesBack() throws {
        var bench = try NavigatorBench.flying(["no_progress_after": "60s"])
        hear(&bench, every: 38, for: .milliseconds(1900))
        hear(&bench, every: 10, for: .seconds(3))
        for _ in 0..<120 {
            bench.step()
            #expect(bench.code == "flying")
        }
    }

    @Test("nothing heard at all is told as that, and waits as long as that does")
    func silent() throws {
        var bench = try NavigatorBench.flying()
        bench.phase = nil
        bench.run(for: .milliseconds(4800))
        #expect(bench.code == "awaiting-flight-state-lost" && bench.command == .hover)
        bench.run(for: .milliseconds(400))
        #expect(bench.code == "landing-flight-state-lost")
    }

    @Test(
        "tilted beyond 45° either way it hovers, and lands after 2 s", arguments: [46.0, -46, .nan])
    func tilted(degrees: Double) throws {
        var bench = try NavigatorBench.flying()
        bench.roll = 45
        #expect(bench.run(for: .seconds(1)).reason.code == "flying")
        bench.roll = degrees
        #expect(bench.step().pilot == .hover)
        #expect(bench.code == "paused-tilted")
        #expect(bench.run(for: .milliseconds(1900)).pilot == .hover)
        #expect(bench.run(for: .milliseconds(150)).pilot == .land)
        #expect(bench.code == "landing-tilted")
    }

    @Test("knocked once it flies on a second after it is level; the third time it waits")
    func knocked() throws {
        var bench = try NavigatorBench.flying()
        for time in 1...3 {
            bench.roll = 70
            bench.run(for: .milliseconds(300))
            bench.roll = 0
            bench.run(for: .milliseconds(1200))
            #expect(bench.code == (time < 3 ? "flying" : "awaiting-tilted"))
        }
    }

    @Test("it may not be told to fly with more tilt than that") func limit() {
        let refused = thrownErrors(["full_tilt": "40deg", "max_tilt": "40deg"])
        #expect(refused.contains("max_tilt"), "\(refused)")
    }

    private func thrownErrors(_ json: JSONValue) -> String {
        do {
            _ = try NavigatorBench.settings(json)
            return ""
        } catch { return "\(error)" }
    }
}
