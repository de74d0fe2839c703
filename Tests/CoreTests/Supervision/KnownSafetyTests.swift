import Synchronization
import Testing
import Values

@testable import Core

@Suite struct KnownSafetyTests {
    private let safety = KnownSafety()

    @Test("whoever asks has the answer, also when another asks before it is looked at")
    func answer() {
        let first = safety.ask { .idle }
        let second = safety.ask {
            #expect(safety.latest == (false, false, false))
            return .stopped(wasSafe: false)
        }
        #expect(first == (true, true, true))
        #expect(second == (true, false, false))
        #expect(safety.latest == (true, false, false))
    }

    @Test("while one asks, nothing is known to another") func asking() {
        let answer = safety.ask {
            #expect(safety.ask { .idle } == (false, false, false))
            return .idle
        }
        #expect(answer == (true, true, true))
    }

    @Test("while it is being made safe, nothing is known") func makingSafe() {
        safety.beginMakingSafe()
        #expect(safety.ask { .idle } == (false, false, false))
        safety.endMakingSafe()
        #expect(safety.latest == (true, true, true))
    }

    /// Settled and not safe means that it was given up: roost leaves then, and says so.
    @Test("a driver that changes while it is asked is settled and safe, or neither")
    func changing() {
        for number in 0..<3 {
            let driver = ChangingDriver(unsafeWhenAsked: number)
            for _ in 0..<3 {
                let answer = safety.ask { .running(driver, since: .zero) }
                #expect(answer.isSettled == answer.isSafe)
            }
        }
    }

    /// Safe each time but one.
    private final class ChangingDriver: Driver {
        private let unsafe: Int
        private let asked = Mutex(0)

        init(unsafeWhenAsked number: Int) { unsafe = number }

        var isSafe: Bool {
            asked.withLock { asked in
                defer { asked += 1 }
                return asked != unsafe
            }
        }
        var isAtRest: Bool { true }
        func close() {}
    }
}
