import PolicyKit
import Testing
import Values

struct ConfirmedMoveTests {
    private enum Place { case out, back }
    private typealias Move = ConfirmedMove<Place, Bool>

    private let start = Instant(nanoseconds: 1_000_000_000)

    private func progress(
        _ move: Move, after milliseconds: Int, mayPush: Bool = true
    ) -> Move.Progress {
        move.progress(
            backOffFor: .seconds(1), confirmWithin: .seconds(3), mayPush: mayPush,
            at: start + .milliseconds(milliseconds))
    }

    private func move(_ stage: Move.Stage) -> Move {
        Move(to: .out, stage: stage, since: start, purpose: true)
    }

    @Test("a drive gets all of its time before the switch is asked")
    func drive() {
        #expect(progress(move(.drive), after: 2999) == .continues)
        #expect(progress(move(.drive), after: 3000) == .isDue)
    }

    @Test("a push and a pause are followed by a drive with its own time")
    func stages() {
        #expect(progress(move(.backOff), after: 999) == .continues)
        let driven = Move(
            to: .out, stage: .drive, since: start + .milliseconds(1000), purpose: true)
        #expect(progress(move(.backOff), after: 1000) == .drives(driven))
        #expect(progress(move(.release(for: .seconds(2))), after: 1000) == .continues)
        // Pulses that stop must stop for a step at least.
        #expect(progress(move(.release(for: .zero)), after: 0) == .continues)
        guard case .drives = progress(move(.release(for: .zero)), after: 1) else {
            Issue.record("it does not drive")
            return
        }
    }

    @Test("a push that may not continue ends at once")
    func forbidden() {
        guard case .drives = progress(move(.backOff), after: 0, mayPush: false) else {
            Issue.record("it continues to push")
            return
        }
    }

    @Test("the next try begins with a push, or with a pause where nothing may be pushed")
    func again() {
        let next = move(.drive).again(mayPush: true, backOffFor: .seconds(1), at: start)
        #expect(next.attempt == 2 && next.stage == .backOff && next.purpose)
        let careful = next.again(mayPush: false, backOffFor: .seconds(1), at: start)
        #expect(careful.attempt == 3 && careful.stage == .release(for: .seconds(1)))
    }
}
