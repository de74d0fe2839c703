import Core
import Simulators
import Terminal
import TestSupport
import Testing
import Values

@testable import roost

/// What the show of a house needs of a configuration, and what it draws.
@Suite struct HouseShowTests {
    private func wiring(_ text: String) throws -> HouseWiring? {
        let configuration = try ConfigurationReader.read(
            Array(text.utf8), registry: ConfigurationFile.registry)
        return HouseWiring(configuration, runtime: "/run/roost")
    }

    private func rules() throws -> String {
        String(decoding: try projectFile("config/rules.json"), as: UTF8.self)
    }

    @Test("the house is wired as the configuration says") func wired() throws {
        let wiring = try #require(try wiring(rules()))
        #expect([wiring.fan, wiring.lamp, wiring.pump] == [17, 27, 22])
        #expect([wiring.rain, wiring.button] == [5, 6])
        #expect([wiring.twilight, wiring.soil] == [0, 1])
        #expect(wiring.sysfs == "/run/roost/world/sys")
    }

    @Test("a configuration of real lines, or of the real /sys, is not shown") func real() throws {
        for (old, new) in [
            ("sysfs:17", "GPIO17"), ("\"world/sys\"", "\"/sys\""),
            (
                "\"driver\": \"ds18b20\", \"every\": \"1s\", \"max_rate\": \"600°C/min\"",
                "\"driver\": \"tmp117\""
            ),
        ] {
            let text = try rules().replacing(old, with: new)
            try #require(try text != rules())
            #expect(try wiring(text) == nil, "\(new)")
        }
        #expect(
            try wiring(String(decoding: projectFile("config/pet-door.json"), as: UTF8.self)) == nil)
    }

    /// 1970 began at midnight in UTC.
    @Test(
        "the zone is the one in which it is six in the evening now",
        arguments: [
            (0, "HOUSE+6:00"), (6, "HOUSE+12:00"), (6.5, "HOUSE-11:30"), (12, "HOUSE-6:00"),
            (17.75, "HOUSE-0:15"), (18, "HOUSE-0:00"), (23, "HOUSE+5:00"),
            (24 * 9131 + 5, "HOUSE+11:00"),
        ] as [(Double, String)])
    func zone(hours: Double, zone: String) {
        #expect(HouseClock.zone(at: hours * 3600) == zone)
    }

    private func frame(_ outcome: StageChecker<RoomModel, HouseSight>.Outcome) -> HouseFrame {
        var (room, history) = (RoomModel(), HouseHistory())
        for second in 0..<70 {
            room.advance(by: .seconds(1), isFanOn: false, isPumpOn: true)
            let sight = HouseSight(room: room, fan: true, lamp: nil, pump: true, alerts: [])
            history.add(sight, at: .seconds(second))
        }
        let alerts = ["It rains", "The room is hot, or its thermometer is lost"]
        return HouseFrame(
            elapsed: .seconds(70),
            sight: HouseSight(room: room, fan: true, lamp: nil, pump: false, alerts: alerts),
            history: history,
            stages: HouseDay.stages.map { HouseFrame.Stage(text: $0.text, outcome: outcome) },
            why: [String](repeating: "because", count: 60).joined(separator: " "),
            setters: ["fan": "cooling", "pump": "watering"])
    }

    @Test(
        "the picture fits a terminal of 80 by 24, whole stages included",
        arguments: [
            .waiting, .underWay(since: .zero), .seen(after: .seconds(24.9)), .missed,
        ] as [StageChecker<RoomModel, HouseSight>.Outcome])
    func fits(outcome: StageChecker<RoomModel, HouseSight>.Outcome) {
        let lines = HouseScreen(DemoPicture.Size(columns: 80, rows: 24)).draw(frame(outcome))
        #expect(lines.count <= 24)
        #expect(lines.allSatisfy { $0.width == 80 })
        let text = lines.map { $0.rendered(colour: false) }.joined(separator: "\n")
        for stage in HouseDay.stages { #expect(text.contains(stage.text), "\(stage.text)") }
        #expect(text.contains("told: It rains"))
        #expect(text.contains("fan  on by cooling   █"))
    }

    @Test("a line of text has inputs, outputs, the reason and what people are told") func line() {
        let line = "\(HouseLine(frame(.waiting)))"
        #expect(
            line.hasPrefix("70.0 s | room 22.0 °C, light 80 %, soil 100 %, dry, button released"))
        #expect(line.contains("| fan on by cooling, lamp -, pump off: because"))
        #expect(line.hasSuffix("| told: It rains; The room is hot, or its thermometer is lost"))
    }
}
