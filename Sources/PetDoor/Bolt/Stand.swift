extension PetDoor {
    /// Where the bolt is, and what says so: never more than is proven.
    package enum Stand: Codable, Equatable, Sendable {
        /// `bySwitch`: its switch says so; if not, it was sent there and nothing can tell.
        case at(Side, bySwitch: Bool)
        /// Its switch says that it is not back, and nobody has sent it out since the start: it may be anywhere else.
        case notBack
        /// It is on its way, or did not get where it was sent.
        case halfWay
        case unknown

        var side: Side? {
            if case .at(let side, _) = self { side } else { nil }
        }

        /// As the details have it: "half-way", "not-back".
        package var word: String {
            switch self {
            case .at(let side, _): side.rawValue
            case .notBack: "not-back"
            case .halfWay: "half-way"
            case .unknown: "unknown"
            }
        }

        /// As the details have it; `nil` where nothing is evidence.
        package var evidence: String? {
            switch self {
            case .at(_, let bySwitch): bySwitch ? "switch" : "command"
            case .notBack: "switch"
            case .halfWay, .unknown: nil
            }
        }

        /// "unlocked since 06:48, by the switch"
        func words(since: String?) -> String {
            switch self {
            case .at(let side, let bySwitch):
                side.rawValue + (since.map { " since \($0)" } ?? "")
                    + (bySwitch ? ", by the switch" : ", by command only")
            case .notBack: "not back, by the switch"
            case .halfWay: "half-way"
            case .unknown: "place of the bolt unknown"
            }
        }
    }
}
