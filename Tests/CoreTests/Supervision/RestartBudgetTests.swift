@testable import Core
import JSON
import Settings
import Testing
import Values

@Suite struct RestartBudgetTests {
    private let settings: RestartSettings

    init() throws {
        // At most 3 failures in 60 s; delays from 500 ms, doubling, to 30 s.
        settings = try SettingsReader.read(from: ["at_most": 3], at: SettingPath("restarts"))
    }

    @Test("the first attempt is at once, each further one waits twice as long, up to the longest")
    func doubling() {
        var budget = RestartBudget(settings)
        let delays = (0..<10).map { delay(of: budget.failed(.absent, at: $0)) }
        #expect(delays == [0, 0.5, 1, 2, 4, 8, 16, 25, 25, 25])
    }

    @Test("jitter moves each delay by at most a fifth, also the longest, and never beyond that")
    func jitter() {
        for (jitter, expected) in [(-1.0, 0.4), (0, 0.5), (1, 0.6)] {
            var budget = RestartBudget(settings)
            _ = budget.failed(.absent, at: 0, jitter: jitter)
            #expect(delay(of: budget.failed(.absent, at: 0, jitter: jitter)) == expected)
        }
        for (jitter, expected) in [(-1.0, 20.0), (0, 25), (1, 30)] {
            var budget = RestartBudget(settings)
            for _ in 0..<20 { _ = budget.failed(.absent, at: 0, jitter: 1) }
            #expect(delay(of: budget.failed(.absent, at: 0, jitter: jitter)) == expected)
        }
    }

    @Test("drivers that move something, with their budgets spent, do not come back in step either")
    func slowJitter() {
        for (jitter, expected) in [(-1.0, 48.0), (0, 60), (1, 72)] {
            var budget = RestartBudget(settings, givesUp: false)
            for second in 0..<3 { _ = budget.failed(.timeout, at: second) }
            #expect(delay(of: budget.failed(.timeout, at: 4, jitter: jitter)) == expected)
        }
    }

    @Test(
        "every failure that does not pass by itself spends from the budget",
        arguments: [DeviceError.Kind.timeout, .corrupt, .refused, .other])
    func spends(kind: DeviceError.Kind) {
        var budget = RestartBudget(settings)
        for second in 0..<3 { #expect(delay(of: budget.failed(kind, at: second)) != nil) }
        #expect(budget.failed(kind, at: 3) == .giveUp)
    }

    @Test(
        "a device that is absent, or that somebody else has, is tried again without end, in the end every 20 to 30 s",
        arguments: [DeviceError.Kind.absent, .busy])
    func isTransient(kind: DeviceError.Kind) {
        var budget = RestartBudget(settings)
        for attempt in 0..<1000 {
            let delay = delay(of: budget.failed(kind, at: attempt))
            #expect(attempt < 8 ? delay != nil : delay == 25)
        }
    }

    @Test("failures that lie back further than the time are forgotten") func forgets() {
        var budget = RestartBudget(settings)
        for second in [0, 1, 2, 61, 62, 63] {
            #expect(delay(of: budget.failed(.other, at: second)) != nil)
        }
        #expect(budget.failed(.other, at: 64) == .giveUp)
    }

    @Test("a driver that commands something is tried every minute when its budget is spent")
    func actuator() {
        var budget = RestartBudget(settings, givesUp: false)
        for second in 0..<3 { _ = budget.failed(.timeout, at: second) }
        for minute in 0..<100 {
            #expect(delay(of: budget.failed(.timeout, at: 4 + 60 * minute)) != nil)
        }
        for second in 6100..<6104 { _ = budget.failed(.timeout, at: second) }
        #expect(delay(of: budget.failed(.timeout, at: 6104)) == 60)
    }

    @Test("a driver that ran well for the time starts again at once") func ranWell() {
        var budget = RestartBudget(settings)
        for _ in 0..<6 { _ = budget.failed(.absent, at: 0) }
        #expect(delay(of: budget.failed(.absent, ranFor: .seconds(59), at: 0)) == 16)
        #expect(delay(of: budget.failed(.absent, ranFor: .seconds(60), at: 0)) == 0)
        #expect(delay(of: budget.failed(.absent, at: 0)) == 0.5)
    }

    @Test("a budget of nothing gives up at the first failure, but not for an absence")
    func nothing() throws {
        let none: RestartSettings = try SettingsReader.read(
            from: ["at_most": 0], at: SettingPath("restarts"))
        var budget = RestartBudget(none)
        #expect(delay(of: budget.failed(.absent, at: 0)) == 0)
        #expect(budget.failed(.other, at: 0) == .giveUp)
    }

    private func delay(of verdict: RestartBudget.Decision) -> Double? {
        guard case .retry(let delay) = verdict else { return nil }
        return delay.seconds
    }
}

extension RestartBudget {
    fileprivate mutating func failed(
        _ kind: DeviceError.Kind, ranFor: Duration? = nil, at seconds: Int, jitter: Double = 0
    ) -> Decision {
        failed(
            kind, ranFor: ranFor, at: Instant(nanoseconds: Int64(seconds) * 1_000_000_000),
            jitter: jitter)
    }
}
