import Core
import Glibc
import JSON
import LinuxIO
import Simulators
import Trials
import Values

/// The rows about a pet door, with the twin's bolt in a simulated house.
struct DoorRows {
    private static let moveLimit = Duration.seconds(15)
    /// After its flap was open, or its last program ended soon after a move, a door locks only a minute later.
    private static let lockLimit = Duration.seconds(150)
    /// Three tries, and the way back.
    private static let jamLimit = Duration.seconds(60)

    let twin: any Twin
    let door: String
    /// Whether it looks at a switch at the flap.
    let hasFlapSwitch: Bool

    var all: [SelftestRow] {
        let flap =
            hasFlapSwitch
            ? [
                SelftestRow("asked to lock while the flap is open", "the bolt stays back") {
                    () throws(PlainError) in try flapOpen()
                }
            ] : []
        // The flap last: a door whose flap was open after a start locks a minute later.
        return [
            SelftestRow(
                "asked to lock and to unlock", "the bolt goes there, and its switch says so"
            ) {
                () throws(PlainError) in try thereAndBack()
            },
            SelftestRow("the bolt does not go out", "it is drawn back, and told") {
                () throws(PlainError) in try jammed()
            },
            SelftestRow("told to end while locked (SIGTERM)", "the bolt is drawn back; ends with 0")
            {
                () throws(PlainError) in try ended()
            },
            SelftestRow("killed while locked", "roost park draws the bolt back") {
                () throws(PlainError) in try killed()
            },
        ] + flap
    }

    // MARK: The rows

    private func flapOpen() throws(PlainError) -> String {
        try begin()
        try setFlap(isShut: false)
        _ = try twin.run("send", door, "lock")
        twin.clock.sleep(for: .seconds(5))
        let position = twin.house.truth.boltPosition
        let why = twin.reason(of: door)
        _ = try twin.run("send", door, "unlock")
        try setFlap(isShut: true)
        guard position < 0.02 else { throw PlainError("the bolt went out: \(why)") }
        return "5 s after it was asked the bolt was back: \(why)"
    }

    private func thereAndBack() throws(PlainError) -> String {
        try begin()
        try lock()
        let (code, text) = try twin.run("send", door, "unlock")
        guard code == 0 else { throw PlainError(text) }
        let time = try waitForBoltBack()
        return "out, and back \(Self.seconds(time)) after it was asked"
    }

    private func jammed() throws(PlainError) -> String {
        try begin()
        twin.house.injectFaults { $0.isLatchJammed = true }
        _ = try twin.run("send", door, "lock")
        let time = try twin.wait(
            "it says that the bolt is jammed", Self.jamLimit, instead: { twin.reason(of: door) }
        ) {
            state == "jammed"
        }
        let why = twin.reason(of: door)
        twin.house.injectFaults { $0.isLatchJammed = false }
        try waitForBoltBack()
        _ = try twin.run("send", door, "unlock")
        return "told after \(Self.seconds(time)): \(why)"
    }

    private func ended() throws(PlainError) -> String {
        try begin()
        try lock()
        twin.send(SIGTERM)
        let code = try twin.waitForEnd(.seconds(45))
        let time = try waitForBoltBack(orElse: "safe_angle")
        guard code == 0 else { throw PlainError("exit code \(code)") }
        return "back \(Self.seconds(time)) after the end, exit code 0"
    }

    private func killed() throws(PlainError) -> String {
        try begin()
        try lock()
        twin.send(SIGKILL)
        _ = try twin.waitForEnd(.seconds(5))
        _ = try twin.park()
        let time = try waitForBoltBack(orElse: "safe_angle")
        return "back \(Self.seconds(time)) after roost park had ended"
    }

    // MARK: What they are made of

    /// Also after a row that has left the bolt out.
    private func begin() throws(PlainError) {
        if twin.status == nil { try twin.start() }
        if twin.house.truth.boltPosition > 0.02 { _ = try twin.run("send", door, "unlock") }
        try twin.wait("the bolt is back", Self.moveLimit, instead: { twin.reason(of: door) }) {
            twin.house.truth.boltPosition < 0.02
        }
    }

    /// Returns when the door itself says that it is locked.
    private func lock() throws(PlainError) {
        let (code, text) = try twin.run("send", door, "lock")
        guard code == 0 else { throw PlainError(text) }
        try twin.wait("the bolt is out", Self.lockLimit, instead: { twin.reason(of: door) }) {
            twin.house.truth.boltPosition > 0.95 && state == "locked"
        }
    }

    /// As the details of the door have it.
    private var state: String? {
        let details = twin.status?.policies.first { $0.name == door }?.details
        guard case .string(let state)? = details?["state"] else { return nil }
        return state
    }

    @discardableResult
    private func waitForBoltBack(orElse key: String? = nil) throws(PlainError) -> Duration {
        let hint = key.map { "the bolt stays out: set \($0) of its servo" }
        return try twin.wait(
            "the bolt is back", Self.moveLimit, instead: { hint ?? twin.reason(of: door) }
        ) { twin.house.truth.boltPosition < 0.02 }
    }

    private func setFlap(isShut: Bool) throws(PlainError) {
        try mapped(to: { PlainError("the simulated flap: \($0)") }) { () throws(IOError) in
            try replaceValue(isShut ? "1\n" : "0\n")
        }
    }

    private func replaceValue(_ text: String) throws(IOError) {
        try FileDescriptor(
            open: "\(twin.sysfs)/class/gpio/gpio27/value", O_WRONLY | O_TRUNC
        ).writeAtOnce(Array(text.utf8))
    }

    private static func seconds(_ time: Duration) -> String {
        "\(fixedText(of: time.seconds, decimals: 1)) s"
    }
}
