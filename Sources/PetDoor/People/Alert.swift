import Core
import PolicyKit
import Settings
import Values

extension PetDoor {
    package typealias Alert = PolicyKit.Alert<AlertKind>
    typealias AlertCauses = PolicyKit.AlertCauses<AlertKind>
    typealias AlertBook = PolicyKit.AlertBook<AlertKind>

    /// What people are told of, whatever the door does about it. Their numbers are bits of `AlertCauses`.
    package enum AlertKind: Int, PolicyKit.AlertKind {
        case stuckOut, doesNotLock, latchSwitch, flapSwitch, sensorDoubt, tooManyMoves
        case lockedTooLong, petOverdue, petShutOut, clockNotSet
        case fire, fireContact, knock, icing, lightAndSun
        case flapStaysOpen, tunnelStaysBusy, tagReader, changeUndone, petWaits

        package var code: String {
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
            case .petWaits: "pet-waits"
            }
        }

        package var severity: Severity {
            switch self {
            case .stuckOut, .lockedTooLong, .petShutOut, .fire, .petWaits: .alarm
            case .knock, .icing: .info
            case .doesNotLock, .latchSwitch, .flapSwitch, .sensorDoubt, .tooManyMoves,
                .petOverdue, .clockNotSet, .fireContact, .lightAndSun, .flapStaysOpen,
                .tunnelStaysBusy, .tagReader, .changeUndone:
                .warning
            }
        }

        package var endsByAWord: Bool {
            switch self {
            case .fire, .changeUndone: true
            default: false
            }
        }

        /// People hear of each fire, and of each pet that is kept waiting.
        package var isToldEachTime: Bool { self == .fire || self == .petWaits }

        /// What a start or a plug that is touched does is nothing to tell.
        package var minimumDuration: Duration {
            switch self {
            case .latchSwitch, .flapSwitch, .sensorDoubt, .clockNotSet, .fireContact: .seconds(60)
            // A driver that looks for its device again and again finds it within a minute.
            case .tagReader: .seconds(300)
            case .stuckOut, .doesNotLock, .tooManyMoves, .lockedTooLong, .petOverdue, .petShutOut,
                .fire, .knock, .icing, .lightAndSun, .flapStaysOpen, .tunnelStaysBusy,
                .changeUndone, .petWaits:
                .zero
            }
        }
    }
}
