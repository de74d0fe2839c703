import TestSupport
import Testing
import Values

@testable import Core

@Suite struct EventQueueTests {
    private let now = Instant(nanoseconds: 9_000_000_000)
    private let told = EventLog()

    private func queue(_ capacity: Int = 4) -> EventQueue<String> {
        EventQueue(capacity: capacity)
    }

    @discardableResult
    private func post(
        _ queue: EventQueue<String>, _ value: String, deadline: Instant? = nil,
        isSafer: Bool = false
    ) throws(PlainError) -> UInt64 {
        try queue.post(
            value, from: .person, at: now, deadline: deadline, isSafer: isSafer
        ) { [told] response in
            told.note(
                "\(value) \(response.number) \(response.outcome.rawValue): \(response.message)")
        }
    }

    @Test("events are taken once, all of them, in the order in which they came")
    func order() throws {
        let queue = queue()
        for value in ["hover", "land", "hover"] { try post(queue, value) }
        let events = queue.drain(at: now)
        #expect(events.map(\.value) == ["hover", "land", "hover"])
        #expect(events.map(\.number) == [1, 2, 3])
        #expect(events.allSatisfy { $0.postedAt == now && $0.origin == .person })
        #expect(queue.drain(at: now).isEmpty)
    }

    @Test("each event is answered by its number, up to the final answer") func answered() throws {
        let queue = queue()
        try post(queue, "first")
        try post(queue, "second")
        _ = queue.drain(at: now)
        queue.respond(Response(to: 2, .inProgress, "on its way"))
        queue.respond(Response(to: 2, .done, "there"))
        queue.respond(Response(to: 2, .done, "again"))
        queue.respond(Response(to: 1, .refused, "no"))
        queue.respond(Response(to: 77, .done, "nobody asked"))
        #expect(
            told.entries == [
                "second 2 inProgress: on its way", "second 2 done: there", "first 1 refused: no",
            ])
    }

    @Test("what comes while it is full is refused to its sender, and counted") func full() throws {
        let queue = queue(2)
        try post(queue, "one")
        try post(queue, "two")
        let refusal = thrownError(PlainError.self) { try post(queue, "three") }
        #expect(refusal?.description == "refused: 2 requests wait already")
        #expect(queue.refusedCount == 1)
        #expect(queue.drain(at: now).map(\.value) == ["one", "two"])
        try post(queue, "four")
        #expect(queue.drain(at: now).map(\.value) == ["four"])
        #expect(told.entries == [])
    }

    @Test(
        "an event that makes things safer is taken by a full queue: the oldest of the others makes room"
    )
    func safer() throws {
        let queue = queue(2)
        try post(queue, "hover")
        try post(queue, "target")
        try post(queue, "land", isSafer: true)
        #expect(
            told.entries == [
                "hover 1 refused: refused: it was displaced by a request that makes things safer"
            ])
        #expect(queue.refusedCount == 1)
        #expect(queue.drain(at: now).map(\.value) == ["target", "land"])
    }

    @Test("an event that makes things safer displaces no other such, wherever that stands")
    func amongSafer()
        throws
    {
        let queue = queue(2)
        try post(queue, "land", isSafer: true)
        try post(queue, "hover")
        try post(queue, "cut", isSafer: true)
        #expect(throws: PlainError("refused: 2 requests wait already")) {
            try post(queue, "reset", isSafer: true)
        }
        #expect(queue.drain(at: now).map(\.value) == ["land", "cut"])
    }

    @Test("no request, however many, displaces one that makes things safer") func neverDisplaced()
        throws
    {
        let queue = queue(2)
        try post(queue, "land", isSafer: true)
        try post(queue, "cut", isSafer: true)
        for _ in 1...100 {
            #expect(throws: PlainError.self) { try post(queue, "hover") }
            try post(queue, "land", isSafer: true)
        }
        #expect(queue.drain(at: now).map(\.value) == ["cut", "land"])
    }

    @Test(
        "one that makes things safer and is posted again comes after whatever was posted in between"
    )
    func againAtTheEnd() throws {
        let queue = queue()
        try post(queue, "land", isSafer: true)
        try post(queue, "takeoff")
        try post(queue, "land", isSafer: true)
        #expect(queue.drain(at: now).map(\.value) == ["takeoff", "land"])
    }

    @Test("of those who wait for one event, whoever gives up takes the answer from nobody else")
    func oneGivesUp() throws {
        let queue = queue()
        for _ in 1...3 { try post(queue, "land", isSafer: true) }
        queue.forget(1)
        _ = queue.drain(at: now)
        queue.respond(Response(to: 1, .done, "landing"))
        #expect(told.entries.count == 2)
    }

    @Test("however many wait for one event, each is answered") func manyWait() throws {
        let queue = queue(2)
        for _ in 1...1000 { try post(queue, "land", isSafer: true) }
        _ = queue.drain(at: now)
        queue.respond(Response(to: 1, .done, "landing"))
        #expect(told.entries.count == 1000)
    }

    @Test(
        "one that makes things safer and waits already is one entry, and everybody who asked is answered"
    )
    func same() throws {
        let queue = queue()
        let first = try post(queue, "land", isSafer: true)
        let second = try post(queue, "land", isSafer: true)
        #expect(first == second)
        #expect(queue.drain(at: now).count == 1)
        queue.respond(Response(to: first, .done, "landing"))
        #expect(told.entries == ["land 1 done: landing", "land 1 done: landing"])
        // Taken out, it is not what a new one joins.
        #expect(try post(queue, "land", isSafer: true) == 2)
    }

    @Test(
        "past its deadline an event is refused and not handed out; one that makes things safer always is"
    )
    func late() throws {
        let queue = queue()
        try post(queue, "takeoff", deadline: now + .seconds(2))
        try post(queue, "land", deadline: now + .seconds(2), isSafer: true)
        try post(queue, "hover", deadline: now + .seconds(9))
        #expect(queue.drain(at: now + .seconds(5)).map(\.value) == ["land", "hover"])
        #expect(
            told.entries
                == ["takeoff 1 refused: refused: it is too late, it was asked 5.0 s ago"])
    }

    @Test("at its deadline an event is still in time") func inTime() throws {
        let queue = queue()
        try post(queue, "takeoff", deadline: now + .seconds(2))
        #expect(queue.drain(at: now + .seconds(2)).count == 1)
    }

    @Test("when the receiver goes, what waits and what is unanswered is refused, and what comes")
    func closed() throws {
        let queue = queue()
        try post(queue, "taken")
        _ = queue.drain(at: now)
        try post(queue, "waiting")
        queue.close(because: "it does not run")
        #expect(
            told.take() == [
                "taken 1 refused: refused: it does not run",
                "waiting 2 refused: refused: it does not run",
            ])
        #expect(throws: PlainError("refused: it does not run")) { try post(queue, "more") }
        #expect(queue.drain(at: now).isEmpty)
        queue.open()
        try post(queue, "again")
        #expect(queue.drain(at: now).map(\.value) == ["again"])
    }

    @Test("what was taken is refused alone when who took it is gone; what waits stays")
    func refusedTaken() throws {
        let queue = queue()
        try post(queue, "taken")
        _ = queue.drain(at: now)
        try post(queue, "waits")
        queue.refuseTaken(because: "it is gone")
        #expect(told.take() == ["taken 1 refused: refused: it is gone"])
        queue.respond(Response(to: 1, .done, "late"))
        #expect(queue.drain(at: now).map(\.value) == ["waits"])
        queue.respond(Response(to: 2, .done, "done"))
        #expect(told.take() == ["waits 2 done: done"])
    }

    @Test("a sender that waits no longer is told nothing, but the event stands") func forgotten()
        throws
    {
        let queue = queue()
        let number = try post(queue, "land")
        queue.forget(number)
        #expect(queue.drain(at: now).map(\.number) == [number])
        queue.respond(Response(to: number, .done, "landing"))
        #expect(told.entries == [])
    }

    @Test("a handler may post to the queue that calls it without a deadlock") func reentrant()
        throws
    {
        let queue = queue()
        try queue.post("first", from: .person, at: now) { [now] _ in
            _ = try? queue.post("second", from: .person, at: now)
        }
        _ = queue.drain(at: now)
        queue.respond(Response(to: 1, .done, ""))
        #expect(queue.drain(at: now).map(\.value) == ["second"])
    }
}

