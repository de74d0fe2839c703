import PolicyKit
import Testing
import Values

struct DwellTests {
    private enum Side { case shut, open }

    private let start = Instant(nanoseconds: 1_000_000_000)

    private func ask(
        _ dwell: inout Dwell<Side>, for side: Side, at seconds: Int, extra: Duration = .zero
    ) -> Duration {
        dwell.ask(
            for: side, dwell: .seconds(10), minimum: .seconds(100), extra: extra,
            at: start + .seconds(seconds))
    }

    @Test("it is chosen when it was asked for without a break for the dwell time")
    func waits() {
        var dwell = Dwell<Side>()
        #expect(ask(&dwell, for: .open, at: 0) == .seconds(10))
        #expect(ask(&dwell, for: .open, at: 9) == .seconds(1))
        #expect(dwell.current == nil)
        #expect(ask(&dwell, for: .open, at: 10) == .zero)
        #expect(dwell.current == .open)
    }

    @Test("a break begins the time again, and so does another choice")
    func breaks() {
        var dwell = Dwell<Side>()
        _ = ask(&dwell, for: .open, at: 0)
        dwell.rest()
        #expect(ask(&dwell, for: .open, at: 9) == .seconds(10))
        #expect(ask(&dwell, for: .shut, at: 12) == .seconds(10))
    }

    @Test("what is withdrawn begins again, and another choice continues")
    func withdraws() {
        var dwell = Dwell<Side>()
        _ = ask(&dwell, for: .open, at: 0)
        dwell.withdraw(.shut)
        #expect(ask(&dwell, for: .open, at: 9) == .seconds(1))
        dwell.withdraw(.open)
        #expect(ask(&dwell, for: .open, at: 10) == .seconds(10))
    }

    @Test("after a change it stays for the minimum time, and for an extra time where one is given")
    func minimum() {
        var dwell = Dwell<Side>()
        _ = ask(&dwell, for: .open, at: 0)
        _ = ask(&dwell, for: .open, at: 10)
        #expect(ask(&dwell, for: .shut, at: 20) == .seconds(90))
        #expect(ask(&dwell, for: .shut, at: 109) == .seconds(1))
        #expect(ask(&dwell, for: .shut, at: 110, extra: .seconds(5)) == .seconds(5))
        #expect(dwell.current == .open)
        #expect(ask(&dwell, for: .shut, at: 111) == .zero)
        #expect(dwell.current == .shut)
    }
}
