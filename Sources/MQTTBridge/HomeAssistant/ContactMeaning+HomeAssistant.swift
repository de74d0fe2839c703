import Core

/// How Home Assistant shows a contact: its classes of binary sensors say what ON is
/// (home-assistant.io/integrations/binary_sensor).
extension ContactMeaning {
    /// ON is open, or unlocked, or there.
    var deviceClass: String {
        switch self {
        case .locked: "lock"
        case .shut, .open: "door"
        case .motion: "motion"
        case .fire: "smoke"
        }
    }

    /// Whether an active contact is OFF there.
    var isActiveOff: Bool { self == .locked || self == .shut }
}
