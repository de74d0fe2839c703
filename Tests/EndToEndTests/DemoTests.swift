import TestSupport
import Testing

extension WorldTests {
    @Test("the demo's configuration flies to every target, lands at the last and keeps the door")
    func demo() throws {
        let home = try TestInstallation(
            configuration: DemoConfiguration.text(at: LoopbackAddress.claim()))
        let demo = try RoostProcess("simulate", "demo", home.configuration, "--plain")
        // The demo judges by the truth of its world, never by what roost believes.
        let end = try demo.wait(within: .seconds(110))
        #expect(end == .exited(0), "\(demo.output)")
    }

    /// What must be seen, each as the summary tells it.
    private static let day = [
        "somebody presses the button: the lamp is on for 20 s",
        "the room is above 28 °C: the fan is on", "the room is below 26 °C: the fan is off",
        "it rains on dry soil: people are told, the pump is off",
        "the rain is over: the pump is on", "the soil is wet: the pump is off",
        "20 s after the button the lamp is off", "day breaks: the lamp is off",
        "the room is unknown for 20 s: people are told", "the pump is off in the rain",
    ]

    @Test("the house of rules gives each rule its turn, and ends by itself")
    func rules() throws {
        let demo = try RoostProcess(
            "simulate", "demo", "\(projectDirectory)/config/rules.json", "--plain")
        let end = try demo.wait(within: .seconds(130))
        let output = demo.output
        #expect(end == .exited(0), "\(output)")
        #expect(!output.contains("MISSED"), "\(output)")
        for text in Self.day { #expect(output.contains("ok     \(text)"), "\(text)\n\(output)") }
    }

    @Test("a house whose rules lack something says what was not seen, and fails")
    func spoiltRules() throws {
        let shipped = String(decoding: try projectFile("config/rules.json"), as: UTF8.self)
        let spoilt = shipped.replacing("room > 28 °C", with: "room > 60 °C")
        try #require(spoilt != shipped)
        let home = try TestInstallation(configuration: spoilt)
        let demo = try RoostProcess("simulate", "demo", home.configuration, "--plain")
        let end = try demo.wait(within: .seconds(60))
        #expect(end == .exited(1), "\(demo.output)")
        #expect(
            demo.output.contains(
                "MISSED the room is above 28 °C: the fan is on: not seen within 25 s"
            ), "\(demo.output)")
    }

    @Test("a configuration that no world is for is refused, with what would be needed")
    func noWorld() throws {
        let demo = try finished(
            RoostProcess("simulate", "demo", "\(projectDirectory)/config/pet-door.json"))
        #expect(demo.end == .exited(1))
        #expect(demo.errors.contains("as config/rules.json has them"), "\(demo.errors)")
    }
}
