import Synchronization
import Values

/// Events on their way to one receiver: in order, each taken once, each answered by its number.
///
/// Bounded, so that a flood costs no memory: an event that comes while the queue is full is refused to its sender and
/// counted, never lost in silence. An event that can only make things safer is not refused: it takes the place of the oldest of the
/// others. It is one entry, however many senders post it while it waits, and moves to the end each time, so that it comes
/// after all that was posted before it.
@usableFromInline
package final class EventQueue<Value: Codable & Equatable & Sendable>: Sendable {
    package typealias ResponseHandler = @Sendable (Response) -> Void

    /// As many as a person could cause in a second, and a few more.
    package static var defaultCapacity: Int { 32 }

    private struct Waiting {
        let event: Event<Value>
        /// `nil` for never.
        let deadline: Instant?
        let isSafer: Bool
        let isMomentary: Bool

        func isSame(as other: Waiting) -> Bool {
            isSafer && other.isSafer && event.value == other.event.value
        }
    }

    /// Those who want to know what becomes of an event that is not finally answered yet.
    private struct Askers: Sendable {
        var handlers: [ResponseHandler]
        let isMomentary: Bool
    }

    /// A class, because Swift 6.0 cannot compile a mutex that is given a value of generic layout
    /// (swiftlang/swift issue 78048). Only the mutex has it, so the compiler's proof stands.
    private final class State {
        var waiting: [Waiting] = []
        /// By the number of the event, in the order in which they posted it.
        var askers: [UInt64: Askers] = [:]
        var lastNumber: UInt64 = 0
        var refusedCount: UInt64 = 0
        /// Why nothing is taken at present; `nil` when the receiver is there.
        var closedBecause: String?
    }

    package let capacity: Int
    private let state = Mutex(State())
    /// How many wait. Beside the state, since to look there costs 2,000 instructions for what is generic,
    /// and nothing waits nearly always.
    private let count = Atomic(0)
    /// What is drained when nothing waits: made once, since a generic literal looks up its type each time.
    private let nothing: [Event<Value>] = []

    package init(capacity: Int = EventQueue.defaultCapacity) {
        self.capacity = max(1, capacity)
    }

    /// Puts an event at the end.
    ///
    /// After `deadline` it is not handed out any more but refused; `nil` is for never. One that
    /// `isSafer`, that can only make things safer whenever it is done, is never too late.
    /// Such a one joins the same one that waits already. One that `isMomentary` changes nothing that is to be there after a
    /// power cut.
    /// `onResponse` is called with each response, up to the final one, on the responder's thread: it
    /// must return at once.
    ///
    /// - Returns: the number of the event.
    /// - Throws: that it was refused, and why.
    @discardableResult
    package func post(
        _ value: Value, from origin: EventOrigin, at now: Instant, deadline: Instant? = nil,
        isSafer: Bool = false, isMomentary: Bool = false,
        onResponse: ResponseHandler? = nil
    ) throws(PlainError) -> UInt64 {
        let posted = state.withLock { state in
            defer { count.store(state.waiting.count, ordering: .releasing) }
            return Self.put(
                Waiting(
                    event: Event(
                        number: state.lastNumber + 1, value: value, postedAt: now, origin: origin),
                    deadline: deadline, isSafer: isSafer, isMomentary: isMomentary),
                into: state, capacity: capacity, onResponse)
        }
        switch posted {
        case .accepted(let number): return number
        case .displaced(let number, let older, let handlers):
            let response = Response(
                to: older, .refused,
                "refused: it was displaced by a request that makes things safer")
            for handler in handlers { handler(response) }
            return number
        case .refused(let refusal): throw refusal
        }
    }

    /// Posts an event once more that makes things safer and still waits, for one who has told whoever posted it first.
    ///
    /// - Returns: whether it still waits.
    package func repost(_ number: UInt64) -> Bool {
        state.withLock { state in
            guard let index = state.waiting.firstIndex(where: { $0.event.number == number }) else {
                return false
            }
            Self.moveToEnd(index, of: state)
            return true
        }
    }

    /// Takes everything that waits, the oldest first. What is too late is refused and left out.
    @usableFromInline
    package func drain(at now: Instant) -> [Event<Value>] {
        count.load(ordering: .acquiring) == 0 ? nothing : takeWaiting(at: now)
    }

    private func takeWaiting(at now: Instant) -> [Event<Value>] {
        let (due, late) = state.withLock { state -> ([Waiting], [Waiting]) in
            defer {
                state.waiting = []
                count.store(0, ordering: .releasing)
            }
            let isLate = { (waiting: Waiting) in
                !waiting.isSafer && waiting.deadline.map { $0 < now } ?? false
            }
            return (state.waiting.filter { !isLate($0) }, state.waiting.filter(isLate))
        }
        for waiting in late {
            let age = now - waiting.event.postedAt
            respond(
                Response(
                    to: waiting.event.number, .refused,
                    "refused: it is too late, it was asked \(text(of: age)) ago"))
        }
        return due.map { $0.event }
    }

    /// Tells whoever posted an event what became of it. A number that nobody waits for is ignored.
    @usableFromInline
    package func respond(_ response: Response) {
        let askers = state.withLock {
            response.isFinal
                ? $0.askers.removeValue(forKey: response.number) : $0.askers[response.number]
        }
        for handler in askers?.handlers ?? [] { handler(response) }
    }

    /// Whether it matters to nobody who waits for the answer to an event that its effect is there after a power cut.
    func isMomentary(_ number: UInt64) -> Bool {
        state.withLock { $0.askers[number]?.isMomentary ?? true }
    }

    /// The sender that has waited longest for what becomes of an event waits no longer. The event itself stays: it
    /// may be under way, and others may wait for it.
    package func forget(_ number: UInt64) {
        state.withLock { state in
            guard let askers = state.askers[number], askers.handlers.count > 1 else {
                state.askers[number] = nil
                return
            }
            state.askers[number]?.handlers.removeFirst()
        }
    }

    /// Refuses what was taken and is unanswered: who took it will not answer. What waits still waits, for who
    /// comes after.
    package func refuseTaken(because why: String) {
        let askers = state.withLock { state in
            let waiting = Set(state.waiting.map(\.event.number))
            let taken = state.askers.filter { !waiting.contains($0.key) }
            for number in taken.keys { state.askers[number] = nil }
            return taken
        }
        Self.refuse(askers, because: why)
    }

    /// Refuses what waits, what is unanswered, and what comes until `open`: the receiver is gone.
    package func close(because why: String) {
        let askers = state.withLock { state in
            defer {
                state.askers = [:]
                state.waiting = []
                count.store(0, ordering: .releasing)
                state.closedBecause = why
            }
            return state.askers
        }
        Self.refuse(askers, because: why)
    }

    private static func refuse(_ askers: [UInt64: Askers], because why: String) {
        for (number, askers) in askers.sorted(by: { $0.key < $1.key }) {
            let response = Response(to: number, .refused, "refused: \(why)")
            for handler in askers.handlers { handler(response) }
        }
    }

    /// Takes events again.
    package func open() {
        state.withLock { $0.closedBecause = nil }
    }

    /// How many were refused so far because the queue was full.
    package var refusedCount: UInt64 {
        state.withLock { $0.refusedCount }
    }
}

