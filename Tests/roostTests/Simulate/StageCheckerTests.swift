import Testing
import Values

@testable import roost

/// The checker must be able to say no: the demo's exit code depends on it.
@Suite struct StageCheckerTests {
    /// A world that is a number: each stage adds to it, and sees it at another one.
    private static func stage(_ text: String, adds step: Int, seenAt goal: Int) -> DemoStage<
        Int, Int
    > {
        DemoStage(
            text: text, limit: .seconds(5), begin: { $0 += step }, isSeen: { $0 == goal })
    }

    private static let two = [
        stage("one", adds: 1, seenAt: 1), stage("two", adds: 2, seenAt: 3),
    ]

    /// Runs a world for so many seconds, one look each; `see` says what is seen of it.
    private func checked(
        _ stages: [DemoStage<Int, Int>], laws: [DemoLaw<Int>] = [], seconds: Int = 20,
        see: (Int) -> Int = { $0 }
    ) -> StageChecker<Int, Int> {
        var (checker, world) = (StageChecker(stages, laws: laws), 0)
        for second in 0...seconds {
            checker.observe(see(world), at: .seconds(second))?.begin(&world)
        }
        return checker
    }

    @Test("stages begin one after the other, and all that are seen satisfy it") func good() {
        let checker = checked(Self.two)
        #expect(checker.isOver)
        #expect(
            checker.outcomes == [.seen(after: .seconds(1)), .seen(after: .seconds(1))])
        #expect(
            checker.checks == [
                DemoCheck(isMet: true, text: "one (after 1.0 s)"),
                DemoCheck(isMet: true, text: "two (after 1.0 s)"),
            ])
    }

    @Test("a stage that is never seen is reported, and the next ones do not begin") func missed() {
        let checker = checked(Self.two) { _ in 0 }
        #expect(checker.isOver)
        #expect(checker.outcomes == [.missed, .waiting])
        #expect(
            checker.checks == [
                DemoCheck(isMet: false, text: "one: not seen within 5.0 s"),
                DemoCheck(isMet: false, text: "two: not seen"),
            ])
    }

    @Test("a stage that is under way when the demo ends was not seen") func cutShort() {
        let checker = checked(Self.two, seconds: 1) { $0 == 1 ? 1 : 0 }
        #expect(!checker.isOver && checker.current == 1)
        #expect(checker.checks.map(\.isMet) == [true, false])
    }

    @Test("what comes before its stage counts for nothing") func early() {
        let checker = checked([Self.stage("seven", adds: 8, seenAt: 7)]) { $0 == 0 ? 7 : $0 }
        #expect(checker.outcomes == [.missed])
    }

    @Test("a law that was broken for a moment is reported with its time") func law() {
        let law = DemoLaw<Int>(text: "never one") { $0 != 1 }
        let checker = checked(Self.two, laws: [law])
        #expect(checker.isOver)
        #expect(
            checker.checks.last == DemoCheck(isMet: false, text: "never one: not so at 1.0 s"))
        let kept = checked(Self.two, laws: [DemoLaw(text: "never nine") { $0 != 9 }])
        #expect(kept.checks.last == DemoCheck(isMet: true, text: "never nine"))
    }
}
