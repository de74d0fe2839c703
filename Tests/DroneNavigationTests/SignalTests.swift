import Core
import JSON
import TestSupport
import Testing
import Values

@testable import DroneNavigation

@Suite("Lamp and buzzer of the drone")
struct SignalTests {
    private typealias Signal = DroneNavigation.Signal

    private static let states: [Signal: String] = [
        .unheard: "nothing is heard of the aircraft", .notReady: "on the ground, a check fails",
        .ready: "on the ground, all checks are met", .armed: "armed: a press starts it",
        .starting: "takes off in a moment: stand back", .flying: "flies as it should",
        .hovering: "hovers: a trouble, or it waits for you", .comingDown: "flies home or lands",
        .emergency: "the aircraft reports an emergency", .refused: "what you wanted is refused",
        .undone: "on the ground, a change was undone: `roost status`, then `roost acknowledge`",
    ]

    @Test("the page has every pattern as it is") func page() throws {
        let wanted = try SignalTable.rows(Signal.allCases) { signal in
            (try #require(Self.states[signal]), signal.lamp, signal.buzzer)
        }
        let page = String(decoding: try projectFile("docs/flying.md"), as: UTF8.self)
        #expect(page.contains(wanted), "the table should be:\n\(wanted)")
    }

    @Test("each pattern is within its bounds, and no two states look and sound alike")
    func distinct() {
        let looks = Signal.allCases.map {
            "\($0.lamp) \($0.buzzer)" + description(of: $0.lamp) + description(of: $0.buzzer)
        }
        #expect(Set(looks).count == Signal.allCases.count)
        for case .pattern(let pattern) in Signal.allCases.flatMap({ [$0.lamp, $0.buzzer] }) {
            #expect(SwitchPattern(pattern.steps, rounds: pattern.rounds) == pattern)
        }
    }

    private func description(of command: SwitchCommand) -> String {
        guard case .pattern(let pattern) = command else { return command.description }
        return pattern.steps.map { "\($0.on)/\($0.off)" }.joined(separator: " ")
    }

    @Test("lamp and buzzer are commanded with the lease of the step") func leases() throws {
        let now = Instant(nanoseconds: 5_000_000_000)
        let (lamp, buzzer) = (Sink<SwitchCommand>(), Sink<SwitchCommand>())
        let settings = try NavigatorBench.settings([:])
        let ports = try PortBench<DroneNavigation>(
            settings,
            [
                "flight": Source<FlightState>(), "position": Source<Fix>(),
                "heading": Source<Heading>(), "pilot": Sink<FlightCommand>(), "lamp": lamp,
                "buzzer": buzzer,
            ])
        var navigator = DroneNavigation(settings: settings)
        let outputs = navigator.step(ports.inputs(at: now), by: settings, at: now)
        ports.deliver(outputs, until: now + .seconds(1))
        let unheard = DroneNavigation.Signal.unheard
        #expect(lamp.last == Leased(command: unheard.lamp, expiresAt: now + .seconds(1)))
        #expect(buzzer.last == Leased(command: .inactive, expiresAt: now + .seconds(1)))
    }
}
