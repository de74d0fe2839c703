import Core
import Simulators
import TestSupport
import Testing
import Values

@testable import roost

/// The day of the house against somebody who does by hand what config/rules.json says, well or badly.
@Suite struct HouseDayTests {
    /// Somebody at the switches. Each look comes a tenth of a second after the one before.
    private struct Hand {
        var fan = false
        var lamp = false
        var pump = false
        var alerts: [String] = []
        private var isEvening = false
        private var lightFor = Duration.zero
        private var lostFor = Duration.zero

        mutating func act(in room: RoomModel) {
            fan = room.celsius > 28 ? true : room.celsius < 26 ? false : fan
            lightFor = room.lightRatio > 0.3 ? lightFor + .milliseconds(100) : .zero
            if room.lightRatio < 0.1 { isEvening = true }
            if lightFor > .seconds(5) { isEvening = false }
            lamp = isEvening || (room.pressedFor.map { $0 < .seconds(20) } ?? false)
            let isWet = room.isRaining || room.soilRatio > 0.5
            let begins = room.soilRatio < 0.35 && room.weatherFor > .seconds(5)
            pump = !isWet && (pump || begins)
            lostFor = room.isThermometerLost ? lostFor + .milliseconds(100) : .zero
            alerts = room.isRaining && room.weatherFor > .seconds(5) ? ["It rains"] : []
            if lostFor > .seconds(20) {
                alerts = ["The room is hot, or its thermometer is lost"]
            }
        }
    }

    /// Lets the day pass, and says what was not as it must be; `spoil` changes what the hand has done.
    private func missed(
        _ spoil: (inout Hand, RoomModel) -> Void = { _, _ in }
    ) -> (missed: [String], took: Duration) {
        var checker = StageChecker(HouseDay.stages, laws: HouseDay.laws)
        var (room, hand, elapsed) = (RoomModel(), Hand(), Duration.zero)
        while !checker.isOver, elapsed < .seconds(200) {
            hand.act(in: room)
            var shown = hand
            spoil(&shown, room)
            let sight = HouseSight(
                room: room, fan: shown.fan, lamp: shown.lamp, pump: shown.pump,
                alerts: shown.alerts)
            checker.observe(sight, at: elapsed)?.begin(&room)
            room.advance(by: .milliseconds(100), isFanOn: shown.fan, isPumpOn: shown.pump)
            elapsed += .milliseconds(100)
        }
        return (checker.checks.filter { !$0.isMet }.map(\.text), elapsed)
    }

    @Test("who follows the rules is through the day in a minute") func good() {
        let day = missed()
        #expect(day.missed == [])
        #expect(day.took > .seconds(40) && day.took < .seconds(75), "\(day.took)")
    }

    @Test("a fan that is always on, or never, is reported") func fan() {
        #expect(
            missed { hand, _ in hand.fan = false }.missed.first
                == "the room is above 28 °C: the fan is on: not seen within 25 s")
        #expect(
            missed { hand, _ in hand.fan = true }.missed.first
                == "nothing is asked for: fan, lamp and pump are off: not seen within 20 s")
    }

    @Test("a fan that turns on late breaks a law") func lateFan() {
        let late = missed { hand, room in if room.celsius < 31.5 { hand.fan = false } }
        #expect(
            late.missed.contains {
                $0.hasPrefix("the fan keeps the room between 24 and 31 °C while it is hot: not so")
            }, "\(late.missed)")
    }

    @Test("a pump that does not see the rain is reported") func pump() {
        let day = missed { hand, room in hand.pump = hand.pump || room.isRaining }
        #expect(
            day.missed.contains {
                $0 == "it rains on dry soil: people are told, the pump is off: not seen within 20 s"
            }, "\(day.missed)")
        #expect(day.missed.contains { $0.hasPrefix("the pump is off in the rain: not so at") })
    }

    @Test("a lamp that goes out too early after the button is reported") func lamp() {
        let day = missed { hand, room in
            if (room.pressedFor ?? .zero) > .seconds(10) { hand.lamp = false }
        }
        #expect(
            day.missed.contains { $0.hasPrefix("the lamp is on for 20 s after the button: not so") }
        )
    }

    @Test("an alert that nobody hears is reported") func alert() {
        let day = missed { hand, room in if room.isThermometerLost { hand.alerts = [] } }
        #expect(
            day.missed.first
                == "the room is unknown for 20 s: people are told: not seen within 40 s")
    }
}
