/// The configuration that the firmware keeps: texts by key, the same for everybody or one per
/// session, user or application id.
struct DroneConfiguration: Sendable {
    /// Where one value is kept.
    private struct Slot: Hashable {
        let key: String
        /// Empty for a key that everybody shares.
        let id: String
    }

    /// More than any client has use for, so that nobody can fill the memory.
    private static let capacity = 512
    private static let maxIDs = 32

    private var values: [Slot: String] = [:]
    private var storedIDs: [ConfigurationKey.Owner: [String]] = [:]
    private(set) var ids = ConfigurationIDs.none

    /// The text of a key as it holds now: what was set under the present id, or its default.
    subscript(key: String) -> String? {
        let name = resolved(key)
        if let owner = Self.ownerOfID(name) { return ids[owner] }
        return value(of: ConfigurationKey.named(name), under: ids)
    }

    /// The ids of one category that were ever used and not deleted, oldest first.
    func stored(_ owner: ConfigurationKey.Owner) -> [String] {
        storedIDs[owner] ?? []
    }

    /// What a key of an id's own category holds for that id.
    func value(of name: String, id: String) -> String? {
        let key = ConfigurationKey.named(name)
        var ids = ConfigurationIDs.none
        ids[key.owner] = id
        return value(of: key, under: ids)
    }

    /// Takes a `CONFIG`. What may not be set, or not so, stays as it was: the firmware
    /// acknowledges it all the same. `sender` is the `CONFIG_IDS` directly before it, if any.
    mutating func set(_ name: String, to value: String, by sender: ConfigurationIDs?) {
        let name = resolved(name.lowercased())
        if let owner = Self.ownerOfID(name) { return select(value.lowercased(), of: owner) }
        let sender = sender ?? .none
        let key = ConfigurationKey.named(name)
        guard key.owner == .everybody || sender == ids || sender == .none,
            mayWrite(key, sender), let accepted = key.content.accept(value)
        else { return }
        store(accepted, Slot(key: key.name, id: sender[key.owner]))
    }

    /// Notes what the firmware itself finds, under a key that no client may set.
    mutating func record(_ value: String, as name: String) {
        store(value, Slot(key: name, id: ""))
    }

    /// After power-on nobody is identified.
    mutating func reboot() {
        ids = .none
    }

    private func value(of key: ConfigurationKey, under ids: ConfigurationIDs) -> String? {
        let stored = values[Slot(key: key.name, id: ids[key.owner])]
        return stored ?? (ConfigurationKey.isKnown(key.name) ? key.standard : nil)
    }

    private func mayWrite(_ key: ConfigurationKey, _ sender: ConfigurationIDs) -> Bool {
        switch key.writer {
        case .anybody: true
        case .identified: sender[key.owner] != ConfigurationIDs.noID
        case .nobody: false
        }
    }

    private mutating func store(_ value: String, _ slot: Slot) {
        guard values[slot] != nil || values.count < Self.capacity else { return }
        values[slot] = value
    }

    /// A limit without a profile means that of the profile in use, indoor or outdoor.
    private func resolved(_ name: String) -> String {
        guard Self.profileLimits.contains(name) else { return name }
        let section = "control:"
        return section + (isOutdoor ? "outdoor_" : "indoor_") + name.dropFirst(section.count)
    }

    /// The limits that exist once for indoors and once for outdoors.
    static let profileLimits = [
        "control:euler_angle_max", "control:control_vz_max", "control:control_yaw",
    ]
}

/// Multi-config: who speaks from now on.
extension DroneConfiguration {
    static func ownerOfID(_ name: String) -> ConfigurationKey.Owner? {
        switch name {
        case "custom:session_id": .session
        case "custom:profile_id": .user
        case "custom:application_id": .application
        default: nil
        }
    }

    /// Takes an id into use, or deletes: "-id" the set of one id, "-all" those of every id.
    private mutating func select(_ text: String, of owner: ConfigurationKey.Owner) {
        if text == "-all" { return delete(stored(owner), of: owner) }
        if text.hasPrefix("-") { return delete([String(text.dropFirst())], of: owner) }
        guard ConfigurationIDs.isID(text) else { return }
        ids[owner] = text
        guard text != ConfigurationIDs.noID, !stored(owner).contains(text) else { return }
        storedIDs[owner, default: []].append(text)
        if stored(owner).count > Self.maxIDs, let oldest = stored(owner).first {
            delete([oldest], of: owner)
        }
    }

    /// Whoever loses the set in use goes on with the default one.
    private mutating func delete(_ gone: [String], of owner: ConfigurationKey.Owner) {
        let gone = gone.filter { $0 != ConfigurationIDs.noID }
        storedIDs[owner]?.removeAll { gone.contains($0) }
        if gone.contains(ids[owner]) { ids[owner] = ConfigurationIDs.noID }
        values = values.filter { slot, _ in
            ConfigurationKey.named(slot.key).owner != owner || !gone.contains(slot.id)
        }
    }
}
