import Core
import JSON
import Settings
import TestSupport
import Testing
import Values

@testable import ExternalDrivers

/// What is read of a folder with a `plugin.json`, and what is told of one that is wrong.
@Suite struct ManifestTests {
    static let good = """
        {
          "roost_plugin": 1, "name": "example.air", "version": "1.2", "summary": "The air.",
          "program": "driver.sh",
          "settings": {
            "every": { "kind": "time", "from": "1s", "to": "1h", "default": "500ms", "help": "How often." },
            "port": { "kind": "text", "required": true, "claims": "serial port", "help": "Which port." },
            "mode": { "kind": "choice", "choices": ["slow", "fast"], "help": "How." },
            "gain": { "kind": "integer", "from": 1, "to": 8, "default": 2, "help": "How much." }
          },
          "ports": {
            "co2": { "kind": "measurement", "quantity": "concentration", "valid_for": "1min", "help": "CO2." },
            "warm": { "kind": "measurement", "quantity": "temperature", "valid_for": "1min", "help": "Air." },
            "door": { "kind": "contact", "valid_for": "10s", "help": "A switch." },
            "presses": { "kind": "button-press", "help": "A button." }
          }
        }
        """

    /// A folder of plugins with one whose manifest is this.
    private static func kinds(
        _ manifest: String, _ body: ([DriverKind]) throws -> Void
    ) throws {
        let folder = try TemporaryDirectory()
        try folder.write("example.air/plugin.json", manifest)
        try body(PluginFolders([folder.path], sockets: nil).kinds)
    }

    private static func read(
        _ text: String, _ kinds: [DriverKind]
    ) throws(ConfigurationErrors) -> Configuration {
        try ConfigurationReader.read(
            Array(text.utf8), registry: PluginRegistry(kinds: kinds, policies: []))
    }

    private static func replaced(_ old: String, _ new: String) -> String {
        var text = good
        text.replace(old, with: new)
        return text
    }

    @Test(
        "the ports, settings and claims of a kind are those of its manifest, with its program absent"
    )
    func kind() throws {
        // 500 ms is less than the range allows: a default is held to it like a value.
        let manifest = Self.replaced("\"500ms\"", "\"2s\"")
        try Self.kinds(manifest) { kinds in
            let kind = try #require(kinds.first)
            #expect(kind.name == "example.air")
            #expect(
                kind.ports.map { "\($0.name) \($0.kind)" } == [
                    "co2 measurement", "door contact", "presses button-press", "warm temperature",
                ])
            #expect(kind.settings.map(\.key) == ["every", "gain", "mode", "port"])
            let configuration = try Self.read(
                #"{"drivers": {"a": {"driver": "example.air", "port": "/dev/serial0"}}}"#, kinds)
            #expect(configuration.drivers.map(\.name) == ["a"])
            #expect(configuration.drivers[0].claims == [Claim(.serialPort, "serial0", key: "port")])
        }
    }

