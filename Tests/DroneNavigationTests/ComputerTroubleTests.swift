import Core
import JSON
import TestSupport
import Testing
import Values

@testable import DroneNavigation

@Suite("A computer that is unwell")
struct ComputerTroubleTests {
    private static let well = ComputerState(
        celsius: 48, isUnderVoltage: false, freeBytes: 900_000_000)
    private static let far = ComputerState(signalDBm: -81)
    private static let hot = ComputerState(celsius: 80.1, isUnderVoltage: nil, freeBytes: nil)
    private static let starved = ComputerState(celsius: nil, isUnderVoltage: true, freeBytes: nil)

    private func set(_ state: ComputerState?, _ bench: inout NavigatorBench) {
        bench.computer =
            state.map { .good($0, at: bench.now) } ?? .absent(since: bench.now, because: "gone")
    }

    @Test(
        "short of voltage or too hot for 5 s, or hardly heard, it flies home",
        arguments: [(starved, "under-voltage"), (hot, "computer-hot"), (far, "signal-weak")])
    func unwell(state: ComputerState, code: String) throws {
        var bench = try NavigatorBench.flying(["no_progress_after": "60s", "link_weak_for": "5s"])
        set(state, &bench)
        bench.run(for: .milliseconds(4900))
        #expect(bench.code == "flying")
        bench.run(for: .milliseconds(200))
        // Home is below it.
        #expect(bench.code == "descending-\(code)")
    }

    @Test("a supply that holds again for 5 s has been forgiven, one that flickers has not")
    func flickers() throws {
        for (pause, code) in [(3, "descending-under-voltage"), (6, "flying")] {
            var bench = try NavigatorBench.flying(["no_progress_after": "60s"])
            set(Self.starved, &bench)
            bench.run(for: .seconds(3))
            set(Self.well, &bench)
            bench.run(for: .seconds(pause))
            set(Self.starved, &bench)
            bench.run(for: .seconds(1))
            #expect(bench.code == code)
        }
    }

    @Test("in the air nothing follows from a computer that tells nothing") func silent() throws {
        var bench = try NavigatorBench.flying(["no_progress_after": "60s"])
        set(nil, &bench)
        bench.run(for: .seconds(10))
        #expect(bench.code == "flying")
    }

    /// Steps every 50 ms, but for one in each second that comes so late.
    private func stumble(
        _ bench: inout NavigatorBench, by lateness: Duration, for seconds: Int
    ) {
        for _ in 0..<seconds {
            bench.step(after: .milliseconds(50) + lateness)
            while bench.now.nanoseconds % 1_000_000_000 >= 50_000_000 { bench.step() }
        }
    }

    @Test(
        "with a step in each second that is 150 ms late it lands after 5 s, with 100 ms it flies on"
    )
    func late() throws {
        var bench = try NavigatorBench.flying(["no_progress_after": "60s"])
        stumble(&bench, by: .milliseconds(100), for: 20)
        #expect(bench.code == "flying")
        stumble(&bench, by: .milliseconds(200), for: 4)
        #expect(bench.code == "flying")
        stumble(&bench, by: .milliseconds(200), for: 4)
        #expect(bench.code == "landing-ticks-late")
    }

    @Test("a policy that steps slowly is not late") func slow() throws {
        var bench = try NavigatorBench.flying(["no_progress_after": "60s"])
        for _ in 0..<40 { bench.step(after: .milliseconds(450)) }
        #expect(bench.code == "flying")
    }

    @Test("before a take-off it must be known, well, and have room on its card") func ground()
        throws
    {
        let full = ComputerState(celsius: 48, isUnderVoltage: false, freeBytes: 49_999_999)
        for (state, words) in [
            (Self.well, nil), (Self.hot, "80 °C"), (Self.starved, "too low"),
            (Self.far, "-81 dBm"),
            (full, "49 MB are free"), (nil, "nothing is known of the computer (absent: gone)"),
        ] as [(ComputerState?, String?)] {
            var bench = try NavigatorBench.standing(["targets": [NavigatorBench.target(north: 20)]])
            set(state, &bench)
            bench.step()
            let check = try #require(bench.checks.first { $0.name == "computer" })
            #expect(check.verdict == (words == nil ? .met : .failed))
            let answer = bench.ask(.takeOff)
            #expect(answer?.isAccepted == (words == nil))
            if let words {
                #expect(check.obstacles.contains { $0.contains(words) }, "\(check.obstacles)")
            }
        }
    }
}
