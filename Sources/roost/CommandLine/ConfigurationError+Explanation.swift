import Core
import Settings

/// The texts say what a code means of any plugin. The examples name plugins, as examples must: `ExplanationTests` reads each
/// with the plugins of this build.
extension ConfigurationError.Code {
    /// What `roost explain` tells of a code.
    struct CodeExplanation: Sendable {
        /// What it means, and what to do.
        let text: String
        /// A configuration with this mistake, and the same without it.
        let wrong: String
        let right: String
    }

    var explanation: CodeExplanation {
        switch self {
        case .notJSON: Self.notJSONText
        case .unknownKey: Self.unknownKeyText
        case .missingKey: Self.missingKeyText
        case .wrongValue: Self.wrongValueText
        case .missingUnit: Self.missingUnitText
        case .unknownUnit: Self.unknownUnitText
        case .outOfRange: Self.outOfRangeText
        case .unknownName: Self.unknownNameText
        case .badName: Self.badNameText
        case .wrongPort: Self.wrongPortText
        case .alreadyClaimed: Self.alreadyClaimedText
        case .beyondLimits: Self.beyondLimitsText
        case .startCircle: Self.startCircleText
        case .unreadableFile: Self.unreadableFileText
        case .conflict: Self.conflictText
        }
    }

    private static func drivers(_ text: String) -> String {
        "{ \"drivers\": { \(text) } }"
    }

    /// A drone with one setting more, or another source of its position.
    private static func pilot(setting: String = "", position: String = "gps") -> String {
        """
        { "drivers": { "drone": { "driver": "ardrone" }, "gps": { "driver": "gpsd" },
            "shed": { "driver": "ds18b20" } },
          "policies": { "pilot": { "policy": "drone-navigation", \(setting)
            "inputs": { "position": "\(position)", "heading": "drone", "flight": "drone" },
            "outputs": { "pilot": "drone" }, "receiver_rides_on_aircraft": true } } }
        """
    }

    // MARK: The text and its words

    private static var notJSONText: CodeExplanation {
        CodeExplanation(
            text: """
                The file cannot be read at all: a comma, a quote or a bracket is missing or too many, \
                or a key stands twice. The place is where the reader had to give up; what is \
                missing is there or just before. Comments begin with // and end with their line.
                """,
            wrong: "{ \"drivers\": { } \"name\": \"shed\" }",
            right: "{ \"drivers\": { }, \"name\": \"shed\" } // a comma between members")
    }

    private static var unknownKeyText: CodeExplanation {
        CodeExplanation(
            text: """
                Nothing reads this key, so what it should do would not happen. It is mistyped, belongs \
                to another plugin, or stands one level too high or too deep. `roost reference` has \
                every key.
                """,
            wrong: drivers("\"t\": { \"driver\": \"ds18b20\", \"resolutoin\": 9 }"),
            right: drivers("\"t\": { \"driver\": \"ds18b20\", \"resolution\": 9 }"))
    }

    private static var missingKeyText: CodeExplanation {
        CodeExplanation(
            text: "This key has no default: only you know what belongs there.",
            wrong: drivers("\"lamp\": { \"driver\": \"gpio-output\" }"),
            right: drivers("\"lamp\": { \"driver\": \"gpio-output\", \"line\": \"GPIO27\" }"))
    }

    private static var wrongValueText: CodeExplanation {
        CodeExplanation(
            text: """
                The value is of another kind than the key takes: a text for a number, a number for \
                true or false, a word that is not among those known.
                """,
            wrong: drivers("\"t\": { \"driver\": \"ds18b20\", \"resolution\": \"nine\" }"),
            right: drivers("\"t\": { \"driver\": \"ds18b20\", \"resolution\": 9 }"))
    }

    // MARK: Quantities

    private static var missingUnitText: CodeExplanation {
        CodeExplanation(
            text: """
                A number that means a time, an angle, a temperature and the like carries its unit in \
                the value, as a text: nobody can tell later what a bare 250 meant. Where only one unit \
                gives a value in range, `roost check --fix` writes it.
                """,
            wrong: drivers("\"t\": { \"driver\": \"ds18b20\", \"every\": 10 }"),
            right: drivers("\"t\": { \"driver\": \"ds18b20\", \"every\": \"10s\" }"))
    }

