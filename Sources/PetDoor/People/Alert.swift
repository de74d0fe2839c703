import Core
import Devices
import Settings

extension PetDoor {
    /// How soon somebody should look.
    package enum Severity: String, Codable, CaseIterable, Sendable {
        /// Good to know.
        case info
        /// It works less well than it could: look at it in the next days.
        case warning
        /// An animal may be shut out, or in: look at once.
        case alarm
    }

    /// What people are told of, whatever the door does about it. Their numbers are bits of `AlertCauses`.
    package enum AlertKind: Int, CaseIterable, CodedAsText, Sendable {
        case stuckOut, doesNotLock, latchSwitch, flapSwitch, sensorDoubt, tooManyMoves
        case lockedTooLong, petOverdue, petShutOut, clockNotSet
        case fire, fireContact, knock, icing, lightAndSun
        case flapStaysOpen, tunnelStaysBusy, tagReader, changeUndone

        var code: String {
            switch self {
            case .stuckOut: "bolt-stuck-out"
            case .doesNotLock: "bolt-does-not-lock"
            case .latchSwitch: "latch-switch"
            case .flapSwitch: "flap-switch"
            case .sensorDoubt: "sensor-doubt"
            case .tooManyMoves: "too-many-moves"
            case .lockedTooLong: "locked-too-long"
            case .petOverdue: "pet-overdue"
            case .petShutOut: "pet-shut-out"
            case .clockNotSet: "clock-not-set"
            case .fire: "fire"
            case .fireContact: "fire-contact"
            case .knock: "knock"
            case .icing: "icing"
            case .lightAndSun: "light-and-sun"
            case .flapStaysOpen: "flap-stays-open"
            case .tunnelStaysBusy: "tunnel-stays-busy"
            case .tagReader: "tag-reader"
            case .changeUndone: "change-undone"
            }
        }

        package init?(_ code: String) {
            guard let kind = Self.allCases.first(where: { $0.code == code }) else { return nil }
            self = kind
        }

        package var description: String { code }

        package var severity: Severity {
            switch self {
            case .stuckOut, .lockedTooLong, .petShutOut, .fire: .alarm
            case .knock, .icing: .info
            case .doesNotLock, .latchSwitch, .flapSwitch, .sensorDoubt, .tooManyMoves,
                .petOverdue, .clockNotSet, .fireContact, .lightAndSun, .flapStaysOpen,
                .tunnelStaysBusy, .tagReader, .changeUndone:
                .warning
            }
        }

        /// Whether it is over as soon as a person says so, and only then.
        var endsByAWord: Bool {
            switch self {
            case .fire, .changeUndone: true
            default: false
            }
        }

        /// It is told when it has lasted so long, with breaks no longer than that: what a start or a
        /// plug that is touched does is nothing to tell.
        var minimumDuration: Duration {
            switch self {
            case .latchSwitch, .flapSwitch, .sensorDoubt, .clockNotSet, .fireContact: .seconds(60)
            // A driver that looks for its device again and again finds it within a minute.
            case .tagReader: .seconds(300)
            case .stuckOut, .doesNotLock, .tooManyMoves, .lockedTooLong, .petOverdue, .petShutOut,
                .fire, .knock, .icing, .lightAndSun, .flapStaysOpen, .tunnelStaysBusy,
                .changeUndone:
                .zero
            }
        }
    }

    /// Which causes there are in a step.
    struct AlertCauses: Equatable, Sendable {
        private(set) var bits: UInt32 = 0

        mutating func note(_ kind: AlertKind, _ holds: Bool) {
            if holds { bits |= 1 << UInt32(kind.rawValue) }
        }

        func has(_ kind: AlertKind) -> Bool { bits & 1 << UInt32(kind.rawValue) != 0 }
    }

    /// One that began, with all that is known of its kind.
    package struct Alert: Codable, Equatable, Sendable, CustomStringConvertible {
        package let kind: AlertKind
        /// How often it began, told or not.
        package let count: Int
        /// When it first and last began; `nil` while the clock could not be believed.
        package let first: WallTime?
        package let last: WallTime?
        package let isStanding: Bool

        package var code: String { kind.code }
        package var severity: Severity { kind.severity }

        /// "alarm bolt-stuck-out, 3 times, last on 2026-01-07 06:12:00 +01:00"
        package var description: String {
            "\(severity.rawValue) \(code)" + (count > 1 ? ", \(count) times" : "")
                + (last.map { ", \(count > 1 ? "last " : "")on \($0)" } ?? "")
                + (count > 1 ? first.map { ", first on \($0)" } ?? "" : "")
        }
    }

    /// How often people are told.
    struct AlertSettings: Sendable {
        let holdOff: Duration
        let interval: Duration

        init(_ read: SettingsReader) {
            holdOff = read(
                "alert_hold_off", .duration(.zero ... .seconds(86400)), default: .seconds(600),
                "How long the cause of an alert must be gone before it is over.", protects: .nothing
            )
            interval = read(
                "alert_interval", .duration(.zero ... .seconds(604_800)),
                default: .seconds(86400),
                "How long the same alert is not sent again; it is counted meanwhile.",
                protects: .nothing)
        }
    }
}
