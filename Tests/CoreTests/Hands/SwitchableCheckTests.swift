@testable import Core
import Settings
import Testing

private let longest = #""longest": "5min""#

/// What the file may say of outputs that people switch.
@Suite struct SwitchableCheckTests {
    private func errors(_ drivers: String, _ rest: String = "") -> [String] {
        let text = #"{"drivers": {"inside": {"driver": "sensor"}, \#(drivers)}\#(rest)}"#
        do throws(ConfigurationErrors) {
            _ = try ConfigurationReader.read(Array(text.utf8), registry: handRegistry)
            return []
        } catch {
            return error.all.map(\.description).sorted()
        }
    }

    @Test(
        "an output of each kind can be switchable",
        arguments: [
            #""lamps""#, #""fan""#, #""hinge""#, #""bolt""#,
        ])
    func possible(driver: String) {
        #expect(errors(#""x": {"driver": \#(driver), "switchable": {\#(longest)}}"#) == [])
    }

    @Test("there is no longest time but the one that is written; for ever is a word")
    func longestTime() {
        #expect(
            errors(#""x": {"driver": "fan", "switchable": {}}"#).first?
                .hasPrefix("drivers.x.switchable.longest: missing") == true)
        #expect(errors(#""x": {"driver": "fan", "switchable": {"longest": "unlimited"}}"#) == [])
        for text in ["0s", "169h", "never", "-5min"] {
            let found = errors(#""x": {"driver": "fan", "switchable": {"longest": "\#(text)"}}"#)
            #expect(found.count == 1, "\(text): \(found)")
        }
    }

    /// Drivers, each with why it is refused.
    private static let refused: [(drivers: String, why: String)] = [
        (
            #""x": {"driver": "glider", "switchable": {\#(longest)}}"#,
            "drivers.x.switchable: x.pilot takes a flight-command, which nobody gives by hand"
        ),
        (
            #""x": {"driver": "lamps", "lines": ["red", "siren"], "switchable": {\#(longest)}}"#,
            "drivers.x.switchable: x.siren is guarded: only a policy made for it commands it"
        ),
        (
            #""x": {"driver": "fan", "guarded": ["level"], "switchable": {\#(longest)}}"#,
            "drivers.x.switchable: x.level is guarded: only a policy made for it commands it"
        ),
        (
            #""x": {"driver": "hinge", "holds": true, "switchable": {\#(longest)}}"#,
            "drivers.x.switchable: x.angle keeps what was commanded last when nobody is in charge "
                + "(\"holds\"), and so has no safe level to go to"
        ),
        (
            #""x": {"driver": "sensor", "switchable": {\#(longest)}}"#,
            "drivers.x.switchable: x takes no commands: there is nothing to switch"
        ),
        (
            #""x": {"driver": "lamps", "switchable": {\#(longest), "outputs": ["led"]}}"#,
            "drivers.x.switchable.outputs[0]: no output of x is called \"led\""
        ),
        (
            #""x": {"driver": "fan", "guarded": ["angle"]}"#,
            "drivers.x.guarded[0]: no output of x is called \"angle\""
        ),
        (
            #""x": {"driver": "fan", "switchable": {\#(longest), "shown_as": "cover"}}"#,
            "drivers.x.switchable.shown_as: x.level takes a level, which is shown as \"number\", "
                + "\"light\", \"fan\", \"valve\""
        ),
    ]

    @Test(
        "what nobody may switch is refused at its place, and why",
        arguments: refused)
    func impossible(drivers: String, error: String) {
        let found = errors(drivers)
        #expect(found.count == 1 && found[0].hasPrefix(error), "\(found)")
    }

    /// Each of these is bound to the bolt, whether it runs or not.
    @Test(
        "an output that any policy of the file is bound to is its alone",
        arguments: [
            "", #", "run": []"#,
        ])
    func bound(run: String) {
        let keeper = """
            , "policies": {"keeper": {"policy": "keeper", "inputs": {"temperature": "inside"},
             "outputs": {"bolt": "x"}}}\(run)
            """
        #expect(
            errors(#""x": {"driver": "bolt", "switchable": {\#(longest)}}"#, keeper) == [
                "drivers.x.switchable: x.command is commanded by the policy \"keeper\", and by nobody "
                    + "beside it"
            ])
        #expect(errors(#""x": {"driver": "bolt"}"#, keeper) == [])
    }

    @Test("of a driver with several outputs those can be switched that no policy has")
    func several() {
        let keeper = """
            , "policies": {"keeper": {"policy": "keeper", "inputs": {"temperature": "inside"},
             "outputs": {"bolt": "x.red"}}}
            """
        let lamps = #""x": {"driver": "lamps", "lines": ["red", "green"], "switchable": {"#
        #expect(errors("\(lamps)\(longest)}}", keeper).count == 1)
        #expect(errors("\(lamps)\(longest), \"outputs\": [\"green\"]}}", keeper) == [])
    }
}
