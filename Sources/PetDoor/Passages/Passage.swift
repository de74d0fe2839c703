import Values

/// Inside or outside of the house.
package enum FlapSide: String, Codable, Sendable, CaseIterable {
    case inside, outside

    package var other: FlapSide { self == .inside ? .outside : .inside }
}

/// What an animal did at a flap, in the words of OnlyCat.
package struct Passage: Codable, Equatable, Sendable, CustomStringConvertible {
    package enum Kind: String, Codable, Sendable, CaseIterable {
        /// It went through.
        case transit
        /// It put its head through, and stayed where it was.
        case peek
        /// It wanted to go through, and the bolt was out.
        case deny
        /// It went through though the bolt was out.
        case breach
    }

    package let kind: Kind
    /// Where it went, or wanted to go; `nil` when nothing tells.
    package let towards: FlapSide?
    /// Whose tag was read; `nil` when none was, or those of two animals.
    package let tag: TagID?
    /// How often: a stranger's counts from two on, see `TagPresence`.
    package let reads: Int
    /// When the flap first moved, or the tag was first read.
    package let began: Instant
    package let ended: Instant

    package init(
        kind: Kind, towards: FlapSide?, tag: TagID?, reads: Int, began: Instant, ended: Instant
    ) {
        self.kind = kind
        self.towards = towards
        self.tag = tag
        self.reads = reads
        self.began = began
        self.ended = ended
    }

    /// What is known of the animal afterwards.
    package enum Whereabouts: Equatable, Sendable {
        case at(FlapSide)
        /// It went through, and nothing tells which way.
        case anywhere
        /// It did not go through, and nothing tells on which side it is.
        case unchanged
    }

    package var whereabouts: Whereabouts {
        switch kind {
        case .transit, .breach: towards.map(Whereabouts.at) ?? .anywhere
        case .peek, .deny: towards.map { .at($0.other) } ?? .unchanged
        }
    }

    /// "transit inward, 276095610728684"
    package var description: String {
        let way = towards.map { $0 == .inside ? "inward" : "outward" } ?? "either way"
        return "\(kind.rawValue) \(way)" + (tag.map { ", \($0)" } ?? "")
    }
}
