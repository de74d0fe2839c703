import Testing

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
}
