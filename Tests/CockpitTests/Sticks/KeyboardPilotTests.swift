import Cockpit
import Terminal
import Testing
import Values

@Suite struct KeyboardPilotTests {
    private let start = Instant(nanoseconds: 5_000_000_000)
    private let landed = KeyboardPilot.View(phase: .landed, armingFailures: [])
    private let hovering = KeyboardPilot.View(phase: .hovering, armingFailures: [])

    private func after(_ milliseconds: Int) -> Instant { start + .milliseconds(milliseconds) }

    private func press(
        _ pilot: inout KeyboardPilot, _ key: Key, _ view: KeyboardPilot.View?, _ milliseconds: Int
    ) {
        pilot.handle(.key(key, .press), view, at: after(milliseconds))
    }

    @Test("untouched it says hover, on the ground, in the air and to nobody") func untouched() {
        var pilot = KeyboardPilot(speedPercent: 30)
        for view in [nil, landed, hovering] as [KeyboardPilot.View?] {
            #expect(pilot.command(view, at: start) == .hover)
        }
    }

    @Test("T and then Y takes off, and that stands until the drone has left the ground")
    func takeOff() {
        var pilot = KeyboardPilot(speedPercent: 30)
        press(&pilot, .character("t"), landed, 0)
        #expect(pilot.command(landed, at: after(10)) == .hover)
        press(&pilot, .character("y"), landed, 400)
        #expect(pilot.command(landed, at: after(410)) == .takeOff)
        #expect(pilot.command(landed, at: after(3000)) == .takeOff)
        let rising = KeyboardPilot.View(phase: .takingOff, armingFailures: [])
        #expect(pilot.command(rising, at: after(3010)) == .hover)
    }

    @Test("a take-off that does not come about is given up after five seconds") func noTakeOff() {
        var pilot = KeyboardPilot(speedPercent: 30)
        press(&pilot, .character("t"), landed, 0)
        press(&pilot, .character("y"), landed, 400)
        #expect(pilot.command(landed, at: after(5400)) == .takeOff)
        #expect(pilot.command(landed, at: after(5401)) == .hover)
        #expect(pilot.message?.text == "it did not take off")
    }

    @Test("no other way takes off: held, pasted, late, with a key between, in the air, unready")
    func noOtherWay() {
        func refuses(_ keys: [(Key, Int)], _ view: KeyboardPilot.View?, _ why: String) {
            var pilot = KeyboardPilot(speedPercent: 30)
            for (key, time) in keys {
                press(&pilot, key, view, time)
                #expect(pilot.command(view, at: after(time)) == .hover, "\(why)")
            }
        }
        let (t, y) = (Key.character("t"), Key.character("y"))
        refuses((0..<50).map { (t, $0 * 40) }, landed, "T held")
        refuses([(y, 0), (y, 500)], landed, "Y alone")
        refuses([(t, 0), (y, 0)], landed, "pasted")
        refuses([(t, 0), (.character("x"), 300), (y, 600)], landed, "a key between")
        refuses([(t, 0), (y, 500)], nil, "no answer")
        refuses([(t, 0), (y, 500)], hovering, "in the air")
        let empty = KeyboardPilot.View(phase: .landed, armingFailures: ["the battery is low"])
        refuses([(t, 0), (y, 500)], empty, "battery")
        var late = KeyboardPilot(speedPercent: 30)
        press(&late, t, landed, 0)
        #expect(late.command(landed, at: after(4001)) == .hover)
        press(&late, y, landed, 4002)
        #expect(late.command(landed, at: after(4003)) == .hover)
    }

    @Test("why it cannot take off is said in the drone's own words") func armingFailures() {
        var pilot = KeyboardPilot(speedPercent: 30)
        let view = KeyboardPilot.View(
            phase: .landed, armingFailures: ["the battery is low", "tilted"])
        press(&pilot, .character("t"), view, 0)
        #expect(pilot.message?.text == "cannot take off: the battery is low, tilted")
    }

