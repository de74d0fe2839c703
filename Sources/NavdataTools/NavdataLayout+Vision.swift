import ARDrone

/// What the drone makes of its cameras' pictures.
extension NavdataLayout {
    static let visionRaw = Self(.init(11, size: 16), "vision_raw", F32(4, "t_raw", count: 3))

    static let visionOpticalFlow = Self(
        .init(12, size: 44), "vision_of",
        F32(4, "of_dx", "of_dy", count: 5))

    static let vision = Self(
        .init(13, size: 92), "vision",
        U32(4, "vision_state"),
        I32(8, "misc"),
        F32(12, "phi_trim", "phi_ref_prop", "theta_trim", "theta_ref_prop", in: .radians),
        I32(28, "new_raw_picture"),
        F32(32, "theta_capture", "phi_capture", "psi_capture"),
        I32(44, "altitude_capture", in: .millimetres),
        Clock(48, "time_capture", in: .seconds),
        F32(52, "body_v", in: .millimetresPerSecond, count: 3),
        F32(64, "delta", count: 3),
        U32(76, "gold_defined", "gold_reset"),
        F32(84, "gold", count: 2))

    static let visionPerformance = Self(
        .init(14, size: 108), "vision_perf",
        F32(
            4, "time_szo", "time_corners", "time_compute", "time_tracking", "time_trans",
            "time_update", in: .seconds),
        F32(28, "time_custom", count: 20))

    static let trackers = Self(
        .init(15, size: 364), "trackers_send",
        I32(4, "locked", in: .bool, count: 30),
        I32(124, "point_x", in: .pixels, count: 30, stride: 8),
        I32(128, "point_y", in: .pixels, count: 30, stride: 8))

    /// Up to four tags; places and sizes do not depend on the camera's resolution.
    static let visionDetect = Self(
        .init(16, size: 328), "vision_detect",
        U32(4, "nb_detected", in: .one),
        // The camera in the upper half, the kind of tag in the lower one.
        U32(8, "type", in: .bits, count: 4),
        U32(24, "xc", "yc", "width", "height", in: .perMille, count: 4),
        U32(88, "dist", in: .centimetres, count: 4),
        F32(104, "orientation_angle", in: .degrees, count: 4),
        F32(120, "rotation", count: 36),
        F32(264, "translation", count: 12),
        // 0 front, 1 vertical, 2 vertical with its other timing.
        U32(312, "camera_source", in: .one, count: 4))
}
