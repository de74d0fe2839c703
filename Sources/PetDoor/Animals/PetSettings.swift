import Core
import Settings
import Values

extension PetDoor {
    /// Who lives here, what tells them from others, and how long the door waits for them.
    package struct PetSettings: Sendable {
        /// What a reader of tags sees.
        package enum ReaderSide: String, CaseIterable, Sendable {
            case inside, outside, both

            /// `nil`: a tag that is read there may be on either side.
            var side: FlapSide? {
                switch self {
                case .inside: .inside
                case .outside: .outside
                case .both: nil
                }
            }
        }

        /// In the order of their names.
        let animals: [Household.Animal]
        package let readerSide: ReaderSide?
        /// `nil`: until they are home.
        let waitsFor: Duration?
        let overdueAfter: Duration
        /// Without a reading for so long, the reader, or the tag of one animal, is not trusted to let anybody in.
        let readerTrustedFor: Duration
        /// How long the door is open for one whose tag was read.
        let passageTime: Duration

        /// One tag of each, for a simulation.
        package var tags: [TagID] { animals.compactMap { $0.tags.first?.example } }

        init(_ read: SettingsReader) {
            let tag = SettingKind<TagSpelling>.parsed(
                "the number of a tag, such as \"276095610728684\" or \"0006547886\"",
                pattern: #"^[0-9A-Fa-fx ,.:-]{1,64}$"#,
                placeholder: .zeros)
            let named = read(
                "pets", .named(.list(of: tag, count: 0...4), count: 0...8), default: [:],
                "Who lives here: names, each with the numbers of its tags. The door does not lock by "
                    + "itself while one of them may be outside.", protects: .task)
            animals = named.sorted { $0.key < $1.key }
                .map { Household.Animal(name: $0.key, tags: $0.value) }
            readerSide = read(
                optional: "reader_side", .oneOf(.outside),
                "Which side the reader of \"tag\" sees; outside is the better one: it sees who waits "
                    + "before a locked door.", protects: .nothing)
            waitsFor = read(
                "wait_for_pets", .duration(.zero ... .seconds(86400), or: "until-home"),
                default: nil,
                "How long it waits with a lock of its own for a pet that may be outside. After a time "
                    + "it locks all the same, and says whom it shuts out.",
                protects: .greater(otherwise: .safest))
            overdueAfter = read(
                "pet_overdue_after", .duration(.seconds(60) ... .seconds(86400)),
                default: .seconds(14400),
                "A pet that it has waited for so long is overdue: the status says so as a failsafe.",
                protects: .nothing)
            readerTrustedFor = read(
                "reader_trusted_for", .duration(.seconds(3600) ... .seconds(259_200)),
                default: .seconds(43200),
                "In pets-only: without a reading for so long, or none for so long of a pet that may be "
                    + "outside, it goes by light and temperature.", protects: .smaller)
            passageTime = read(
                "passage_time", .duration(.seconds(5) ... .seconds(120)), default: .seconds(15),
                "In pets-only: how long it stays open after the last reading of a pet that has not "
                    + "passed yet.", protects: .greater)
            for (index, one) in animals.enumerated() {
                for other in animals[..<index] where Self.shareTag(one, other) {
                    read.check(
                        false, "pets",
                        "\(other.name) and \(one.name) have one tag: nobody could tell them apart")
                }
            }
        }

        private static func shareTag(
            _ one: Household.Animal, _ other: Household.Animal
        ) -> Bool {
            one.tags.contains { tag in other.tags.contains { tag.overlaps($0) } }
        }

        /// Why nothing could open the door for those that live here, and for nobody else.
        func refusalOfPetsOnly(_ barred: Barred) -> String? {
            switch readerSide {
            case nil, .inside:
                "pets-only needs \"pets\" and a reader of their tags that sees the outside (reader_side)"
            case .outside where barred == .bothWays:
                "the bolt bars both ways, and the reader sees the outside only: a pet could not get out; "
                    + "pets-only needs \"reader_side\": \"both\", or a bolt that bars the way in only"
            case .outside, .both:
                animals.isEmpty ? "pets-only needs \"pets\", each with its tags" : nil
            }
        }

        /// What it needs to know who is home.
        func conflicts(connected: Set<String>) -> [SettingConflict] {
            let hasWays = connected.isSuperset(of: ["flap_inward", "flap_outward"])
            let hasReader = connected.contains("tag")
            var found: [SettingConflict] = []
            func require(_ holds: Bool, _ key: String, _ why: String) {
                if !holds { found.append(SettingConflict(key, why)) }
            }
            require(
                hasWays || connected.isDisjoint(with: ["flap_inward", "flap_outward"]), "inputs",
                "flap_inward and flap_outward tell the way only together")
            require(
                hasReader == (readerSide != nil), "reader_side",
                hasReader
                    ? "say which side the reader of \"tag\" sees" : "there is no \"tag\" in inputs")
            guard !animals.isEmpty else {
                require(!hasReader, "pets", "a reader says who it is, but nobody is named")
                return found
            }
            require(connected.contains("flap"), "pets", "need a \"flap\", to see that one passes")
            if hasReader {
                require(
                    animals.allSatisfy { !$0.tags.isEmpty }, "pets",
                    "each needs a tag: without one, nothing tells that it came home")
                require(
                    readerSide != .both || hasWays, "reader_side",
                    "a reader that sees both sides tells no way: it needs flap_inward and "
                        + "flap_outward")
            } else {
                require(
                    hasWays, "pets",
                    "nothing tells who came home: connect a \"tag\", or flap_inward and flap_outward"
                )
                require(
                    animals.count == 1 && animals[0].tags.isEmpty, "pets",
                    "without a \"tag\" there can be one only, and without tags: whoever passes is it"
                )
            }
            return found
        }
    }
}
