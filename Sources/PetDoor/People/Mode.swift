import Core

extension PetDoor {
    /// Which way the door is open.
    package enum Mode: String, Codable, CaseIterable, Sendable {
        /// By light and temperature.
        case auto
        /// Who is outside comes in, and nobody goes out: a curfew.
        case inOnly = "in-only"
        case outOnly = "out-only"
        case locked
        case open
        /// Locked, but for those that live here: `PetsOnly`.
        case petsOnly = "pets-only"
    }

    /// Which ways the bolt bars when it is out. It decides what the door can be.
    package enum Barred: String, CaseIterable, Sendable {
        case bothWays = "both-ways"
        case wayOut = "way-out"
        case wayIn = "way-in"

        /// What the door is with its bolt out.
        var mode: Mode {
            switch self {
            case .bothWays: .locked
            case .wayOut: .inOnly
            case .wayIn: .outOnly
            }
        }

        /// Whether an animal that is inside stays there while the bolt is out.
        var keepsIn: Bool { self != .wayIn }

        /// Why the door cannot be that; `nil` when it can.
        func refusal(of mode: Mode) -> String? {
            guard ![.auto, .open, self.mode].contains(mode) else { return nil }
            // A stranger comes in past a bolt that bars the way out.
            if mode == .petsOnly, self != .wayOut { return nil }
            let words =
                switch self {
                case .bothWays: "both ways"
                case .wayOut: "only the way out"
                case .wayIn: "only the way in"
                }
            return "its one bolt bars \(words) (bolt_bars), so it can be \(self.mode.rawValue) or "
                + "open, not \(mode.rawValue)"
        }
    }
}

extension PetDoor.Mode {
    /// Where the bolt has to be; `nil` where the rule decides.
    var side: PetDoor.Side? {
        switch self {
        case .auto: nil
        case .open: .unlocked
        case .inOnly, .outOnly, .locked, .petsOnly: .locked
        }
    }

    /// Whether it keeps an animal of the house out.
    var shutsOut: Bool { side == .locked && self != .petsOnly }

    /// As people say it of the door: an open one is unlocked.
    var word: String { self == .open ? "unlocked" : rawValue }
}
