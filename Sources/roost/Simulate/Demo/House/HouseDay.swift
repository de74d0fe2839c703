import Simulators
import Values

/// One moment of the house: what its world is like, and what Roost does in it.
struct HouseSight: Sendable {
    let room: RoomModel
    /// Whether the wires are driven high; `nil` while nobody drives them.
    let fan: Bool?
    let lamp: Bool?
    let pump: Bool?
    /// What people are told, in the words of the configuration.
    let alerts: [String]
}

/// A day of the house in a minute, in which each rule of config/rules.json has its turn.
///
/// Its figures are those of a person who has read that file: nothing here is worked out by the program
/// that is looked at.
enum HouseDay {
    typealias Stage = DemoStage<RoomModel, HouseSight>

    /// How long what Roost does may come behind the world: sensor, filter, step.
    private static let delay = Duration.seconds(3)
    private static let stairs = Duration.seconds(20)

    static let stages: [Stage] = [
        Stage(
            text: "nothing is asked for: fan, lamp and pump are off", limit: .seconds(20),
            begin: { _ in },
            isSeen: { $0.fan == false && $0.lamp == false && $0.pump == false }),
        Stage(
            text: "the room is above 28 °C: the fan is on", limit: .seconds(25),
            begin: { $0.heatCelsius = 32 }, isSeen: { $0.fan == true && $0.room.celsius > 28 }),
        Stage(
            text: "the room is below 26 °C: the fan is off", limit: .seconds(25),
            begin: { _ in }, isSeen: { $0.fan == false && $0.room.celsius < 26 }),
        Stage(
            text: "it rains on dry soil: people are told, the pump is off", limit: .seconds(20),
            begin: { room in
                room.heatCelsius = 22
                room.soilRatio = 0.2
                room.setRain(true)
            },
            isSeen: {
                $0.alerts == ["It rains"] && $0.pump == false && $0.room.weatherFor > .seconds(8)
            }),
        Stage(
            text: "the rain is over: the pump is on", limit: .seconds(20),
            begin: { $0.setRain(false) }, isSeen: { $0.pump == true && $0.alerts.isEmpty }),
        Stage(
            text: "the soil is wet: the pump is off", limit: .seconds(20),
            begin: { _ in }, isSeen: { $0.pump == false && $0.room.soilRatio > 0.5 }),
        Stage(
            text: "night falls, the thermometer is pulled out: the lamp is on",
            limit: .seconds(25),
            begin: { room in
                room.skyRatio = 0.03
                room.isThermometerLost = true
            },
            isSeen: { $0.lamp == true && $0.room.lightRatio < 0.1 }),
        Stage(
            text: "day breaks: the lamp is off", limit: .seconds(30),
            begin: { $0.skyRatio = 0.8 },
            isSeen: { $0.lamp == false && $0.room.lightRatio > 0.3 }),
        Stage(
            text: "somebody presses the button: the lamp is on for 20 s", limit: .seconds(10),
            begin: { $0.press() }, isSeen: { $0.lamp == true }),
        Stage(
            text: "the room is unknown for 20 s: people are told", limit: .seconds(40),
            begin: { _ in },
            isSeen: { $0.alerts == ["The room is hot, or its thermometer is lost"] }),
        Stage(
            text: "20 s after the button the lamp is off", limit: .seconds(25),
            begin: { _ in },
            isSeen: { $0.lamp == false && ($0.room.pressedFor ?? .zero) > stairs }),
    ]

    static let laws: [DemoLaw<HouseSight>] = [
        DemoLaw(text: "the pump is off in the rain") { sight in
            let (room, isRunning) = (sight.room, sight.pump == true)
            return !(isRunning && room.isRaining && room.weatherFor > delay)
        },
        DemoLaw(text: "the pump does not flood the bed") { sight in
            !(sight.pump == true && sight.room.soilRatio > 0.75)
        },
        DemoLaw(text: "the lamp is on for 20 s after the button") { sight in
            guard let time = sight.room.pressedFor, time > delay, time < stairs - delay else {
                return true
            }
            return sight.lamp == true
        },
        DemoLaw(text: "the fan keeps the room between 24 and 31 °C while it is hot") { sight in
            sight.fan == true ? sight.room.celsius > 24 : sight.room.celsius < 31
        },
    ]
}