    @Test("two drivers of one kind cannot claim one thing, however it is spelt")
    func claimed() throws {
        try Self.kinds(Self.replaced("\"500ms\"", "\"2s\"")) { kinds in
            let error = thrownError(ConfigurationErrors.self) {
                try Self.read(
                    #"""
                    {"drivers": {"a": {"driver": "example.air", "port": "/dev/serial0"},
                    "b": {"driver": "example.air", "port": "serial0"}}}
                    """#, kinds)
            }
            #expect(error?.description.contains("already claimed by \"a\"") == true)
        }
    }

    @Test(
        "settings are held to the manifest: unknown, missing, out of range, of another kind",
        arguments: [
            (#""port": "x", "evry": "2s""#, "unknown key. Did you mean \"every\"?"),
            (#""every": "2s""#, "drivers.a.port: missing"),
            (#""port": "x", "every": "2h""#, "a time with its unit, from \"1s\" to \"3600s\""),
            (#""port": "x", "every": 2"#, "a time with its unit, from \"1s\" to \"3600s\""),
            (#""port": "x", "mode": "medium""#, "one of \"slow\", \"fast\""),
            (#""port": "x", "gain": 9"#, "a whole number from 1 to 8"),
            (#""port": "x", "gain": 1.5"#, "a whole number from 1 to 8"),
        ])
    func badSettings(_ members: String, _ words: String) throws {
        try Self.kinds(Self.replaced("\"500ms\"", "\"2s\"")) { kinds in
            let error = thrownError(ConfigurationErrors.self) {
                try Self.read(#"{"drivers": {"a": {"driver": "example.air", \#(members)}}}"#, kinds)
            }
            #expect(error?.description.contains(words) == true, "\(String(describing: error))")
        }
    }

    private static let slips: [(String, String, String)] = [
        ("\"summary\"", "\"sumary\"", "plugin.json:2:63: sumary: unknown key"),
        (
            "\"roost_plugin\": 1", "\"roost_plugin\": 2",
            "roost_plugin: expected a whole number from 1 to 1"
        ),
        ("example.air", "air", "\"VENDOR.KIND\""),
        ("example.air", "Example.Air", "\"VENDOR.KIND\""),
        ("driver.sh", "../driver.sh", "the name of a file beside the manifest"),
        ("driver.sh", ".driver.sh", "the name of a file beside the manifest"),
        (
            "\"500ms\"", "\"500ms\"",
            "settings.every.default: \"500ms\" is out of range; expected a time"
        ),
        ("\"from\": \"1s\", ", "", "settings.every.from: missing; every number has a range"),
        ("\"to\": \"1h\"", "\"to\": \"1ms\"", "settings.every.to: is less than \"from\""),
        ("\"to\": \"1h\"", "\"to\": 3600", "settings.every.to: is no value of this kind"),
        ("\"choices\": [\"slow\", \"fast\"], ", "", "settings.mode.choices: missing"),
        ("\"from\": 1, \"to\": 8", "\"from\": 1.5, \"to\": 8", "whole numbers"),
        ("\"required\": true", "\"required\": true, \"default\": \"x\"", "has no default"),
        ("\"serial port\"", "\"soul\"", "settings.port.claims: expected one of serial port"),
        ("\"gain\"", "\"driver\"", "every driver has driver already"),
        ("\"gain\"", "\"ga in\"", "cannot be a name"),
        ("\"concentration\", ", "\"happiness\", ", "ports.co2.quantity: expected one of"),
        ("\"quantity\": \"concentration\", ", "", "ports.co2.quantity: missing: what is measured?"),
        ("\"valid_for\": \"10s\", ", "", "ports.door.valid_for: missing: without it"),
        ("\"10s\"", "\"evry\"", "ports.door.valid_for: no setting that is a time"),
        ("\"10s\"", "\"gain\"", "ports.door.valid_for: no setting that is a time"),
        ("\"10s\"", "\"10\"", "ports.door.valid_for"),
        ("\"10s\"", "\"ten s\"", "or the name of a setting"),
        (
            "\"help\": \"A button.\"", "\"valid_for\": \"1s\", \"help\": \"A button.\"",
            "an event happens once"
        ),
        ("\"contact\"", "\"flight-command\"", "ports.door.kind: expected one of"),
        ("\"help\": \"CO2.\"", "\"help\": \"\"", "ports.co2.help: expected a sentence"),
        ("\"The air.\"", "\"The\\nair.\"", "summary: expected a sentence"),
    ]

    @Test(
        "each mistake in a manifest is told with its place, and the kind is refused where it is named"
    )
    func badManifest() throws {
        for (old, new, words) in Self.slips {
            let isDefault = new == "\"500ms\""
            var text = Self.replaced(old, new)
            if !isDefault { text.replace("\"500ms\"", with: "\"2s\"") }
            #expect(text != Self.good || isDefault, "\(old) is not in the manifest")
            try Self.kinds(text) { kinds in
                // By the name of its folder, where its own cannot be read.
                let name = try #require(kinds.first).name
                let error = thrownError(ConfigurationErrors.self) {
                    try Self.read(#"{"drivers": {"a": {"driver": "\#(name)"}}}"#, kinds)
                }
                let said = error?.description ?? "nothing"
                #expect(said.contains("drivers.a.driver: cannot be used"), "\(new): \(said)")
                #expect(said.contains(words), "\(new): \(said)")
                // What is there and wrong is not missing as well.
                #expect(!(new.contains("happiness") && said.contains("missing")), "\(said)")
            }
        }
    }

    @Test("a file that is no manifest is told: empty, no JSON, a list, too large, a directory")
    func noManifest() throws {
        let folder = try TemporaryDirectory()
        try folder.write("a/plugin.json", "")
        try folder.write("b/plugin.json", "{\"roost_plugin\": }")
        try folder.write("c/plugin.json", "[]")
        try folder.write("d/plugin.json", String(repeating: " ", count: 40000))
        try folder.write("e/plugin.json/x", "")
        try folder.write("f/README", "no plugin")
        let plugins = PluginFolders([folder.path, "/nonexistent"], sockets: nil).plugins
        let said = plugins.map { plugin -> String in
            guard case .failure(let error) = plugin.manifest else { return "good" }
            return error.description
        }
        #expect(plugins.map(\.name) == ["a", "b", "c", "d", "e"])
        // None of these is a name that a configuration could have, so none can stand before a driver of Roost.
        #expect(PluginFolders([folder.path], sockets: nil).kinds.isEmpty)
        #expect(said.count == 5 && said[0].contains("not JSON"))
        #expect(said[1].contains("plugin.json:1:18: not JSON"))
        #expect(said[2].contains("expected an object"))
        #expect(said[3].contains("more than 32768 bytes"))
        #expect(said[4].contains("cannot be read"))
    }

    @Test("two folders with one kind make it unusable: nobody has to guess which one runs")
    func twice() throws {
        let folder = try TemporaryDirectory()
        let manifest = Self.replaced("\"500ms\"", "\"2s\"")
        try folder.write("one/plugin.json", manifest)
        try folder.write("two/plugin.json", manifest)
        let kinds = PluginFolders([folder.path], sockets: nil).kinds
        #expect(kinds.map(\.name) == ["example.air"])
        let error = thrownError(ConfigurationErrors.self) {
            try Self.read(#"{"drivers": {"a": {"driver": "example.air", "port": "x"}}}"#, kinds)
        }
        #expect(error?.description.contains("two folders have it") == true)
    }

    @Test("the page has each quantity with its unit and its range") func quantities() throws {
        let page = String(decoding: try projectFile("docs/plugins.md"), as: UTF8.self)
        let rows = Measurement.Quantity.allCases.map { quantity in
            let (low, high) = (quantity.possible.lowerBound, quantity.possible.upperBound)
            return
                "| `\(quantity.rawValue)` | \(quantity.unit) | \(shortText(of: low)) | \(shortText(of: high)) |"
        }
        let lines = page.split(separator: "\n").map(String.init)
        #expect(lines.filter(rows.contains) == rows, "\(rows.joined(separator: "\n"))")
    }
}
