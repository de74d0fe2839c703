import Core
import Values

extension ARDrone {
    /// One configuration key of the drone ("section:key") with its value, both as text.
    struct ConfigEntry: Equatable, Sendable {
        let key: String
        let value: String
    }

    /// A value of a key before it is text.
    enum ConfigValue {
        case flag(Bool)
        case integer(Int)
        /// As decimal text with four digits after the point at most: a ten-thousandth of a radian is
        /// nothing in the air.
        case number(Double)
        case text(String)
    }
}

extension ARDrone.ConfigEntry {
    init(_ key: String, _ value: ARDrone.ConfigValue) {
        self.key = key
        self.value =
            switch value {
            case .flag(let flag): flag ? "TRUE" : "FALSE"
            case .integer(let integer): "\(integer)"
            case .number(let number): shortText(of: (number * 10_000).rounded() / 10_000)
            case .text(let text): text
            }
    }

    /// How far a fraction may be off that the drone keeps as a single-precision float and prints in
    /// a form of its own.
    private static let tolerance = 1e-3

    /// How the value of a key is to be compared.
    private enum Kind {
        case name, hexadecimal, numberOrFlag
    }

    /// Every key that is not named here is a number, a flag or a list of numbers.
    private var kind: Kind {
        switch key {
        case "general:ardrone_name", "network:ssid_single_player", "network:ssid_multi_player",
            "custom:application_desc", "custom:profile_desc", "custom:session_desc":
            .name
        case "network:owner_mac", "custom:application_id", "custom:profile_id",
            "custom:session_id":
            .hexadecimal
        default:
            .numberOrFlag
        }
    }

    /// Whether a dump's text says the same as this value: "2.094000e-01" and "0.2094" do.
    ///
    /// Whole numbers must be equal, for some are masks of bits. The case of flags and of hexadecimal
    /// digits is the drone's choice; that of a name is not. Blanks at its ends no dump can show.
    func isHeld(as text: String) -> Bool {
        if text == value { return true }
        switch kind {
        case .name:
            return text == ARDrone.ConfigDumpReader.trimmed(Array(value.utf8)[...])
        case .hexadecimal:
            return text.lowercased() == value.lowercased()
        case .numberOrFlag:
            if let wanted = Int64(value), let held = Int64(text) { return wanted == held }
            if let wanted = Double(value), let held = Double(text) {
                return abs(wanted - held) <= Self.tolerance * max(abs(wanted), Self.tolerance)
            }
            return text.lowercased() == value.lowercased()
        }
    }
}

extension ARDrone {
    /// Whose values a CONFIG sets: the ids of multi-config, which firmware 1.6 brought.
    ///
    /// The drone keeps a value for each id of a key's category. Application and user are fixed, so
    /// that their sets are found again; a session is new each time, so that it begins clean.
    struct ConfigIDs: Equatable, Sendable, CustomStringConvertible {
        let session: String
        let user: String
        let application: String

        init(session: String, user: String, application: String) {
            self.session = session
            self.user = user
            self.application = application
        }

        /// Ids of names, and a random `session`; 0 would be "nobody" and counts as 1.
        init(session: UInt32, userName: String = "roost", applicationName: String = "roost") {
            self.init(
                session: Self.text(max(1, session)), user: Self.text(crc32(userName.utf8)),
                application: Self.text(crc32(applicationName.utf8)))
        }

        /// The keys that take these ids into use, in the order that the drone wants them.
        var entries: [ConfigEntry] {
            [
                ConfigEntry(key: "custom:session_id", value: session),
                ConfigEntry(key: "custom:application_id", value: application),
                ConfigEntry(key: "custom:profile_id", value: user),
            ]
        }

        var description: String { "session \(session), user \(user), application \(application)" }

        /// Eight hexadecimal digits.
        private static func text(_ id: UInt32) -> String { padded(id, to: 8, radix: 16) }
    }

    /// The CRC-32 of IEEE 802.3, from which the SDK too makes ids of names.
    static func crc32(_ bytes: some Sequence<UInt8>) -> UInt32 {
        var remainder = UInt32.max
        for byte in bytes {
            remainder ^= UInt32(byte)
            for _ in 0..<8 {
                remainder = remainder & 1 == 0 ? remainder >> 1 : remainder >> 1 ^ 0xEDB8_8320
            }
        }
        return ~remainder
    }
}