    @Test("the keys push the sticks that a transmitter of mode 2 has, by the speed that is set")
    func sticks() {
        let expected: [(Key, StickPosition)] = [
            (.up, StickPosition(forward: 0.25)), (.down, StickPosition(forward: -0.25)),
            (.right, StickPosition(roll: 0.25)), (.left, StickPosition(roll: -0.25)),
            (.character("w"), StickPosition(climb: 0.25)),
            (.character("s"), StickPosition(climb: -0.25)),
            (.character("d"), StickPosition(yaw: 0.25)),
            (.character("a"), StickPosition(yaw: -0.25)),
        ]
        for (key, motion) in expected {
            var pilot = KeyboardPilot(speedPercent: 30)
            press(&pilot, .character("5"), hovering, 0)
            press(&pilot, key, hovering, 0)
            #expect(pilot.command(hovering, at: after(1)) == .move(motion))
            #expect(pilot.command(hovering, at: after(700)) == .hover)
        }
    }

    @Test(
        "sticks do nothing on the ground, while it lands or without an answer",
        arguments: [.landed, .takingOff, .landing, .emergency, nil] as [FlightState.Phase?])
    func still(phase: FlightState.Phase?) {
        var pilot = KeyboardPilot(speedPercent: 30)
        let view = phase.map { KeyboardPilot.View(phase: $0, armingFailures: []) }
        press(&pilot, .up, view, 0)
        #expect(pilot.command(view, at: after(1)) == .hover)
    }

    @Test("space, escape and a lost focus let go at once", arguments: [0, 1, 2]) func centre(
        way: Int
    ) {
        var pilot = KeyboardPilot(speedPercent: 30)
        press(&pilot, .up, hovering, 0)
        let inputs: [TerminalInput] = [
            .key(.character(" "), .press), .key(.escape, .press), .focusLost,
        ]
        pilot.handle(inputs[way], hovering, at: after(50))
        #expect(pilot.command(hovering, at: after(51)) == .hover)
    }

    @Test("L lands until the drone stands, and a word from before the take-off is not believed")
    func land() {
        var pilot = KeyboardPilot(speedPercent: 30)
        press(&pilot, .character("t"), landed, 0)
        press(&pilot, .character("y"), landed, 300)
        _ = pilot.command(landed, at: after(310))
        press(&pilot, .enter, landed, 400)
        for time in stride(from: 400, to: 1600, by: 25) {
            #expect(pilot.command(landed, at: after(time)) == .land)
        }
        #expect(pilot.command(hovering, at: after(1600)) == .land)
        #expect(pilot.command(nil, at: after(3000)) == .land)
        #expect(pilot.command(landed, at: after(4000)) == .hover)
    }

    @Test("nothing but standing ends a landing") func landingGoesOn() {
        var pilot = KeyboardPilot(speedPercent: 30)
        press(&pilot, .character("l"), hovering, 0)
        for key in [.up, .character(" "), .character("t"), .character("y"), .escape] as [Key] {
            press(&pilot, key, hovering, 500)
            #expect(pilot.command(hovering, at: after(2000)) == .land)
        }
    }

    @Test("E clears an emergency, and only an emergency; it is given up after two seconds")
    func reset() {
        var pilot = KeyboardPilot(speedPercent: 30)
        press(&pilot, .character("e"), hovering, 0)
        #expect(pilot.command(hovering, at: after(1)) == .hover)
        let emergency = KeyboardPilot.View(phase: .emergency, armingFailures: ["emergency"])
        press(&pilot, .character("e"), emergency, 100)
        #expect(pilot.command(emergency, at: after(101)) == .resetEmergency)
        #expect(pilot.command(emergency, at: after(2101)) == .hover)
        press(&pilot, .character("e"), emergency, 3000)
        #expect(pilot.command(landed, at: after(3001)) == .hover)
    }

    @Test(
        "Q and ctrl-C land and leave, and stay so",
        arguments: [.character("q"), .interrupt] as [Key])
    func leave(key: Key) {
        var pilot = KeyboardPilot(speedPercent: 30)
        press(&pilot, key, hovering, 0)
        #expect(pilot.isLeaving)
        press(&pilot, .up, hovering, 100)
        #expect(pilot.command(hovering, at: after(101)) == .land)
    }

    @Test("the digits set the speed, 0 is all of it, and what is given is kept in its range")
    func speed() {
        var pilot = KeyboardPilot(speedPercent: 500)
        #expect(pilot.speedPercent == 100)
        press(&pilot, .character("7"), nil, 0)
        #expect(pilot.speedPercent == 70)
        press(&pilot, .character("0"), nil, 0)
        #expect(pilot.speedPercent == 100)
        #expect(KeyboardPilot(speedPercent: -4).speedPercent == 10)
    }
}
