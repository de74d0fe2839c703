import Core
import Settings
import Values

extension PetDoor {
    /// What the door can be asked for.
    package enum Request: PluginRequest {
        case lock, unlock, auto, inOnly, outOnly, petsOnly
        case presence(PresenceNews)
        case pets, events, alerts
        case set(ThresholdNews)
        case reset
        /// As `reset`, though it locks by that now.
        case resetAccepted

        package static let declarations: [RequestDeclaration<Request>] = [
            .init("lock", "Lock as soon as it may, and stay locked for manual_expiry.", .lock),
            .init(
                "unlock", "Unlock, and stay unlocked for manual_expiry.", .unlock, effect: .safer),
            .init(
                "in-only",
                "Let in and not out, for manual_expiry; refused where the bolt bars both.",
                .inOnly),
            .init(
                "out-only",
                "Let out and not in, for manual_expiry; refused where the bolt bars both.",
                .outOnly),
            .init(
                "pets-only",
                "Lock, and open for a tag of \"pets\", for manual_expiry; refused where the bolt or the reader cannot.",
                .petsOnly),
            .init("auto", "Go by light, temperature and schedule again.", .auto),
            .init(
                "presence", "Take it from a person where a pet is, until it passes the flap.",
                PresenceNews.self
            ) { .presence($0) },
            .init("pets", "Say where each pet is, and how often the flap was passed today.", .pets)
                .momentary(),
            .init("events", "Say what animals did at the flap last, the latest first.", .events)
                .momentary(),
            .init("alerts", "Say what stands, and what there was, how often and when.", .alerts)
                .momentary(),
            .init(
                "set",
                "Change when it is night, too cold or too hot, also for after a restart, until \"reset\"; "
                    + "without arguments, say it.", ThresholdNews.self
            ) { .set($0) },
            .init("reset", "Go by the thresholds of the file again.", Acceptance.self) {
                $0.isGiven ? .resetAccepted : .reset
            },
        ]

        /// `nil` of one that asks for none.
        var mode: Mode? {
            switch self {
            case .lock: .locked
            case .unlock: .open
            case .auto: .auto
            case .inOnly: .inOnly
            case .outOnly: .outOnly
            case .petsOnly: .petsOnly
            case .presence, .pets, .events, .alerts, .set, .reset, .resetAccepted: nil
            }
        }
    }

    /// What a person says of a pet.
    package struct PresenceNews: PluginSettings, Codable, Equatable {
        let pet: String
        let whereabouts: Household.Presence

        init(_ pet: String, _ whereabouts: Household.Presence) {
            (self.pet, self.whereabouts) = (pet, whereabouts)
        }

        package init(_ read: SettingsReader) {
            pet = read(required: "pet", .text("the name of a pet"), "As in \"pets\".")
            whereabouts = read(required: "where", .oneOf(.unknown), "Where it is.")
        }
    }
}

extension PetDoor {
    /// Answers what is about pets.
    mutating func reply(
        to news: PetDoor.PresenceNews, by settings: PetDoor.Settings, at now: Instant
    ) -> (Bool, String) {
        guard pets.correct(news, at: now) else {
            let names = settings.pets.animals.map(\.name).joined(separator: ", ")
            let known = names.isEmpty ? "no pets are named" : "there are \(names)"
            return (false, "refused: there is no pet \"\(news.pet)\"; \(known)")
        }
        return (true, pets.whereabouts.description)
    }

    func petReport(by settings: PetDoor.Settings, at now: Instant) -> String {
        let counts = pets.counts
        let unread = petsOnlyDoubt == nil ? nil : petsOnly.unread(by: settings.pets, at: now)
        return [
            pets.whereabouts.description,
            unread.flatMap { $0.isEmpty ? nil : "not read: \($0.joined(separator: ", "))" },
            pets.last?.description,
            "today \(times(counts.inward)) in, \(times(counts.outward)) out, "
                + "\(times(counts.eitherWay)) with the way unknown",
        ].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: "; ")
    }

    private func times(_ count: Int) -> String { count == 1 ? "1 time" : "\(count) times" }

    /// Whom a lock that a person asked for shuts out; empty where it shuts out nobody.
    func warning(of mode: PetDoor.Mode, by settings: PetDoor.Settings) -> String {
        guard settings.lockLimit != nil, mode.shutsOut, !pets.whereabouts.isEverybodyHome
        else { return "" }
        return "; \(pets.whereabouts.ofAbsent)"
    }
}
