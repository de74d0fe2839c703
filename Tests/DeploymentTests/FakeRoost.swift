import Glibc
import JSON
import TestSupport
import Values

@testable import Core
@testable import Deployment

/// A roost, systemd and a person, as a deployment meets them: what is asked, and what happens while it waits.
final class FakeRoost {
    let clock = ManualScheduler(now: Instant(nanoseconds: 1_000_000_000_000))
    let stick: TestStick
    let log = MemoryLog()

    /// What another configuration would change.
    var steps = [
        ChangePlan.Step(
            part: .policy, name: "door", changes: ["light_band: 10 % -> 12 %"], effect: .nextStep,
            effectText: "from its next step on",
            obstacle: nil)
    ]
    var planFault: String?
    /// What becomes of an offer, so long after it.
    var answer: (state: String, after: Duration)? = ("accepted", .seconds(3))
    /// Done once, so long after the beginning.
    var incidents: [(at: Duration, what: () -> Void)] = []
    var hasPanel = true
    var refusal: ConfigurationReport.Refusal?
    var drivers: [(name: String, state: DriverReport.State)] = [("bolt", .running)]
    /// Those that do not come up with the new configuration.
    var lostWithNew: Set<String> = []
    var isSilent = false
    var startsNew = true
    /// The program is to end: it waits for nothing any more.
    var isStopped = false

    private(set) var told: [String] = []
    private(set) var applied: [String] = []
    private(set) var starts: [String] = []
    private(set) var withdrawn = 0
    private var offer: (number: JSONValue, at: Instant)?
    private var startedAt: Instant
    /// Of a change that somebody has made, or a deployment.
    var probationEnd: Instant?
    private let began: Instant
    private var running: String

    init() throws {
        stick = try TestStick()
        try stick.adopt()
        startedAt = clock.now - .seconds(100)
        began = clock.now
        running = stick.served ?? ""
    }

    /// Deploys what is on the stick.
    func deploy(machine: String = "garden") throws -> DeploymentEnding {
        StickDeployment(
            try stick.settings(machine: machine), key: try TestStick.key(), roost: roost,
            clock: clock, log: Log(log, source: "stick"), pause: pause
        ).run()
    }

    private var roost: RunningRoost {
        RunningRoost(
            status: { [self] () throws(PlainError) in try status() },
            plan: { [self] _ throws(PlainError) in
                if let planFault { throw PlainError(planFault) }
                return try plan()
            },
            apply: { [self] offer throws(PlainError) in
                applied.append(offer.text)
                probationEnd = clock.now + .seconds(60)
                return try plan()
            },
            send: { [self] request, arguments throws(PlainError) in
                guard hasPanel else {
                    throw PlainError("nothing here takes a request \"\(request)\"")
                }
                take(request, arguments)
            })
    }

    private func plan() throws(PlainError) -> ChangePlan {
        guard let json = JSONValue(encoding: ["steps": steps]),
            let plan = try? json.decode(as: ChangePlan.self)
        else { throw PlainError("the test has a plan that is none") }
        return plan
    }

    private func take(_ request: String, _ arguments: [String: JSONValue]) {
        switch request {
        case "offer": offer = (arguments["number"] ?? .null, clock.now)
        case "withdraw": withdrawn += 1
        default: break
        }
        told.append("\(request) \(JSONValue.object(arguments).line)")
    }

    /// Time passes, and systemd looks at what was asked for.
    private func pause(_ time: Duration) -> Bool {
        clock.sleep(for: time)
        while let next = incidents.first, clock.now >= began + next.at {
            incidents.removeFirst()
            next.what()
        }
        if let end = probationEnd, clock.now >= end { probationEnd = nil }
        let request = "\(stick.path)/run/restart"
        if access(request, F_OK) == 0 {
            unlink(request)
            running = stick.served ?? "nothing"
            starts.append(running)
            startedAt = clock.now + .seconds(7)
        }
        return isStopped
    }

    func restart() { startedAt = clock.now }
    func forget() { offer = nil }

    private func status() throws(PlainError) -> StatusReport {
        let isNew = running.contains("new")
        guard clock.now >= startedAt, !isSilent, startsNew || !isNew else {
            throw PlainError("no roost is running")
        }
        return StatusReport(
            schema: 1, name: "roost", version: "", phase: .running,
            uptimeSeconds: (clock.now - startedAt).seconds,
            configuration: ConfigurationReport(
                ageSeconds: 1, appliedBy: nil,
                probationSeconds: probationEnd.map { ($0 - clock.now).seconds },
                lastRefusal: refusal, kept: nil, notKept: nil),
            drivers: drivers.map { driver in
                report(
                    driver.name,
                    isNew && lostWithNew.contains(driver.name) ? .backoff : driver.state)
            }, policies: hasPanel ? [panel] : [])
    }

    private func report(_ name: String, _ state: DriverReport.State) -> DriverReport {
        DriverReport(
            name: name, driver: "servo", state: state, runningSeconds: nil, retryInSeconds: nil,
            restarts: 0, lastError: nil, sources: [:], diagnostics: [])
    }

    private var panel: PolicyReport {
        var details: [String: JSONValue] = ["state": "idle"]
        if let offer {
            details["number"] = offer.number
            let isAnswered = answer.map { clock.now >= offer.at + $0.after } ?? false
            details["state"] = .string(isAnswered ? answer?.state ?? "" : "offered")
        }
        return PolicyReport(
            name: "stick", policy: "panel", reason: nil, details: .object(details),
            inputs: [:], outputs: [:], periodMilliseconds: 100, ticks: 1, skippedTicks: 0,
            sinceLastTickSeconds: 0, lateness: DurationReport(DurationHistogram()),
            stepTime: DurationReport(DurationHistogram()), hangs: nil, hangsForSeconds: nil,
            isGivenUp: nil, uses: nil, shadows: nil)
    }
}
