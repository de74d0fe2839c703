import Core
import JSON
import PolicyKit
import TestSupport
import Testing
import Values

@testable import PetDoor

@Suite("Lamp and buzzer of the pet door")
struct DoorSignalTests {
    private typealias Signal = PetDoor.Signal

    private static let states: [Signal: String] = [
        .fire: "there is a fire",
        .afterFire: "there was a fire, and nobody has said that it is over",
        .alarm: "an alarm, in its first minute", .alarmKnown: "an alarm, later",
        .knock: "somebody pushed at the locked flap, for 10 s", .warning: "a warning",
        .moving: "the bolt moves", .pending: "it would lock, and waits",
        .locked: "locked", .unlocked: "unlocked", .unknown: "where the bolt is, is not known yet",
    ]

    @Test("the page has every pattern as it is") func page() throws {
        let wanted = try SignalTable.rows(Signal.allCases) { signal in
            (try #require(Self.states[signal]), signal.lamp, signal.buzzer)
        }
        let page = String(decoding: try projectFile("docs/pet-door.md"), as: UTF8.self)
        #expect(page.contains(wanted), "the table should be:\n\(wanted)")
    }

    @Test(
        "no two states look and sound alike, and none is dark"
    )
    func distinct() {
        let looks = Signal.allCases.map { SignalTable.row("", $0.lamp, $0.buzzer) }
        #expect(Set(looks).count == Signal.allCases.count)
        #expect(Signal.allCases.allSatisfy { $0.lamp != .inactive })
    }

    @Test("an alarm sounds for a minute, and is seen for as long as it stands") func alarm() throws
    {
        var bench = try DoorBench()
        bench.settle()
        #expect(bench.outputs?.signal == .unlocked)
        bench.lockByNight()
        #expect(bench.outputs?.signal == .locked)
        bench.isStuck = true
        bench.light = 0.9
        #expect(bench.step().signal == .moving)
        bench.run(for: .seconds(12))
        #expect(bench.outputs?.signal == .alarm)
        bench.run(for: .seconds(60))
        #expect(bench.outputs?.signal == .alarmKnown)
        #expect(bench.outputs?.signal.buzzer == .inactive)
    }

    @Test("a fire goes before all, and what waits is told from what is locked") func order() throws
    {
        var bench = try DoorBench()
        bench.hasFlap = true
        bench.flap = false
        bench.light = 0.1
        #expect(bench.run(for: .seconds(7)).signal == .pending)
        bench.light = nil
        bench.run(for: .seconds(70))
        #expect(bench.outputs?.signal == .warning)
        bench.fire = .good(Contact(isActive: true), at: bench.now)
        #expect(bench.step().signal == .fire)
        bench.fire = .good(Contact(isActive: false), at: bench.now)
        #expect(bench.step().signal == .afterFire)
    }

    private static let began = Instant(nanoseconds: 1_000_000_000_000)

    /// What stands.
    private func book(_ kind: PetDoor.AlertKind) throws -> PetDoor.AlertBook {
        var book = PetDoor.AlertBook()
        var causes = PetDoor.AlertCauses()
        causes.note(kind, true)
        _ = book.note(
            causes, time: nil, by: try DoorBench.settings(DoorBench.prompt).alerts, at: Self.began)
        return book
    }

    @Test(
        "an alarm that stands sounds again for another that begins, and not for one that is over",
        arguments: [
            (.lockedTooLong, true, .alarm), (.lockedTooLong, false, .alarmKnown),
            (.doesNotLock, true, .alarmKnown),
        ] as [(PetDoor.AlertKind, Bool, PetDoor.Signal)])
    func news(kind: PetDoor.AlertKind, isStanding: Bool, expected: PetDoor.Signal) throws {
        var timer = PetDoor.SignalTimer()
        let alert = PetDoor.Alert(
            kind: kind, count: 1, first: nil, last: nil, isStanding: isStanding)
        timer.note([alert], [], at: Self.began)
        let signal = timer.signal(
            .jammed, try book(.stuckOut), PetDoor.FireWatch(),
            at: Self.began + .seconds(1))
        #expect(signal == expected)
    }

    @Test("a knock is told for 10 s, before a warning; who passes does not knock")
    func knock() throws {
        let (book, fire) = (try book(.doesNotLock), PetDoor.FireWatch())
        func signal(_ kind: Passage.Kind, after delay: Duration) -> PetDoor.Signal {
            var timer = PetDoor.SignalTimer()
            let note = PetDoor.PassageNote(
                visitor: .unidentified, kind: kind, towards: nil, time: nil)
            timer.note([], [note], at: Self.began)
            return timer.signal(.locked, book, fire, at: Self.began + delay)
        }
        #expect(signal(.deny, after: .milliseconds(9_900)) == .knock)
        #expect(signal(.deny, after: .seconds(10)) == .warning)
        #expect(signal(.transit, after: .seconds(1)) == .warning)
    }

    @Test("lamp and buzzer are sent what the step tells") func delivered() throws {
        let now = Instant(nanoseconds: 1_000_000_000)
        let (lamp, buzzer) = (Sink<SwitchCommand>(), Sink<SwitchCommand>())
        let ports = try PortBench<PetDoor>(
            try DoorBench.settings([:]),
            [
                "light": Source<LightLevel>(), "bolt": Sink<ServoCommand>(), "lamp": lamp,
                "buzzer": buzzer,
            ])
        let outputs = PetDoor.Outputs(
            bolt: nil, state: .locked, mode: .auto, signal: .fire,
            reason: PetDoor.Why(request: .fire(isBurning: true), bolt: nil), responses: [])
        ports.deliver(outputs, until: now + .seconds(1))
        #expect(lamp.last?.command == PetDoor.Signal.fire.lamp)
        #expect(buzzer.last?.command == PetDoor.Signal.fire.buzzer)
    }
}
