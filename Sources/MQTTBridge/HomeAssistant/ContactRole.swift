import Core

/// What a contact tells of a door, and how Home Assistant shows that: its classes of binary sensors say what ON is
/// (home-assistant.io/integrations/binary_sensor).
enum ContactRole: String {
    /// Active when the bolt is out.
    case latch
    /// Active when it is shut.
    case flap
    /// Active when it has swung that way.
    case flapInward = "flap_inward"
    case flapOutward = "flap_outward"
    case tunnel, fire

    /// ON is open, or unlocked, or there.
    var deviceClass: String {
        switch self {
        case .latch: "lock"
        case .flap, .flapInward, .flapOutward: "door"
        case .tunnel: "motion"
        case .fire: "smoke"
        }
    }

    /// Whether an active contact is OFF there.
    var isActiveOff: Bool { self == .latch || self == .flap }

    /// Those that doors read, by driver and port: "flap.contact".
    static func all(in report: StatusReport) -> [String: ContactRole] {
        var roles: [String: ContactRole] = [:]
        for policy in report.policies where policy.policy == "pet-door" {
            for (input, end) in policy.inputs {
                if let role = ContactRole(rawValue: input) { roles[end] = role }
            }
        }
        return roles
    }
}
