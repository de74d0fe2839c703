import Values

/// A move of a servo to a place, of which a switch says whether it got there; where it does not, it is tried again after a push
/// the other way, which frees what is caught.
package struct ConfirmedMove<Place: Equatable & Sendable, Purpose: Equatable & Sendable>:
    Equatable, Sendable
{
    package enum Stage: Equatable, Sendable {
        /// Pulses off: a servo takes the angle that it was given last for the same command,
        /// and does not move for it; or a pause in which nothing may be pushed.
        case release(for: Duration)
        case drive
        /// A little back from where it should go, to free what is stuck.
        case backOff
    }

    package let to: Place
    /// Counted from 1.
    package let attempt: Int
    package private(set) var stage: Stage
    package private(set) var since: Instant
    /// Why it moves.
    package let purpose: Purpose

    package init(
        to place: Place, attempt: Int = 1, stage: Stage, since: Instant, purpose: Purpose
    ) {
        to = place
        self.attempt = attempt
        self.stage = stage
        self.since = since
        self.purpose = purpose
    }

    /// What is to be done with a move now.
    package enum Progress: Equatable, Sendable {
        case continues
        /// The next stage begins.
        case drives(ConfirmedMove)
        /// It has had its time: the switch is to say that it is there.
        case isDue
    }

    /// `mayPush`: whether a push the other way may continue.
    package func progress(
        backOffFor: Duration, confirmWithin: Duration, mayPush: Bool, at now: Instant
    ) -> Progress {
        let elapsed = now - since
        let isOver =
            switch stage {
            case .release(let pause): elapsed > .zero && elapsed >= pause
            case .backOff: !mayPush || elapsed >= backOffFor
            // The switch may say so as soon as it leaves the other place: the servo gets all of its time.
            case .drive: elapsed >= confirmWithin
            }
        guard isOver else { return .continues }
        guard stage != .drive else { return .isDue }
        var next = self
        (next.stage, next.since) = (.drive, now)
        return .drives(next)
    }

    /// The next try: with a push first, or a pause of that length where nothing may be pushed.
    package func again(mayPush: Bool, backOffFor: Duration, at now: Instant) -> ConfirmedMove {
        ConfirmedMove(
            to: to, attempt: attempt + 1, stage: mayPush ? .backOff : .release(for: backOffFor),
            since: now, purpose: purpose)
    }
}
