import Values

extension PetDoor {
    /// Where those that live here are, by name.
    package struct Whereabouts: Codable, Equatable, Sendable, CustomStringConvertible {
        package let inside: [String]
        package let outside: [String]
        package let unknown: [String]

        init(_ household: Household) {
            func those(_ presence: Household.Presence) -> [String] {
                household.animals.map(\.name).filter { household.presence[$0] == presence }
            }
            (inside, outside, unknown) = (those(.inside), those(.outside), those(.unknown))
        }

        /// Also where there is nobody.
        package var isEverybodyHome: Bool { outside.isEmpty && unknown.isEmpty }

        /// "Mia is outside, Rex may be outside, Tom is home"
        package var description: String {
            let home = Self.sentence(inside, "is home", "are home")
            return [ofAbsent, home].filter { !$0.isEmpty }.joined(separator: ", ")
        }

        var ofAbsent: String {
            [
                Self.sentence(outside, "is outside", "are outside"),
                Self.sentence(unknown, "may be outside", "may be outside"),
            ].filter { !$0.isEmpty }.joined(separator: ", ")
        }

        private static func sentence(_ names: [String], _ one: String, _ many: String) -> String {
            guard let last = names.last else { return "" }
            guard names.count > 1 else { return "\(last) \(one)" }
            return "\(names.dropLast().joined(separator: ", ")) and \(last) \(many)"
        }
    }

    /// What somebody did at the flap, as people want to read it later.
    package struct PassageNote: Codable, Equatable, Sendable, CustomStringConvertible {
        package let visitor: Household.Visitor
        package let kind: Passage.Kind
        /// Where it went, or wanted to go; `nil` when nothing tells.
        package let towards: FlapSide?
        /// `nil` while the clock cannot be believed.
        package let time: WallTime?

        /// "Mia went out at 14:02"
        package var description: String {
            "\(who) \(deed)" + (time.map { " at \($0.clockText)" } ?? "")
        }

        private var who: String {
            switch visitor {
            case .animal(let name): name
            case .stranger(let tag): "a stranger (\(tag))"
            case .unidentified: "somebody"
            }
        }

        private var deed: String {
            switch kind {
            case .transit: passed
            case .breach: "\(passed) past the bolt"
            case .peek: "looked \(way)"
            case .deny: "wanted \(way), and the bolt was out"
            }
        }

        private var passed: String {
            switch towards {
            case .inside: "came in"
            case .outside: "went out"
            case nil: "passed (way unknown)"
            }
        }

        private var way: String {
            switch towards {
            case .inside: "in"
            case .outside: "out"
            case nil: "through"
            }
        }
    }
}
