import Cockpit
import Terminal
import Testing
import Values

@Suite struct CockpitScreenTests {
    private let now = Instant(nanoseconds: 60_000_000_000)

    private func state(
        _ phase: FlightState.Phase, battery: Int = 80, armingFailures: [String] = []
    ) -> FlightState {
        FlightState(
            phase: phase, batteryPercent: battery, altitudeMetres: 1.25, roll: .degrees(3.24),
            pitch: .degrees(-4), yaw: .degrees(0), forwardMetresPerSecond: 0.4,
            rightMetresPerSecond: -0.3, armingFailures: armingFailures)
    }

    private func frame(
        _ flight: FlightState?, pilot: KeyboardPilot = KeyboardPilot(speedPercent: 30),
        link: CockpitLink = CockpitLink(state: "ready")
    ) -> CockpitFrame {
        CockpitFrame(
            title: "192.168.1.1",
            flight: flight.map { .good($0, at: now - .milliseconds(40)) }
                ?? .absent(since: .zero, because: "the drone is lost"),
            heading: .doubtful(
                Heading(.degrees(346.6)), at: now, because: "the drone's compass is not calibrated"),
            position: .absent(since: .zero, because: "no fix"), link: link, pilot: pilot, log: nil,
            now: now)
    }

    private func lines(
        _ frame: CockpitFrame, columns: Int = 80, rows: Int = 24, isASCII: Bool = false
    ) -> [String] {
        CockpitScreen(columns: columns, rows: rows, isASCII: isASCII).draw(frame)
            .map { $0.rendered(colour: false) }
    }

    @Test("the figures are the drone's, with units and sides") func figures() {
        let text = lines(frame(state(.hovering))).joined(separator: "\n")
        for part in [
            "HOVERING", "battery 80 %", "height   1.25 m", "speed    0.5 m/s  ↑0.4 ←0.3",
            "roll     3.2° right", "pitch    4.0° down", "▲ 347° ?", "not calibrated",
            "data     40 ms old", "link     ready for",
        ] {
            #expect(text.contains(part), "\(part)\n\(text)")
        }
    }

    @Test(
        "it fills the terminal exactly, whatever its size",
        arguments: [(80, 24), (120, 40), (200, 60), (79, 23), (40, 12), (20, 8)])
    func sizes(columns: Int, rows: Int) {
        for flight in [state(.flying), nil] {
            let lines = lines(frame(flight), columns: columns, rows: rows)
            #expect(lines.count <= rows)
            #expect(lines.allSatisfy { $0.count == columns })
        }
    }

    @Test("at 80 by 24 every key has its place") func keys() {
        let last = lines(frame(state(.landed))).suffix(2)
        #expect(
            last.first?.hasPrefix(
                " ↑ ↓ forward, back  ← → left, right  W S up, down  A D turn  1-9 0 speed") == true)
        #expect(last.last?.contains("Q land and leave") == true)
    }

    @Test("a drone that does not answer is told in words, and has no attitude") func silent() {
        let text = lines(frame(nil, link: CockpitLink(state: "lost"))).joined(separator: "\n")
        #expect(text.contains("NO ANSWER: lost"))
        #expect(text.contains("no attitude"))
        #expect(text.contains("the drone is lost"))
    }

    @Test(
        "why it would not take off is shown on the ground, even where room is short, not in the air"
    )
    func armingFailures() {
        let landed = state(.landed, armingFailures: ["the battery is low"])
        for rows in [24, 14] {
            let text = lines(frame(landed), rows: rows).joined()
            #expect(text.contains("no start the battery is low"))
        }
        let flying = state(.flying, armingFailures: ["the battery is low"])
        #expect(!lines(frame(flying)).joined().contains("no start"))
    }

    @Test("the question before the take-off and the word while leaving cannot be missed")
    func prompts() {
        var pilot = KeyboardPilot(speedPercent: 30)
        let view = KeyboardPilot.View(phase: .landed, armingFailures: [])
        pilot.handle(.key(.character("t"), .press), view, at: now)
        #expect(lines(frame(state(.landed), pilot: pilot)).joined().contains("Take off? Y does"))
        pilot.handle(.key(.character("q"), .press), view, at: now)
        #expect(
            lines(frame(state(.flying), pilot: pilot)).joined().contains("landing, then leaving"))
    }

    @Test("a stick that is pushed is shown where it is") func sticks() {
        var pilot = KeyboardPilot(speedPercent: 100)
        let view = KeyboardPilot.View(phase: .flying, armingFailures: [])
        pilot.handle(.key(.character("a"), .press), view, at: now)
        // Half to the left of a rail of four to each side.
        let text = lines(frame(state(.flying), pilot: pilot)).joined()
        #expect(text.contains("turn ──●─┼────"))
    }

    @Test("for an ASCII terminal there is nothing but ASCII") func ascii() {
        let lines = lines(frame(state(.flying)), isASCII: true)
        #expect(lines.allSatisfy { $0.allSatisfy(\.isASCII) })
        // The one behind the heading that is not sure: everything else has a twin in ASCII.
        #expect(lines.joined().count { $0 == "?" } == 1)
    }
}
