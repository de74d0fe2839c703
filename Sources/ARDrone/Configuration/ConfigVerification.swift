extension ARDrone {
    /// What is known of what the drone made of the keys that it was given.
    enum ConfigVerification: Equatable, Sendable, CustomStringConvertible {
        case pending
        /// Nobody asked for it to be read back.
        case notRead
        /// It could not be read back, and why. The keys were acknowledged.
        case unread(String)
        /// Every key that the drone tells of has the value that it was given.
        case confirmed
        case differs([ConfigDifference])

        var event: LinkEvent? {
            switch self {
            case .pending, .notRead: nil
            case .unread(let why): .configurationUnread(why)
            case .confirmed: .configurationConfirmed
            case .differs(let differences): .configurationDiffers(differences)
            }
        }

        /// Why it may not take off: limits that were asked for do not hold, and that is known.
        ///
        /// What is merely not known stops nobody: a drone without a control port has acknowledged
        /// its keys, which is all that most clients ever ask for. Nor does a key that is no matter
        /// of flight.
        func obstacles(to setup: Link.Setup) -> [String] {
            guard case .differs(let differences) = self, setup.insists else { return [] }
            return differences.filter { setup.flightEntries.contains($0.wanted) }
                .map { "the drone does not apply a key: \($0)" }
        }

        var description: String {
            switch self {
            case .pending: "not set yet"
            case .notRead: "acknowledged, not read back"
            case .unread(let why): "acknowledged, not read back: \(why)"
            case .confirmed: "as it was set"
            case .differs(let differences): differences.map(\.description).joined(separator: "; ")
            }
        }
    }

    /// A key that the drone acknowledged and did not apply.
    struct ConfigDifference: Equatable, Sendable, CustomStringConvertible {
        let wanted: ConfigEntry
        let held: String

        var description: String { "\(wanted.key) is \(held), not \(wanted.value)" }
    }
}

extension ARDrone.ConfigDump {
    /// What is not as it was set. A key that the dump does not tell of is unknown, not different.
    func differences(from wanted: [ARDrone.ConfigEntry]) -> [ARDrone.ConfigDifference] {
        wanted.compactMap { entry in
            guard let held = values[entry.key], !entry.isHeld(as: held) else { return nil }
            return ARDrone.ConfigDifference(wanted: entry, held: held)
        }
    }

    /// Why the drone does not count as speaking with `ids`; `nil` when it does.
    func whyNot(identifiedAs ids: ARDrone.ConfigIDs) -> String? {
        for entry in ids.entries {
            guard let held = values[entry.key] else { return "it has no \(entry.key)" }
            if held.lowercased() != entry.value { return "its \(entry.key) is \(held)" }
        }
        return nil
    }
}
