import Core
import Glibc
import Simulators
import Trials
import Values

/// The rows about a flight, flown by the twin against a simulated drone.
struct FlightRows {
    private static let landingLimit = Duration.seconds(90)
    private static let parkingLimit = Duration.seconds(30)
    /// Until it may take off: home settles for two minutes at most.
    private static let readyLimit = Duration.seconds(180)
    private static let afterStart = Duration.seconds(8)

    let twin: any Twin
    let pilot: String

    var all: [SelftestRow] {
        [
            SelftestRow("a bad configuration is applied in flight", "refused, and it flies on") {
                () throws(PlainError) in try badConfiguration()
            },
            SelftestRow("the drone is not heard of for 10 s", "it lands") {
                () throws(PlainError) in try landed(by: "outage 10s", cure: "clear")
            },
            SelftestRow("the position is lost", "it lands") {
                () throws(PlainError) in try landed(by: "gps off", cure: "gps on")
            },
            SelftestRow("the battery is at 5 %", "it lands") {
                () throws(PlainError) in try landed(by: "battery 5%", cure: "battery 95%")
            },
            SelftestRow("told to end in flight (SIGTERM)", "it lands first, and ends with 0") {
                () throws(PlainError) in try ended()
            },
            SelftestRow("killed in flight", "roost park lands it, and it stays down") {
                () throws(PlainError) in try killed(afterStanding: false)
            },
            SelftestRow(
                "hangs in flight, and the configuration is gone",
                "roost park lands it by its marker"
            ) {
                () throws(PlainError) in try killed(afterStanding: true)
            },
        ]
    }

    // MARK: The rows

    private func badConfiguration() throws(PlainError) -> String {
        try takeOff()
        let bad = try twin.write("{", as: "bad.json")
        let (code, text) = try twin.run("apply", bad)
        guard code == 10 else { throw PlainError("exit code \(code): \(text)") }
        twin.clock.sleep(for: .seconds(2))
        guard isUp else { throw PlainError("it flies no more: \(twin.reason(of: pilot))") }
        return "exit code 10; 2 s later it is still \(twin.drone.truth.phase)"
    }

    /// Something goes wrong in flight, and is put right on the ground.
    private func landed(by fault: String, cure: String) throws(PlainError) -> String {
        try takeOff()
        try apply(fault)
        let time = try waitForLanding(Self.landingLimit)
        let why = twin.code(of: pilot)
        try apply(cure)
        return "landed after \(Self.seconds(time)): \(why)"
    }

    private func ended() throws(PlainError) -> String {
        try takeOff()
        twin.send(SIGTERM)
        let code = try twin.waitForEnd(Self.landingLimit)
        guard !isUp else { throw PlainError("it left, and the drone is in the air") }
        guard code == 0 else { throw PlainError("exit code \(code)") }
        return "landed, exit code 0"
    }

    private func killed(afterStanding: Bool) throws(PlainError) -> String {
        try takeOff()
        if afterStanding {
            twin.send(SIGSTOP)
            unlink(twin.configuration)
            // As long as systemd's watchdog waits.
            twin.clock.sleep(for: .seconds(10))
        }
        twin.send(SIGKILL)
        _ = try twin.waitForEnd(.seconds(5))
        let began = twin.clock.now
        _ = try twin.park()
        try waitForLanding(Self.parkingLimit)
        let time = twin.clock.now - began
        try twin.start()
        twin.clock.sleep(for: Self.afterStart)
        guard twin.drone.truth.phase == .landed else {
            throw PlainError("it took off again: \(twin.reason(of: pilot))")
        }
        return "landed \(Self.seconds(time)) after roost park began; started again it stayed down"
    }

    // MARK: What they are made of

    private var isUp: Bool { [.flying, .hovering].contains(twin.drone.truth.phase) }

    private func takeOff() throws(PlainError) {
        if twin.status == nil { try twin.start() }
        guard !isUp else { return }
        var answer = ""
        try twin.wait("it may take off", Self.readyLimit, instead: { answer }) {
            let asked = try? twin.run("send", pilot, "takeoff")
            answer = asked?.text ?? ""
            return asked?.code == 0
        }
        try twin.wait("it flies", .seconds(30), instead: { twin.reason(of: pilot) }) { isUp }
    }

    @discardableResult
    private func waitForLanding(_ limit: Duration) throws(PlainError) -> Duration {
        try twin.wait("it has landed", limit, instead: { twin.reason(of: pilot) }) {
            twin.drone.truth.phase == .landed
        }
    }

    private func apply(_ fault: String) throws(PlainError) {
        for command in try FaultCommand.list(fault) { twin.drone.apply(command) }
    }

    private static func seconds(_ time: Duration) -> String {
        "\(fixedText(of: time.seconds, decimals: 1)) s"
    }
}
