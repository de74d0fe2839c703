import Testing

/// Runs tests that wait for real threads, processes or the kernel on threads that they may block.
///
/// Swift Testing runs all tests on as many threads as there are processors. Tests that wait there
/// keep hundreds waiting that have something to compute, and a time limit runs on for those too.
package struct BlockingTrait: SuiteTrait, TestTrait {
    package let isRecursive = true
    fileprivate let threads: TestThreads
}

extension Trait where Self == BlockingTrait {
    /// For tests that wait: a few at a time, so that they measure no load but their own.
    package static var blocking: Self { Self(threads: .shared) }

    /// For tests that fly: twelve at a time beside all others. A flight takes a tenth of a core.
    package static var flying: Self { Self(threads: .flying) }
}

// Swift 6.0 has no such traits: there these tests take longer.
#if compiler(>=6.1)
    extension BlockingTrait: TestScoping {
        package func provideScope(
            for test: Test, testCase: Test.Case?,
            performing function: @Sendable () async throws -> Void
        ) async throws {
            try await withTaskExecutorPreference(threads) { try await function() }
        }
    }
#endif
