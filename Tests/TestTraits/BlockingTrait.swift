import Synchronization
import Testing
import Values

/// Runs tests that wait for real threads, processes or the kernel on threads that they may block.
///
/// Swift Testing runs all tests on as many threads as there are processors. Tests that wait there
/// keep hundreds waiting that have something to compute, and a time limit runs on for those too.
///
/// What they find wrong while the machine was too full (`DelayWatch`) is tried again, twice at most; then
/// the test is neither passed nor failed: `script/test` looks for "NOT MEASURED".
package struct BlockingTrait: SuiteTrait, TestTrait {
    private static let attempts = 3

    package let isRecursive = true
    fileprivate let threads: TestThreads
}

extension Trait where Self == BlockingTrait {
    /// For tests that wait: a few at a time, so that they measure no load but their own.
    package static var blocking: Self { Self(threads: .shared) }

    /// For tests that fly: eight at a time beside all others. A flight takes a tenth of a core.
    package static var flying: Self { Self(threads: .flying) }
}

// Swift 6.0 has no such traits: there these tests take longer.
#if compiler(>=6.1)
    extension BlockingTrait: TestScoping {
        package func provideScope(
            for test: Test, testCase: Test.Case?,
            performing function: @Sendable () async throws -> Void
        ) async throws {
            guard testCase != nil else { return try await run(function) }
            for _ in 0..<Self.attempts {
                let watch = DelayWatch.shared
                let mark = watch.mark()
                let wasDelayed = Atomic(false)
                try await withKnownIssue("the machine was late", isIntermittent: true) {
                    try await run(function)
                } matching: { _ in
                    guard watch.problem(since: mark) != nil else { return false }
                    wasDelayed.store(true, ordering: .relaxed)
                    return true
                }
                guard wasDelayed.load(ordering: .relaxed) else { return }
                print("LATE: \(test.id): \(watch.problem(since: mark) ?? "it was") meanwhile")
            }
            print("NOT MEASURED: \(test.id): the machine was late in \(Self.attempts) attempts")
        }

        private func run(_ function: @Sendable () async throws -> Void) async throws {
            try await withTaskExecutorPreference(threads) { try await function() }
        }
    }
#endif
