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
    /// Well formed, but without effect here: lights, animations, calibration, start-up knocks.
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
enum ControlMode {
    static let none: Int32 = 0
    static let acknowledge: Int32 = 5
}

/// The arguments of `PCMD`, in the wire's own signs.
struct StickInput: Equatable, Sendable {
    struct Flags: OptionSet, Sendable {
        let rawValue: Int32

        /// Fly as the axes say; without it the drone hovers and ignores them.
        static let progressive = Flags(rawValue: 1 << 0)
    }

    let flags: Flags
    /// Each axis as a share of its configured limit. Roll: positive is to the right.
    let roll: Float
    /// Positive is nose up: backward.
    let pitch: Float
    /// Positive is up.
    let gaz: Float
    /// Positive is clockwise.
    let yaw: Float

    static let hover = StickInput(flags: [], roll: 0, pitch: 0, gaz: 0, yaw: 0)
}

/// Which session, user and application a `CONFIG` speaks for.
struct ConfigurationIDs: Equatable, Sendable {
    var session: String
    var user: String
    var application: String

    /// Who speaks when no ids were given.
    static let none = ConfigurationIDs(
        session: noID, user: noID, application: noID)

    private static let noID = "00000000"
}
