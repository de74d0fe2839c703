import Core
import JSON
import Simulators
import Threads
import Trials
import Values

/// One flight in virtual time: the policy as the supervisor connects it, the driver's decisions and
/// the world, each in its own period.
package struct FlightTrial {
    /// What a log has of each step of the policy.
    package struct Moment {
        package let time: Duration
        package let world: FlightWorld
        package let fix: Fix?
        package let command: FlightCommand?
        package let reason: ReasonReport?
    }

    private static let began = Instant(nanoseconds: 1_000_000_000_000)
    /// `command_every` of the driver.
    private static let driverPeriod = Duration.milliseconds(30)
    /// When the take-off is asked for, and how often it is asked again where it is refused.
    private static let askAfter = Duration.seconds(2)
    private static let askAgain = Duration.seconds(1)
    /// It counts as landed when it has stood for so long.
    private static let standing = Duration.seconds(1)
    private static let noTakeOffAfter = Duration.seconds(60)
    private static let takeOff = "takeoff"
    /// How often a telephone tells where it is.
    private static let tellEvery = Duration.seconds(1)
    private static let maxTime = Duration.seconds(900)

    private let setup: TrialSetup
    private let plan: TrialPlan
    private let scheduler = ManualScheduler(now: began)
    private let policy: any PolicyInstance
    private let connections: PortConnections
    private let broker: RequestBroker
    /// Take-offs that were asked for and granted.
    private let takeOffsAsked = Locked(0)
    private var world: FlightWorld
    private var driver: TrialDriver
    private var rules: TrialRules
    private var faults: TrialFaults
    private var leader: TrialLeader?
    private var result: FlightResult
    private var steppedAt: Instant?
    private var policyDue = began
    private var driverDue = began
    private var askDue = began + askAfter
    private var tellDue = began
    /// What the drone has sent that was not read yet.
    private var heard: [FlightTelemetry] = []
    private var tookOffAt: Instant?
    private var landedAt: Instant?
    private var lastPlace = PlaneVector.zero

    /// - Throws: that a port is not connected to what it carries.
    package init(_ plan: TrialPlan, _ setup: TrialSetup) throws(PlainError) {
        self.setup = setup
        self.plan = plan
        let table = ConnectionTable(drivers: setup.drivers, at: Self.began)
        let log = Log(NoLog(), source: "trial")
        let (policy, requests) = try setup.pilot.instance(
            in: table, scheduler: scheduler, log: log)
        self.policy = policy
        connections = table.connections(of: setup.pilot)
        broker = RequestBroker(
            [RequestBroker.Target(name: setup.pilot.name, queue: requests)], scheduler: scheduler,
            log: log)
        world = FlightWorld(setup.configured(plan.conditions), seed: plan.seed, at: Self.began)
        driver = TrialDriver(
            table.connections(of: setup.drone), setup.driverSettings, at: Self.began)
        rules = TrialRules(setup.limits, lease: setup.pilot.lease, from: Self.began)
        faults = TrialFaults(plan.scene.events + plan.faults)
        leader = plan.scene.hasLeader ? TrialLeader(seed: plan.seed &+ 1) : nil
        result = FlightResult(number: plan.number, plan.scene)
        result.faults = plan.faults.map { "\($0)" }
    }

    /// Flies it to its end, and shows each step of the policy to `observe`.
    package mutating func fly(_ observe: (Moment) -> Void = { _ in }) -> FlightResult {
        fly(changing: { _ in nil }, observe)
    }

    /// The same where `setup` is asked before each step whether the policy is to go on as that of another one.
    package mutating func fly(
        changing setup: (_ time: Duration) -> TrialSetup?, _ observe: (Moment) -> Void
    ) -> FlightResult {
        var secondDue = Self.began
        while !isOver {
            if let telemetry = world.step() { heard.append(telemetry) }
            let now = world.now
            if let tookOffAt { apply(faults.due(at: now, since: tookOffAt)) }
            if !faults.isStanding(at: now) { runDue(setup, observe) }
            follow(isSecond: now >= secondDue)
            if now >= secondDue { secondDue = secondDue + .seconds(1) }
        }
        return finished
    }

    private var isOver: Bool {
        let time = world.now - Self.began
        if let landedAt { return world.now - landedAt >= Self.standing }
        return time >= Self.maxTime || tookOffAt == nil && time >= Self.noTakeOffAfter
    }

    // MARK: What is due

    private mutating func runDue(
        _ other: (Duration) -> TrialSetup?, _ observe: (Moment) -> Void
    ) {
        let now = world.now
        for telemetry in heard { receive(telemetry) }
        heard.removeAll(keepingCapacity: true)
        if now >= askDue, tookOffAt == nil {
            askDue = now + Self.askAgain
            ask(Self.takeOff)
        }
        leader?.step(FlightWorld.period.seconds)
        if now >= tellDue {
            tellDue = now + Self.tellEvery
            tell()
        }
        if now >= policyDue {
            // Those that have passed meanwhile are skipped.
            while policyDue <= now { policyDue = policyDue + setup.pilot.period }
            if let other = other(now - Self.began) { change(to: other.pilot) }
            if !faults.isStalled { step(observe) }
        }
        if now >= driverDue {
            while driverDue <= now { driverDue = driverDue + Self.driverPeriod }
            command()
        }
    }

    /// As `roost apply` does it, between two steps.
    private mutating func change(to entry: PolicyEntry) {
        do throws(PlainError) {
            try policy.change(to: entry, at: connections) { () throws(PlainError) in }
            result.changes += 1
        } catch {
            result.refusedChanges.append(error.description)
        }
    }

    private mutating func receive(_ telemetry: FlightTelemetry) {
        let before = driver.fixHeardAt
        driver.receive(telemetry, at: world.now)
        if driver.fixHeardAt != before, !world.isReceiverStuck {
            rules.receiverMeasured(world.place, at: world.now)
        }
    }

    private mutating func step(_ observe: (Moment) -> Void) {
        let now = world.now
        scheduler.advance(by: now - scheduler.now)
        let summary = policy.step(at: now, lease: setup.pilot.lease)
        steppedAt = now
        rules.check(
            driver.lastCommand, driver, world, reason: policy.latest?.code,
            isLeaderFarOff: leader?.isFarOff ?? false)
        if summary?.reasonChanged == true, let latest = policy.latest {
            result.outcome = latest.code
            let isNew = latest.isFailsafe && !result.failsafes.contains(latest.code)
            if isNew, tookOffAt != nil { result.failsafes.append(latest.code) }
        }
        observe(
            Moment(
                time: now - Self.began, world: world, fix: driver.lastFix,
                command: driver.lastCommand, reason: policy.latest))
    }

    private mutating func command() {
        result.photographs += driver.takeRequests(
            isCameraReady: world.isCameraReady, at: world.now)
        guard let controls = driver.tick(at: world.now) else { return }
        rules.check(controls, driver.lastCommand, steppedAt: steppedAt, at: world.now)
        world.send(controls)
    }

    private mutating func apply(_ due: [TrialFaults.Change]) {
        for change in due {
            switch change {
            case .world(let commands): commands.forEach { world.apply($0) }
            case .gust(let front): world.gustFront = front
            case .request(let name): ask(name)
            case .leader(let fault): leader?.fault = fault
            }
        }
    }

    /// The telephone says where its owner is.
    private mutating func tell() {
        guard let place = leader?.told(around: setup.course.start) else { return }
        ask(
            "leader",
            [
                "latitude": .number(place.latitude), "longitude": .number(place.longitude),
                "accuracy": .string("\(shortText(of: TrialLeader.accuracyMetres))m"),
            ])
    }

    private mutating func ask(_ name: String, _ arguments: [String: JSONValue] = [:]) {
        scheduler.advance(by: world.now - scheduler.now)
        broker.send(
            .named(name, of: setup.pilot.name, arguments: arguments), from: .person
        ) { [takeOffsAsked] result in
            guard name == Self.takeOff, case .success = result else { return }
            takeOffsAsked.withLock { $0 += 1 }
        }
    }

    // MARK: What is noted

    private mutating func follow(isSecond: Bool) {
        rules.check(world, takeOffsAsked: takeOffsAsked.value)
        if world.isMotorOn, tookOffAt == nil { tookOffAt = world.now }
        guard tookOffAt != nil else { return }
        let place = world.place
        result.flownMetres += (place - lastPlace).length
        lastPlace = place
        result.maxMetres = max(result.maxMetres, world.altitudeMetres)
        let metres = place.length
        result.farthestMetres = max(result.farthestMetres, metres)
        if metres > setup.limits.fenceRadiusMetres {
            result.secondsOutsideFence += FlightWorld.period.seconds
        }
        if isSecond {
            result.path.append(place)
            result.minBatteryPercent = min(result.minBatteryPercent, world.batteryPercent)
            if world.phase != .landing, world.phase != .landed {
                result.note(place, setup.course)
            }
        }
        if world.isMotorOn { landedAt = nil } else { landedAt = landedAt ?? world.now }
    }

    private var finished: FlightResult {
        var result = result
        result.hasTakenOff = tookOffAt != nil
        result.hasLanded = landedAt != nil
        result.outcome = policy.latest?.code ?? result.outcome
        result.landing = world.place
        result.receiverOffset = world.receiverOffset
        if let tookOffAt { result.seconds = ((landedAt ?? world.now) - tookOffAt).seconds }
        result.maxBlind = rules.maxBlind
        result.breaches = rules.breaches.map { "\($0)" }
        return result
    }
}
