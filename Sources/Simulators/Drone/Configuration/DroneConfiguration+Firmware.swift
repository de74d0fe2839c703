import Values

/// The values that the simulated firmware itself goes by.
extension DroneConfiguration {
    static let navdataDemoKey = "general:navdata_demo"
    static let flightAnimationKey = "control:flight_anim"
    static let lightAnimationKey = "leds:leds_anim"
    static let userBoxKey = "userbox:userbox_cmd"
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

    var isVideoOn: Bool { self["general:video_enable"] == "TRUE" }

    var isVisionOn: Bool { self["general:vision_enable"] == "TRUE" }

    var framesPerSecond: Double { number("video:codec_fps") }

    var kilobitsPerSecond: UInt32 { UInt32(number("video:bitrate")) }

    /// What the cameras look for.
    var detectionType: UInt32 { UInt32(number("detect:detect_type")) }

    /// Whether a stick that asks for combined yaw gets it (bit 1 of `control:control_level`).
    var allowsCombinedYaw: Bool { Int(number("control:control_level")) & 2 != 0 }

    /// Whether it hovers over a roundel by itself (`control:flying_mode`).
    var isStickOff: Bool { number("control:flying_mode") != 0 }

    var flightLimits: FlightLimits {
        let ceiling = number("control:altitude_max")
        return FlightLimits(
            tilt: .radians(number("control:euler_angle_max")),
            climbMetresPerSecond: number("control:control_vz_max") / 1000,
            yawRadiansPerSecond: number("control:control_yaw"),
            minMetres: number("control:altitude_min") / 1000,
            maxMetres: ceiling == Self.unlimited ? .infinity : ceiling / 1000)
    }

    private func number(_ key: String) -> Double {
        self[key].flatMap(Double.init) ?? 0
    }
}