// MARK: - Posting

extension EventQueue {
    private enum Posted {
        case accepted(UInt64)
        /// Another had to make room, with those who wait for what becomes of it.
        case displaced(UInt64, older: UInt64, [ResponseHandler])
        case refused(PlainError)
    }

    private static func put(
        _ new: Waiting, into state: State, capacity: Int, _ onResponse: ResponseHandler?
    ) -> Posted {
        if let why = state.closedBecause { return .refused(PlainError("refused: \(why)")) }
        if let index = state.waiting.firstIndex(where: { $0.isSame(as: new) }) {
            // One entry for however many ask; each is told what becomes of it.
            let number = state.waiting[index].event.number
            moveToEnd(index, of: state)
            if let onResponse {
                state.askers[number, default: Askers(handlers: [], isMomentary: new.isMomentary)]
                    .handlers.append(onResponse)
            }
            return .accepted(number)
        }
        var displaced: Waiting?
        if state.waiting.count >= capacity {
            guard new.isSafer, let oldest = state.waiting.firstIndex(where: { !$0.isSafer })
            else {
                state.refusedCount += 1
                return .refused(
                    PlainError("refused: \(state.waiting.count) requests wait already"))
            }
            displaced = state.waiting.remove(at: oldest)
            state.refusedCount += 1
        }
        state.lastNumber += 1
        state.waiting.append(new)
        let number = new.event.number
        if let onResponse {
            state.askers[number] = Askers(handlers: [onResponse], isMomentary: new.isMomentary)
        }
        guard let older = displaced?.event.number else { return .accepted(number) }
        return .displaced(
            number, older: older, state.askers.removeValue(forKey: older)?.handlers ?? [])
    }

    private static func moveToEnd(_ index: Int, of state: State) {
        state.waiting.append(state.waiting.remove(at: index))
    }
}
