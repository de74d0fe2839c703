import ARDrone

extension ARDrone.ControlState {
    /// "hovering: lost com"; the number where the protocol has no name for it.
    var inWords: String {
        guard Self.names.indices.contains(Int(major)) else {
            return "unknown state \(major), \(minor)"
        }
        let (name, minors) = Self.names[Int(major)]
        if minors.isEmpty, minor == 0 { return name }
        guard minors.indices.contains(Int(minor)) else { return "\(name): \(minor)" }
        return "\(name): \(minors[Int(minor)])"
    }

    /// The states by number, each with its minor ones, as the SDK counts them.
    private static let names: [(name: String, minors: [String])] = [
        ("default", []),
        ("init", []),
        ("landed", []),
        (
            "flying",
            [
                "ok", "lost alt", "lost alt go down", "alt out of zone", "combined yaw",
                "brake", "no vision",
            ]
        ),
        (
            "hovering",
            [
                "ok", "yaw", "yaw lost alt", "yaw lost alt go down", "alt out of zone",
                "yaw alt out of zone", "lost alt", "lost alt go down", "lost com",
                "lost com lost alt", "lost com too long", "lost com alt ok",
                "magneto calibration", "demo",
            ]
        ),
        ("test", []),
        ("taking off", ["ground", "auto"]),
        ("going to fix point", ["ok", "lost alt", "yaw"]),
        ("landing", ["closed loop", "open loop", "open loop fast"]),
        ("looping", ["impulsion", "open loop", "planned"]),
    ]
}