    private static var unknownUnitText: CodeExplanation {
        CodeExplanation(
            text: "The value has a unit that is none of its quantity, or is spelt in another way.",
            wrong: drivers("\"t\": { \"driver\": \"ds18b20\", \"every\": \"10 seconds\" }"),
            right: drivers("\"t\": { \"driver\": \"ds18b20\", \"every\": \"10s\" }"))
    }

    private static var outOfRangeText: CodeExplanation {
        CodeExplanation(
            text: """
                The value is outside of what is safe or possible there. The range in the message is \
                what the device, the kernel or the policy can do with it.
                """,
            wrong: drivers("\"t\": { \"driver\": \"ds18b20\", \"every\": \"1ms\" }"),
            right: drivers("\"t\": { \"driver\": \"ds18b20\", \"every\": \"1s\" }"))
    }

    // MARK: Names and wires

    private static var unknownNameText: CodeExplanation {
        CodeExplanation(
            text: """
                The value names something that is not there: a kind of driver or policy that this \
                roost does not have, a driver or a policy that this file does not have, or a port \
                that the driver does not have.
                """,
            wrong: drivers("\"t\": { \"driver\": \"ds18b2\" }"),
            right: drivers("\"t\": { \"driver\": \"ds18b20\" }"))
    }

    private static var badNameText: CodeExplanation {
        CodeExplanation(
            text: """
                The names of drivers, policies and ports are made of letters, digits, - and _, because \
                "driver.port" joins them with a dot.
                """,
            wrong: drivers("\"the shed\": { \"driver\": \"ds18b20\" }"),
            right: drivers("\"the-shed\": { \"driver\": \"ds18b20\" }"))
    }

    private static var wrongPortText: CodeExplanation {
        CodeExplanation(
            text: """
                A policy's port is connected to a driver that carries something else: a temperature \
                where a position is needed. The message has the drivers of this file that fit.
                """,
            wrong: pilot(position: "shed"), right: pilot())
    }

    // MARK: Together

    private static var alreadyClaimedText: CodeExplanation {
        CodeExplanation(
            text: """
                Two drivers claim one thing, such as a line, a channel, an address, or two policies \
                command one output. Only one of them can have it.
                """,
            wrong: drivers(
                "\"a\": { \"driver\": \"gpio-input\", \"line\": \"GPIO17\" }, "
                    + "\"b\": { \"driver\": \"gpio-output\", \"line\": \"GPIO17\" }"),
            right: drivers(
                "\"a\": { \"driver\": \"gpio-input\", \"line\": \"GPIO17\" }, "
                    + "\"b\": { \"driver\": \"gpio-output\", \"line\": \"GPIO27\" }"))
    }

    private static var beyondLimitsText: CodeExplanation {
        CodeExplanation(
            text: """
                The policy would command a driver more slowly, for longer or with other values than \
                the driver allows: what moves must hear in time that nobody commands it any more.
                """,
            wrong: pilot(setting: "\"every\": \"5s\", "),
            right: pilot(setting: "\"every\": \"50ms\", "))
    }

    private static var startCircleText: CodeExplanation {
        CodeExplanation(
            text: "Drivers wait for each other with \"after\", so that none of them could start.",
            wrong: drivers(
                "\"a\": { \"driver\": \"ds18b20\", \"after\": [\"b\"] }, "
                    + "\"b\": { \"driver\": \"gpsd\", \"after\": [\"a\"] }"),
            right: drivers(
                "\"a\": { \"driver\": \"ds18b20\", \"after\": [\"b\"] }, "
                    + "\"b\": { \"driver\": \"gpsd\" }"))
    }

    private static var unreadableFileText: CodeExplanation {
        CodeExplanation(
            text: """
                A file that a setting names is not there, may not be read, is too long, or is no \
                UTF-8. A relative name starts at the directory of the configuration.
                """,
            wrong: pilot(setting: "\"mission\": \"missing.json\", "), right: pilot())
    }

    private static var conflictText: CodeExplanation {
        CodeExplanation(
            text: """
                Each value is right by itself, but they do not fit together. The message says which \
                other setting it is about.
                """,
            wrong: "{ \"restarts\": { \"first_delay\": \"40s\", \"longest_delay\": \"30s\" } }",
            right: "{ \"restarts\": { \"first_delay\": \"1s\", \"longest_delay\": \"30s\" } }")
    }
}
