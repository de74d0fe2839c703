extension ConfigurationError {
    /// What kind of mistake it is, in a word that stays the same from release to release: scripts may
    /// look for it, and `roost explain` tells about it.
    package enum Code: String, CaseIterable, Sendable {
        case notJSON = "not-json"
        case unknownKey = "unknown-key"
        case missingKey = "missing-key"
        case wrongValue = "wrong-value"
        case missingUnit = "missing-unit"
        case unknownUnit = "unknown-unit"
        case outOfRange = "out-of-range"
        case unknownName = "unknown-name"
        case badName = "bad-name"
        case wrongPort = "wrong-port"
        case alreadyClaimed = "already-claimed"
        case beyondLimits = "beyond-limits"
        case startCircle = "start-circle"
        case unreadableFile = "unreadable-file"
        case conflict
    }
}
