import Core
import Devices
import TestSupport
import Testing

@testable import Policies

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
        bench.step()
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
        #expect(bench.run(for: .seconds(5)).signal == .pending)
        bench.light = nil
        bench.run(for: .seconds(70))
        #expect(bench.outputs?.signal == .warning)
        bench.fire = .good(Contact(isActive: true), at: bench.now)
        #expect(bench.step().signal == .fire)
        bench.fire = .good(Contact(isActive: false), at: bench.now)
        #expect(bench.step().signal == .afterFire)
    }

    @Test("lamp and buzzer are sent what the step tells") func delivered() throws {
        let now = Instant(nanoseconds: 1_000_000_000)
        let (lamp, buzzer) = (Sink<SwitchCommand>(), Sink<SwitchCommand>())
        let ports = try PortReader.connect(
            PetDoor.Ports.self,
            to: PortConnections([
                "light": Source<LightLevel>(), "bolt": Sink<ServoCommand>(), "lamp": lamp,
                "buzzer": buzzer,
            ]), policy: "door")
        let outputs = PetDoor.Outputs(
            bolt: nil, state: .locked, mode: .auto, signal: .fire,
            reason: PetDoor.Why(wish: .fire(isBurning: true), bolt: nil), responses: [])
        PetDoor.deliver(outputs, to: ports, at: now, until: now + .seconds(1))
        #expect(lamp.last?.command == PetDoor.Signal.fire.lamp)
        #expect(buzzer.last?.command == PetDoor.Signal.fire.buzzer)
    }
}
