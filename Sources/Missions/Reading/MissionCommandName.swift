/// The commands by their names in MAVLink's common.xml (5005: development.xml), without `MAV_CMD_`.
enum MissionCommandName {
    static func text(of command: Int) -> String {
        names[command] ?? payload[command] ?? "command \(command)"
    }

    static let names = [
        16: "NAV_WAYPOINT", 17: "NAV_LOITER_UNLIM", 18: "NAV_LOITER_TURNS",
        19: "NAV_LOITER_TIME", 20: "NAV_RETURN_TO_LAUNCH", 21: "NAV_LAND", 22: "NAV_TAKEOFF",
        23: "NAV_LAND_LOCAL", 24: "NAV_TAKEOFF_LOCAL", 25: "NAV_FOLLOW",
        30: "NAV_CONTINUE_AND_CHANGE_ALT", 31: "NAV_LOITER_TO_ALT", 32: "DO_FOLLOW",
        80: "NAV_ROI", 81: "NAV_PATHPLANNING", 82: "NAV_SPLINE_WAYPOINT",
        84: "NAV_VTOL_TAKEOFF", 85: "NAV_VTOL_LAND", 92: "NAV_GUIDED_ENABLE", 93: "NAV_DELAY",
        94: "NAV_PAYLOAD_PLACE", 112: "CONDITION_DELAY", 113: "CONDITION_CHANGE_ALT",
        114: "CONDITION_DISTANCE", 115: "CONDITION_YAW", 176: "DO_SET_MODE", 177: "DO_JUMP",
        178: "DO_CHANGE_SPEED", 179: "DO_SET_HOME", 189: "DO_LAND_START",
        192: "DO_REPOSITION", 195: "DO_SET_ROI_LOCATION", 196: "DO_SET_ROI_WPNEXT_OFFSET",
        197: "DO_SET_ROI_NONE", 201: "DO_SET_ROI", 207: "DO_FENCE_ENABLE",
        208: "DO_PARACHUTE", 209: "DO_MOTOR_TEST", 210: "DO_INVERTED_FLIGHT",
        222: "DO_GUIDED_LIMITS", 3000: "DO_VTOL_TRANSITION", 5000: "NAV_FENCE_RETURN_POINT",
        5001: "NAV_FENCE_POLYGON_VERTEX_INCLUSION", 5002: "NAV_FENCE_POLYGON_VERTEX_EXCLUSION",
        5003: "NAV_FENCE_CIRCLE_INCLUSION", 5004: "NAV_FENCE_CIRCLE_EXCLUSION",
        5005: "NAV_FENCE_HOME_CIRCLE_INCLUSION", 5100: "NAV_RALLY_POINT",
    ]

    static func isFenceOrRally(_ command: Int) -> Bool { (5000...5100).contains(command) }

    /// What a load on the aircraft does: left out, path, time, height and speed stay the same.
    static let payload = [
        181: "DO_SET_RELAY", 182: "DO_REPEAT_RELAY", 183: "DO_SET_SERVO", 184: "DO_REPEAT_SERVO",
        202: "DO_DIGICAM_CONFIGURE", 204: "DO_MOUNT_CONFIGURE", 205: "DO_MOUNT_CONTROL",
        206: "DO_SET_CAM_TRIGG_DIST", 211: "DO_GRIPPER", 530: "SET_CAMERA_MODE",
        531: "SET_CAMERA_ZOOM", 532: "SET_CAMERA_FOCUS", 1000: "DO_GIMBAL_MANAGER_PITCHYAW",
        2000: "IMAGE_START_CAPTURE", 2001: "IMAGE_STOP_CAPTURE", 203: "DO_DIGICAM_CONTROL",
        2500: "VIDEO_START_CAPTURE", 2501: "VIDEO_STOP_CAPTURE",
    ]
}