@Suite struct EventSourceTests {
    private let now = Instant(nanoseconds: 9_000_000_000)

    @Test("each policy that is connected gets every event, and none takes another's")
    func several() {
        let source = EventSource<SwitchCommand>()
        source.publish(.active, from: EventOrigin("driver button"), at: now)
        let (one, other) = (source.connect(), source.connect())
        source.publish(.inactive, from: EventOrigin("driver button"), at: now)
        #expect(one.drain(at: now).map(\.value) == [.inactive])
        #expect(other.drain(at: now).map(\.value) == [.inactive])
        #expect(source.count == 2)
    }

    @Test("nothing is kept for a policy that is gone, and nobody else notices") func disconnected()
    {
        let source = EventSource<SwitchCommand>()
        let (gone, other) = (source.connect(for: "gone"), source.connect(for: "other"))
        source.disconnect(policy: "gone")
        let next = source.connect(for: "gone")
        source.publish(.active, from: EventOrigin("driver button"), at: now)
        #expect(gone.drain(at: now).isEmpty)
        #expect(next.drain(at: now).map(\.value) == [.active])
        #expect(other.drain(at: now).map(\.value) == [.active])
    }

    @Test("a policy that does not look loses what it has no room for, and that is counted")
    func overflow() {
        let source = EventSource<SwitchCommand>()
        let queue = source.connect()
        let taken = (1...40).map { _ in
            source.publish(.active, from: EventOrigin("driver button"), at: now)
        }
        #expect(taken.filter { $0 }.count == queue.capacity)
        #expect(queue.refusedCount == UInt64(40 - queue.capacity))
    }
}
