import Core
import Values

/// A deployment that was allowed: it runs for a minute, and stays or is taken back.
struct DeploymentTrial {
    private static let lookEvery = Duration.seconds(1)
    /// To land, to end, to start: the unit's TimeoutStopSec= and RestartSec=, and parking.
    private static let restartLimit = Duration.seconds(120)
    /// Of a change that is not safe to take back, roost itself waits until it is.
    static let probationLimit = Duration.seconds(900)
    /// It may start its status late, or be asked while it is busy.
    private static let silenceLimit = Duration.seconds(15)

    let roost: RunningRoost
    let store: DeploymentStore
    let clock: any Scheduler
    let log: Log
    /// Waits for so long; whether the program is to end.
    let pause: (Duration) -> Bool

    /// `before` is how everything was when it was offered.
    func run(
        _ number: Int, _ offer: ConfigurationOffer, _ plan: ChangePlan, before: StatusReport
    ) throws(PlainError) -> DeploymentEnding {
        let restarts = plan.steps.contains { $0.effect == .restart }
        let fault =
            restarts ? try restart(number, before: before) : try apply(offer)
        guard let fault else {
            try store.keep(number)
            return .done
        }
        return .takenBack(fault)
    }

    /// Stopped, nothing is judged any more: `roost-stick rollback`, which the unit runs however this
    /// program ends, takes back what was only tried.
    private func wait() throws(PlainError) {
        guard !pause(Self.lookEvery) else { throw PlainError("roost-stick was stopped") }
    }

    // MARK: While it runs

    /// Roost judges it itself, and takes it back.
    ///
    /// - Returns: why it was taken back; `nil` where it stays.
    private func apply(_ offer: ConfigurationOffer) throws(PlainError) -> String? {
        let began = clock.now
        let old = try? roost.status().configuration?.lastRefusal
        _ = try roost.apply(offer)
        log.notice("applied; on probation")
        var heard = clock.now
        while clock.now < began + Self.probationLimit {
            try wait()
            guard let report = try? roost.status() else {
                guard clock.now < heard + Self.silenceLimit else { return "roost does not answer" }
                continue
            }
            heard = clock.now
            let elapsed = (clock.now - began).seconds
            // It began with what is in the file.
            guard report.uptimeSeconds > elapsed else { return "roost was started again meanwhile" }
            if let refusal = report.configuration?.lastRefusal, refusal.text != old?.text,
                refusal.ageSeconds <= elapsed
            {
                return refusal.text
            }
            if report.configuration?.probationSeconds == nil { return nil }
        }
        return "roost does not say that it stays"
    }

    // MARK: With a restart

    /// - Returns: why it was taken back; `nil` where it stays.
    private func restart(_ number: Int, before: StatusReport) throws(PlainError) -> String? {
        try store.tryOut(number)
        guard let fault = try trial(before: before) else { return nil }
        log.error("deployment \(number) is taken back: \(fault)")
        try store.takeBack()
        if let worse = try started() {
            return "\(fault); and the configuration before did not start either: \(worse)"
        }
        return fault
    }

    private func trial(before: StatusReport) throws(PlainError) -> String? {
        if let fault = try started() { return fault }
        let began = clock.now
        var (report, heard) = (try? roost.status(), clock.now)
        while clock.now < began + Supervisor.probation {
            try wait()
            if let news = try? roost.status() { (report, heard) = (news, clock.now) }
            guard clock.now < heard + Self.silenceLimit else { return "roost does not answer" }
            if let report, heard == clock.now, report.uptimeSeconds < (clock.now - began).seconds {
                return "roost was started again once more"
            }
        }
        // Drivers that are gone from the configuration are not missed.
        let decline = report.map {
            $0.decline(since: before, of: TouchedPlugins(), for: Supervisor.probation)
        }
        return decline ?? "roost does not answer"
    }

    /// - Returns: why it did not start; `nil` where it runs.
    private func started() throws(PlainError) -> String? {
        let began = clock.now
        try store.requestRestart()
        log.notice("the service is started again")
        while clock.now < began + Self.restartLimit {
            try wait()
            guard let report = try? roost.status() else { continue }
            let isNew = report.uptimeSeconds < (clock.now - began).seconds
            if isNew, report.phase == .running { return nil }
        }
        return "the service did not run within \(text(of: Self.restartLimit))"
    }
}
