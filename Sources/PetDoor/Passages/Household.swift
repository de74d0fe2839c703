import Values

/// The animals of a house, and where each is: inside, outside, or nobody knows.
///
/// A passage without a tag may be a missed reading, or a stranger. It leaves nobody where they cannot be
/// any more, and makes nobody come home.
package struct Household: Sendable {
    package enum Presence: String, Codable, Sendable, CaseIterable {
        case inside, outside, unknown
    }

    package struct Animal: Equatable, Sendable {
        package let name: String
        package let tags: [TagSpelling]

        package init(name: String, tags: [TagSpelling] = []) {
            (self.name, self.tags) = (name, tags)
        }
    }

    package enum Visitor: Codable, Equatable, Sendable {
        case animal(String)
        /// A tag that no animal of the house has.
        case stranger(TagID)
        /// Nothing tells who it was.
        case unidentified
    }

    package let animals: [Animal]
    /// Of each animal, by its name.
    package private(set) var presence: [String: Presence]

    /// `remembered` is where they were before a restart; those of other names are left out.
    package init(_ animals: [Animal], remembered: [String: Presence] = [:]) {
        self.animals = animals
        presence = Dictionary(
            animals.map { ($0.name, remembered[$0.name] ?? .unknown) },
            uniquingKeysWith: { first, _ in first })
    }

    /// Those that a locked door may shut out, by name.
    package var maybeOutside: [String] {
        presence.filter { $0.value != .inside }.keys.sorted()
    }

    /// Who it was. Without tags in the house, its only animal.
    package func visitor(_ passage: Passage) -> Visitor {
        guard let tag = passage.tag else {
            let only = animals.count == 1 ? animals.first : nil
            return only.flatMap { $0.tags.isEmpty ? .animal($0.name) : nil } ?? .unidentified
        }
        let owners = owners(of: tag)
        switch owners.count {
        case 0: return .stranger(tag)
        case 1: return .animal(owners[0].name)
        default: return .unidentified
        }
    }

    private func owners(of tag: TagID) -> [Animal] {
        animals.filter { $0.tags.contains { $0.matches(tag) } }
    }

    /// The animal that has this tag; `nil` when none has, or two.
    package func owner(of tag: TagID) -> String? {
        let owners = owners(of: tag)
        return owners.count == 1 ? owners[0].name : nil
    }

    /// Takes a passage, and says whose it was.
    @discardableResult
    package mutating func note(_ passage: Passage) -> Visitor {
        let visitor = visitor(passage)
        switch (visitor, passage.whereabouts) {
        case (.stranger, _), (_, .unchanged): break
        // One that pushes for long looks like one that gets in past the bolt, and no tag says that it did.
        case (.animal(let name), .at(.inside)) where passage.kind == .breach && passage.tag == nil:
            presence[name] = .outside
        case (.animal(let name), .at(let side)): presence[name] = side.presence
        case (.animal(let name), .anywhere): presence[name] = .unknown
        case (.unidentified, .at(let side)) where passage.kind != .peek && passage.kind != .deny:
            doubt { $0 != side.presence }
        case (.unidentified, .anywhere): doubt { _ in true }
        case (.unidentified, .at): break
        }
        return visitor
    }

    /// A person says where an animal is.
    ///
    /// - Returns: whether there is one of that name.
    package mutating func correct(_ name: String, to known: Presence) -> Bool {
        guard presence[name] != nil else { return false }
        presence[name] = known
        return true
    }

    /// The flap was not watched for a while: anybody may have gone through.
    package mutating func forget() {
        doubt { _ in true }
    }

    private mutating func doubt(_ isInDoubt: (Presence) -> Bool) {
        presence = presence.mapValues { isInDoubt($0) ? .unknown : $0 }
    }
}

extension FlapSide {
    fileprivate var presence: Household.Presence { self == .inside ? .inside : .outside }
}
