import Testing

@testable import Missions

@Suite struct JumpTests {
    private let waypoint = "2\t0\t3\t16\t0\t0\t0\t0\t52.0004\t21.0003\t4\t1"

    private func jump(_ index: Int, to target: Int, times: Int) -> String {
        "\(index)\t0\t2\t177\t\(target)\t\(times)\t0\t0\t0\t0\t0\t1"
    }

    private func home(_ index: Int) -> String {
        "\(index)\t0\t3\t20\t0\t0\t0\t0\t0\t0\t0\t1"
    }

    // MAVLink: "Jump to the desired command in the mission list, repeat this action only the
    // specified number of times": two repeats are three flights.
    @Test("a loop is written out as often as it says") func loop() {
        let verdict = judged(Samples.listFile(waypoint, jump(3, to: 2, times: 2), home(4)))
        #expect(verdict.refusals == [])
        #expect(verdict.mission?.items.map(\.place.line) == [3, 4, 4, 4, 6])
    }

    @Test("a jump in a plan counts by doJumpId, not by the place in the list") func jumpID() {
        let items = [
            Samples.simple(22, "0, 0, 0, 0, 0, 0, 4"),
            Samples.simple(16, "0, 0, 0, 0, 52.0004, 21.0003, 4")
                .replacing("{\"type\"", with: "{\"doJumpId\": 7, \"type\""),
            Samples.simple(177, frame: 2, "7, 1, 0, 0, 0, 0, 0"),
            Samples.simple(20, frame: 2, "0, 0, 0, 0, 0, 0, 0"),
        ]
        #expect(
            judged(Samples.planFile(items.joined(separator: ",\n"))).mission?.items.map(
                \.place.line)
                == [3, 4, 4, 6])
    }

    @Test("a loop without end, or to nowhere, is refused", arguments: [(2, -1), (9, 1), (3, 1)])
    func refused(target: Int, times: Int) {
        let verdict = judged(
            Samples.listFile(waypoint, jump(3, to: target, times: times), home(4)))
        #expect(
            verdict.refusals == [
                times < 0
                    ? "line 5: item 3 (DO_JUMP): repeats for ever; give it a number"
                    : "line 5: item 3 (DO_JUMP): jumps to item \(target), 1 times, which is no item or "
                        + "no number"
            ])
    }

    @Test("loops that grow beyond any flight are refused, not written out") func bounded() {
        let verdict = judged(
            Samples.listFile(
                waypoint, jump(3, to: 2, times: 1_000_000_000),
                jump(4, to: 2, times: 1_000_000_000),
                home(5)))
        #expect(
            verdict.refusals == [
                "line 6: item 4 (DO_JUMP): its loops are more than 2000 items long when written out"
            ])
    }

    @Test("a loop over the take-off takes off in the air, which is refused") func takeOff() {
        let verdict = judged(Samples.listFile(waypoint, jump(3, to: 1, times: 1), home(4)))
        #expect(verdict.refusals == ["line 3: item 1 (NAV_TAKEOFF): takes off a second time"])
    }
}
