import JSON
import Settings
import Synchronization
import Values

/// A person at an output: holds the lease of its sink in the place of a policy, for as long as was asked.
///
/// The command is renewed while this runs, and never comes back once it was lost: with its driver, with a renewal that was
/// late, with a later command. Then the output is in its safe state, and a person has to ask again.
package final class Hand: RequestQueue {
    private struct Holding: Sendable {
        let words: String
        let value: JSONValue
        let origin: EventOrigin
        let since: Instant
        /// `nil` for ever.
        let until: Instant?
        let lease: HandLease
    }

    private struct State: Sendable {
        var holding: Holding?
        var lastNumber: UInt64 = 0
        /// Why nothing is taken at present; `nil` while the driver runs.
        var closedBecause: String?
    }

    /// How long a command holds that is not renewed, unless the driver wants it shorter.
    private static let lease = Duration.seconds(5)

    package let address: PortAddress
    package let descriptions: [RequestDescription]
    let settings: SwitchableSettings
    let form: OutputForm
    private let valueKind: String
    private let requests: [HandRequest]
    private let endpoint: any Endpoint
    private let limits: CommandLimits
    private let scheduler: any Scheduler
    private let log: Log
    /// One command after the other reaches the driver. Apart from the state, so that nobody who looks waits for a driver.
    private let turn = Mutex(())
    private let state: Mutex<State>
    private let timer = Mutex<(any OneShotTimer)?>(nil)

    /// One that takes nothing before `open`; `nil` for a port that nobody commands by hand.
    init?(
        _ port: DriverPort, of driver: DriverEntry, _ settings: SwitchableSettings,
        at connections: PortConnections, scheduler: any Scheduler, log: Log
    ) {
        guard let command = port.handCommand, let endpoint = connections.endpoints[port.name]
        else { return nil }
        let address = PortAddress(driver: driver.name, port: port.name)
        self.address = address
        self.settings = settings
        self.endpoint = endpoint
        self.scheduler = scheduler
        self.log = log.labelled(driver.name)
        requests = command.requests
        descriptions = requests.map { $0.description.at(address) }
        form = settings.shownAs ?? command.shownAs.first ?? .switch
        valueKind = port.kind
        limits = driver.commandLimits[port.name] ?? CommandLimits()
        state = Mutex(State(closedBecause: Self.idle(driver.name)))
    }

    private static func idle(_ driver: String) -> String {
        "the driver \"\(driver)\" does not run at present"
    }

    /// Whether the other stands at the same end with the same settings.
    func isSame(as other: Hand) -> Bool {
        address == other.address && settings == other.settings && endpoint === other.endpoint
    }

    // MARK: What is asked

    package var kind: String { DriverPort.requestKind }
    package var flow: PortFlow { .requests }

    package func post(
        _ name: String, _ arguments: RequestArguments, from origin: EventOrigin, at now: Instant,
        deadline: Instant?, onResponse: @escaping @Sendable (Response) -> Void
    ) throws(RequestError) -> UInt64 {
        guard let request = requests.first(where: { $0.description.name == name }) else {
            throw .invalid("no request is called \"\(name.prefix(40))\"")
        }
        let step = try mapped(to: { RequestError.invalid($0.description) }) {
            () throws(ConfigurationErrors) in
            try request.read(arguments)
        }
        let answer = try turn.withLock { _ in
            Result { () throws(RequestError) in try take(step, from: origin) }
        }.get()
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        onResponse(Response(to: number, .done, answer))
        return number
    }

    /// Everything is answered when it is posted.
    package func repost(_ number: UInt64) -> Bool { false }
    package func forget(_ number: UInt64) {}
    package func refuseTaken(because why: String) {}

    /// In its turn.
    private func take(
        _ step: HandRequest.Step, from origin: EventOrigin
    ) throws(RequestError) -> String {
        switch step {
        case .give(let command): return try give(command, from: origin)
        case .end:
            let hadAny = drop(because: "ended by \(origin)", at: scheduler.now)
            return hadAny ? "ended: it goes to its safe level" : "nobody has switched it"
        }
    }

    private func give(
        _ command: GivenCommand, from origin: EventOrigin
    ) throws(RequestError) -> String {
        if let why = state.withLock({ $0.closedBecause }) { throw .refused("refused: \(why)") }
        try refuseBeyondLimits(command)
        let now = scheduler.now
        let time = command.time ?? settings.longest
        let until = time.map { now + $0 }
        guard let lease = command.give(endpoint, leaseEnd(at: now, until: until)) else {
            throw .refused("refused: \(address) takes other commands")
        }
        let holding = Holding(
            words: command.words, value: command.value, origin: origin, since: now, until: until,
            lease: lease)
        state.withLock { $0.holding = holding }
        let answer =
            "\(command.words)\(time.map { " for \(Self.exact($0))" } ?? ", until it is ended")"
        log.notice("\(address.port): \(answer), by hand, asked by \(origin)")
        setTimer(for: holding, at: now)
        return answer
    }

    private func refuseBeyondLimits(_ command: GivenCommand) throws(RequestError) {
        if let time = command.time, let longest = settings.longest, time > longest {
            throw .refused(
                "refused: \(address) can be switched for \(Self.exact(longest)) at most (\"longest\"), "
                    + "not for \(Self.exact(time))")
        }
        guard let figure = command.figure else { return }
        for range in limits.ranges
        where range.quantity == figure.quantity && !range.values.contains(figure.value) {
            throw .refused(
                "refused: \(address) goes from \(shortText(of: range.values.lowerBound)) to "
                    + "\(shortText(of: range.values.upperBound)) \(range.quantity.unit) (\(range.key))"
            )
        }
    }

    /// A time as it was given, not rounded: a limit is compared with it.
    private static func exact(_ time: Duration) -> String {
        let seconds = time.seconds
        for (unit, size) in [("h", 3600.0), ("min", 60)]
        where seconds.truncatingRemainder(dividingBy: size) == 0 {
            return "\(shortText(of: seconds / size)) \(unit)"
        }
        return "\(shortText(of: seconds)) s"
    }

    // MARK: How long it holds

    private func leaseEnd(at now: Instant, until: Instant?) -> Instant {
        let end = now + min(Self.lease, limits.maxLease ?? Self.lease)
        return until.map { min($0, end) } ?? end
    }

    /// Renewed five times in each lease, as a policy does by default.
    private func setTimer(for holding: Holding, at now: Instant) {
        let period = min(
            min(Self.lease, limits.maxLease ?? Self.lease) / 5, limits.maxPeriod ?? Self.lease)
        let due = holding.until.map { min($0 - now, period) } ?? period
        timer.withLock { timer in
            if timer == nil {
                timer = scheduler.timer(name: "hand.\(address)") { [weak self] in
                    self?.look(at: $0.now)
                }
            }
            timer?.set(after: max(.zero, due))
        }
    }

    private func look(at now: Instant) {
        turn.withLock { _ in
            guard let holding = state.withLock({ $0.holding }) else { return }
            if let until = holding.until, until <= now {
                drop(because: "its time is over", at: now)
            } else if holding.lease.renew(leaseEnd(at: now, until: holding.until), now) {
                setTimer(for: holding, at: now)
            } else {
                drop(because: "it was not renewed in time", at: now)
            }
        }
    }

    /// - Returns: whether there was anything to let go of.
    @discardableResult
    private func drop(because why: String, at now: Instant) -> Bool {
        let holding = state.withLock { state in
            defer { state.holding = nil }
            return state.holding
        }
        guard let holding else { return false }
        holding.lease.withdraw()
        timer.withLock { $0?.clear() }
        log.notice("\(address.port): no longer \(holding.words) by hand: \(why)")
        return true
    }

    // MARK: Its driver

    /// Its driver runs.
    package func open() {
        state.withLock { $0.closedBecause = nil }
    }

    /// Its driver ends, or it is to be switched by hand no more.
    package func close(because why: String) {
        let now = scheduler.now
        turn.withLock { _ in
            state.withLock { $0.closedBecause = why }
            drop(because: why, at: now)
        }
    }

    // MARK: What is told

    func report(at now: Instant) -> OutputReport {
        // What its driver has forgotten, or what is over, holds no more, whenever this notices.
        let holding = state.withLock { $0.holding }.flatMap { $0.lease.holds(now) ? $0 : nil }
        let range = limits.ranges.first?.values
        return OutputReport(
            kind: valueKind, shownAs: form, longestSeconds: settings.longest?.seconds,
            least: range?.lowerBound, greatest: range?.upperBound,
            byHand: holding.map { holding in
                OutputReport.ByHand(
                    text: holding.words, value: holding.value, askedBy: holding.origin.description,
                    ageSeconds: max(.zero, now - holding.since).seconds,
                    endsInSeconds: holding.until.map { max(.zero, $0 - now).seconds })
            })
    }

    /// What it does now, for a refusal; `nil` where it does nothing.
    func words(at now: Instant) -> String? {
        report(at: now).byHand.map {
            "\(address) is switched by hand (\($0.text), by \($0.askedBy)); roost send \(address) end ends that"
        }
    }
}
