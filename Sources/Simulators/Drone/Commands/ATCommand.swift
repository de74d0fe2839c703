/// One command of the AT channel (UDP 5556), as far as the simulated firmware acts on it.
enum ATCommand: Equatable, Sendable {
    case ref(RefBits)
    /// `PCMD` and `PCMD_MAG`.
    case move(StickInput)
    case flatTrim
    case config(key: String, value: String)
    case configIDs(ConfigurationIDs)
    case resetWatchdog
    /// `CTRL`; see `ControlMode`.
    case control(mode: Int32)
    /// `CALIB`; 0 is the magnetometer, which is calibrated in flight.
    case calibrate(device: Int32)
    /// `ANIM`, the older form of `control:flight_anim`.
    case flightAnimation(FlightAnimation.Order)
    /// `LED`, the older form of `leds:leds_anim`.
    case lightAnimation(LightAnimation)
    /// Well formed, but without effect here: start-up knocks and engineering commands.
    case other(name: String)
}

/// A command with the number that orders it.
struct ATMessage: Equatable, Sendable {
    let sequence: Int32
    let command: ATCommand
}

/// The argument of `REF`.
struct RefBits: OptionSet, Sendable {
    let rawValue: Int32

    /// A toggle: its rising edge cuts the motors, or ends an emergency.
    static let emergency = RefBits(rawValue: 1 << 8)
    /// A level: set means take off or stay up, clear means land or stay down.
    static let takeOff = RefBits(rawValue: 1 << 9)
}

/// The modes of `CTRL` that the firmware reacts to here.
///
/// 1 to 3 (updates and logs of old) are taken and do nothing.
enum ControlMode {
    static let none: Int32 = 0
    static let sendConfiguration: Int32 = 4
    static let acknowledge: Int32 = 5
    static let sendIDs: Int32 = 6
}

/// The arguments of `PCMD`, in the wire's own signs.
struct StickInput: Equatable, Sendable {
    struct Flags: OptionSet, Sendable {
        let rawValue: Int32

        /// Fly as the axes say; without it the drone hovers and ignores them.
        static let progressive = Flags(rawValue: 1 << 0)
        /// Roll and yaw together, as a plane turns; needs `control:control_level` too.
        static let combinedYaw = Flags(rawValue: 1 << 1)
    }

    let flags: Flags
    /// Each axis as a share of its configured limit. Roll: positive is to the right.
    let roll: Float
    /// Positive is nose up: backward.
    let pitch: Float
    /// Positive is up.
    let climb: Float
    /// Positive is clockwise.
    let yaw: Float

    static let hover = StickInput(flags: [], roll: 0, pitch: 0, climb: 0, yaw: 0)
}
