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

    private var values: [Slot: String] = [:]
    private(set) var ids = ConfigurationIDs.none

    /// The text of a key as it holds now: what was set under the present id, or its default.
    subscript(key: String) -> String? {
        let key = resolved(key)
        return values[slot(key, ids)] ?? ConfigurationKey.all[key]?.standard
    }

    /// Takes a `CONFIG`. What may not be set, or not so, stays as it was: the firmware
    /// acknowledges it all the same. `speaker` is the `CONFIG_IDS` directly before it, if any.
    mutating func set(_ key: String, to value: String, by speaker: ConfigurationIDs?) {
        let key = resolved(key.lowercased())
        if setID(key, value) { return }
        let speaker = speaker ?? .none
        let known = ConfigurationKey.all[key] ?? .unknown
        guard known.owner == .everybody || speaker == ids || speaker == .none,
            !known.needsID || speaker != .none,
            let accepted = known.content.accept(value)
        else { return }
        let slot = slot(key, speaker)
        guard values[slot] != nil || values.count < Self.capacity else { return }
        values[slot] = accepted
    }

    /// After power-on nobody is identified.
    mutating func reboot() {
        ids = .none
    }

    /// The three keys that say who speaks from now on.
    private mutating func setID(_ key: String, _ value: String) -> Bool {
        let id = value.lowercased()
        // "-id" asks to delete what an id had stored; that changes nothing for the one in use.
        let isDeletion = id.hasPrefix("-")
        switch key {
        case "custom:session_id": if !isDeletion { ids.session = id }
        case "custom:profile_id": if !isDeletion { ids.user = id }
        case "custom:application_id": if !isDeletion { ids.application = id }
        default: return false
        }
        return true
    }

    private func slot(_ key: String, _ ids: ConfigurationIDs) -> Slot {
        switch (ConfigurationKey.all[key] ?? .unknown).owner {
        case .everybody: Slot(key: key, id: "")
        case .session: Slot(key: key, id: ids.session)
        case .user: Slot(key: key, id: ids.user)
        case .application: Slot(key: key, id: ids.application)
        }
    }

    /// A limit without a profile means that of the profile in use, indoor or outdoor.
    private func resolved(_ key: String) -> String {
        let section = "control:"
        guard
            ["euler_angle_max", "control_vz_max", "control_yaw"].contains(where: {
                key == section + $0
            })
        else { return key }
        return section + (isOutdoor ? "outdoor_" : "indoor_") + key.dropFirst(section.count)
    }
}

/// The values that the simulated firmware itself goes by.
extension DroneConfiguration {
    static let navdataDemoKey = "general:navdata_demo"
    /// The `control:altitude_max` that stands for none.
    private static let unlimited = 100_000.0

    /// Whether navigation data come reduced, 15 times a second.
    var isNavdataReduced: Bool { self[Self.navdataDemoKey] == "TRUE" }

    /// Which options a reduced packet carries, one bit a tag.
    var navdataOptions: UInt32 {
        self["general:navdata_options"].flatMap(Int64.init).map(UInt32.init(truncatingIfNeeded:))
            ?? 0
    }

    /// How long without a command until communication counts as lost.
    var communicationLimit: Duration { .seconds(number("general:com_watchdog")) }

    var isOutdoor: Bool { self["control:outdoor"] == "TRUE" }

    var flightLimits: FlightLimits {
        let ceiling = number("control:altitude_max")
        return FlightLimits(
            tilt: .radians(number("control:euler_angle_max")),
            climbMetresPerSecond: number("control:control_vz_max") / 1000,
            yawRadiansPerSecond: number("control:control_yaw"),
            lowestMetres: number("control:altitude_min") / 1000,
            highestMetres: ceiling == Self.unlimited ? .infinity : ceiling / 1000)
    }

    private func number(_ key: String) -> Double {
        self[key].flatMap(Double.init) ?? 0
    }
}
