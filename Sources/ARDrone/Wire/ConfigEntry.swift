import Core
import Devices

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
