import Core
import LinuxIO
import Trials
import Values

/// The rows about the real service, while all that it moves is at rest: what its unit and systemd have to do.
struct ServiceRows {
    /// systemd waits for two seconds, and drivers start.
    private static let restartLimit = Duration.seconds(60)
    private static let driverLimit = Duration.seconds(30)

    let unit: SystemdUnit
    let configuration: Configuration
    /// The service's own.
    let path: String
    let clock: any Scheduler
    let status: () -> StatusReport?

    /// First those that are refused where something is not at rest.
    var all: [SelftestRow] {
        configuration.drivers.map { driver in
            SelftestRow("\(driver.name) is started again", "the others go on, and it runs again") {
                () throws(PlainError) in try restarted(driver.name)
            }
        } + [
            SelftestRow("a bad configuration is applied", "refused, and the service goes on") {
                () throws(PlainError) in try badConfiguration()
            },
            SelftestRow("a second roost is started beside the service", "the second one refuses") {
                () throws(PlainError) in try second()
            },
            SelftestRow("the service is killed", "all is parked, and it is started again") {
                () throws(PlainError) in try ended(by: "KILL")
            },
            SelftestRow("the service hangs", "the watchdog ends it, and it is started again") {
                () throws(PlainError) in try ended(by: "STOP")
            },
            SelftestRow("the service is stopped and started", "it ends cleanly, and runs again") {
                () throws(PlainError) in try stopped()
            },
        ]
    }

    // MARK: The rows

    private func restarted(_ driver: String) throws(PlainError) -> String {
        let (code, text) = try unit.program("restart", driver)
        guard code == 0 else { throw PlainError(text) }
        let time = try wait("\(driver) runs", Self.driverLimit) {
            status()?.drivers.first { $0.name == driver }?.state == .running
        }
        return "ran again after \(Self.seconds(time))"
    }

    private func badConfiguration() throws(PlainError) -> String {
        let before = try unit.property("MainPID")
        let (code, text) = try unit.program("apply", "/dev/null")
        guard code == 10 else { throw PlainError("exit code \(code): \(text)") }
        guard try unit.property("MainPID") == before, status()?.phase == .running else {
            throw PlainError("the service did not go on")
        }
        return "exit code 10"
    }

    private func second() throws(PlainError) -> String {
        let user = try unit.property("User")
        let (code, text) = try unit.command(
            "/usr/sbin/runuser", ["-u", user, "--", unit.program, "run", path])
        guard code == 1, text.mentions("another roost is running") else {
            throw PlainError("exit code \(code): \(text)")
        }
        return "exit code 1"
    }

    /// By a signal that it cannot catch.
    private func ended(by signal: String) throws(PlainError) -> String {
        let (running, process) = (runningDrivers, try unit.property("MainPID"))
        try unit.control("kill", "--kill-whom=main", "--signal=\(signal)")
        var (now, parking) = (process, "it was not seen to end")
        let time = try wait("another process of the service", Self.restartLimit) {
            parking = endOfParking() ?? parking
            now = (try? unit.property("MainPID")) ?? process
            return now != process && now != "0"
        }
        guard parking.mentions("code=exited ; status=0 ") else {
            throw PlainError("roost park did not end well: \(parking)")
        }
        let ready = try wait("all drivers that ran run again", Self.restartLimit) {
            running.isSubset(of: runningDrivers)
        }
        return "started again after \(Self.seconds(time)), all as before after "
            + Self.seconds(time + ready)
    }

    /// As systemctl show tells it: "{ path=/usr/bin/roost ; ... ; code=exited ; status=0 }". While it has not ended the
    /// code is "(null)", and again as soon as systemd starts the service anew.
    private func endOfParking() -> String? {
        guard let parking = try? unit.property("ExecStopPost"), !parking.mentions("code=(null)")
        else { return nil }
        return parking
    }

    private func stopped() throws(PlainError) -> String {
        let running = runningDrivers
        let began = clock.now
        try unit.control("stop")
        let time = clock.now - began
        let result = try unit.property("Result")
        guard result == "success" else {
            throw PlainError("it ended with \(result) after \(Self.seconds(time))")
        }
        try unit.control("start")
        try wait("all drivers that ran run again", Self.restartLimit) {
            running.isSubset(of: runningDrivers)
        }
        return "ended cleanly after \(Self.seconds(time))"
    }

    // MARK: What they are made of

    private var runningDrivers: Set<String> {
        Set(status()?.drivers.filter { $0.state == .running }.map(\.name) ?? [])
    }

    @discardableResult
    private func wait(
        _ what: String, _ limit: Duration, until isTrue: () -> Bool
    ) throws(PlainError) -> Duration {
        let began = clock.now
        while !isTrue() {
            guard clock.now < began + limit else {
                throw PlainError("not within \(Values.text(of: limit)): \(what)")
            }
            clock.sleep(for: .milliseconds(200))
        }
        return clock.now - began
    }

    private static func seconds(_ time: Duration) -> String {
        "\(fixedText(of: time.seconds, decimals: 1)) s"
    }
}
