/// Keys of the drone's configuration that a person may set.

extension ARDrone.ActionRules {
    /// Keys that are not set by hand, and why.
    private static let reserved: [(prefix: String, why: String)] = [
        ("custom:session_id", "that is the driver's own: see \"multi_config\""),
        ("custom:application_id", "that is the driver's own: see \"multi_config\""),
        ("custom:profile_id", "that is the driver's own: see \"multi_config\""),
        ("control:flight_anim", "that is something to do: roost drone animate"),
        ("userbox:userbox_cmd", "that is something to do: roost drone photograph"),
        ("leds:leds_anim", "that is something to do: roost drone led"),
        ("control:autonomous_flight", "the drone would move by itself"),
        ("control:flying_camera", "the drone would move by itself"),
        ("control:flying_mode", "the drone would ignore the sticks"),
        ("general:navdata", "the driver needs it: it would receive nothing any more"),
        ("network:wifi_mode", "the drone would leave the network in which it is spoken to"),
    ]

    private static let maxValueBytes = 128

    static func configure(
        _ key: String, _ value: String, _ view: ARDrone.ActionContext
    ) -> String? {
        if let (_, why) = reserved.first(where: { key.hasPrefix($0.prefix) }) {
            return "\(key) is not set by hand: \(why)"
        }
        let parts = key.split(separator: ":", omittingEmptySubsequences: false)
        let isName = parts.allSatisfy { part in
            !part.isEmpty && part.utf8.count <= 40
                && part.utf8.allSatisfy {
                    $0 == UInt8(ascii: "_") || (0x61...0x7A).contains($0)
                        || (0x30...0x39).contains($0)
                }
        }
        guard parts.count == 2, isName else {
            return "a key looks like control:altitude_max, found \"\(key.prefix(40))\""
        }
        guard ARDrone.isPlain(value), (1...maxValueBytes).contains(value.utf8.count) else {
            return
                "a value is 1 to \(maxValueBytes) plain letters, digits and signs, without quotes"
        }
        guard view.isGrounded else { return "keys are set on the ground only" }
        return busy(view)
    }
}
