import Core
import JSON
import Synchronization
import Threads
import Values

/// Answers the control socket: bytes of one line in, one JSON value out; or a value in, from this process. Knows no
/// socket.
package final class ControlService: Sendable {
    package typealias Reply = @Sendable (JSONValue) -> Void
    /// Begins to tell of every change, looking so often.
    package typealias Watch = (_ period: Duration) throws(PlainError) -> Void

    private let supervisor: Supervisor
    private let registry: PluginRegistry
    private let broker: RequestBroker
    private let scheduler: any Scheduler
    private let log: Log
    /// One configuration is judged at a time: each takes a thread, and megabytes while it is read.
    private let isJudging = Atomic(false)
    private let years: @Sendable () -> JSONValue
    private let onKept: @Sendable (ConfigurationOffer, _ user: String?) -> Void
    /// The last status for watchers that every plugin was asked for.
    private let asked = Mutex(Asked())

    private let figures = Mutex(FigureHistory())

    private struct Asked {
        var report: StatusReport?
        var at = Instant.zero
    }

    /// A page that is open looks five times a second. What plugins are asked for takes their locks, and
    /// is not to take them more often for that.
    private static let askedEvery = Duration.seconds(1)

    /// `registry` has the plugins of configurations that are offered to it. `years` tells what is kept of the last
    /// year. `onKept` is told of each that was
    /// applied and is not taken back any more; it may take its time.
    package init(
        _ supervisor: Supervisor, scheduler: any Scheduler, log: Log,
        registry: PluginRegistry = PluginRegistry(drivers: [], policies: []),
        years: @escaping @Sendable () -> JSONValue = { [:] },
        onKept: @escaping @Sendable (ConfigurationOffer, String?) -> Void = { _, _ in }
    ) {
        self.supervisor = supervisor
        self.years = years
        self.registry = registry
        self.onKept = onKept
        self.scheduler = scheduler
        self.log = log
        broker = RequestBroker(
            of: { supervisor.requestTargets },
            refusal: { supervisor.configuration.obstacleToHand(at: $0) }, scheduler: scheduler,
            log: log,
            // Not on the receiver's thread, which may be that of a control tick.
            deliver: { tell in _ = scheduler.after(.zero, name: "reply") { _ in tell() } })
    }

    /// Handles one request line. `reply` is called once, perhaps later and on another thread; `watch`
    /// before it and on this one, for who asks to be told of every change.
    package func handle(
        _ line: [UInt8], from caller: ControlCaller = .person(), watch: Watch = cannotWatch,
        reply: @escaping Reply
    ) {
        handle(from: caller, watch: watch, reply) { () throws(PlainError) in
            try ControlRequest(line: line)
        }
    }

    /// Handles a request of this process, which is a value already. `reply` is called as above; nobody can watch.
    package func handle(_ json: JSONValue, reply: @escaping Reply) {
        handle(from: .person(), watch: Self.cannotWatch, reply) { () throws(PlainError) in
            try ControlRequest(json: json)
        }
    }

    /// For whoever has no way to be told.
    package static func cannotWatch(_ period: Duration) throws(PlainError) {
        throw PlainError("nobody can watch here")
    }

    private func handle(
        from caller: ControlCaller, watch: Watch, _ reply: @escaping Reply,
        _ request: () throws(PlainError) -> ControlRequest
    ) {
        do throws(RequestError) {
            let request = try mapped(to: Self.invalid, request)
            try caller.check(request.kind)
            try mapped(to: Self.invalid) { () throws(PlainError) in
                try answer(request, from: caller, watch: watch, reply)
            }
        } catch {
            log.warning("request refused: \(error)")
            reply(Self.failure(error.code, error.description))
        }
    }

    private static func invalid(_ error: PlainError) -> RequestError {
        .invalid(error.description)
    }

    private func answer(
        _ request: ControlRequest, from caller: ControlCaller, watch: Watch,
        _ reply: @escaping Reply
    ) throws(PlainError) {
        let user = caller.user
        switch request {
        case .status: reply(try told("status", supervisor.status(at: scheduler.now)))
        case .checks: reply(try told("policies", supervisor.checks(at: scheduler.now)))
        case .requests:
            let presentations = JSONValue(encoding: supervisor.presentations, keys: .snakeCase)
            reply([
                "ok": true, "plugins": RequestListing(broker.targets).json,
                "presentations": presentations ?? [:],
            ])
        case .metrics:
            reply(["ok": true, "text": .string(supervisor.metrics(at: scheduler.now))])
        case .history:
            let now = scheduler.now
            reply(["ok": true, "history": figures.withLock { $0.json(at: now) }])
        case .years: reply(["ok": true, "years": years()])
        case .watch(let period):
            try watch(period)
            reply(["ok": true])
        case .plan(let offer):
            judge(reply) { [self] () throws(ChangeError) in
                supervisor.plan(for: try read(offer))
            }
        case .apply(let offer, let deadline, let onProbation):
            judge(reply) { [self] () throws(ChangeError) in
                try apply(offer, before: deadline, by: user, onProbation: onProbation)
            }
        case .acknowledge: acknowledge(for: user, reply)
        case .use(let name, let policy, let deadline):
            judge(reply) { [self] () throws(ChangeError) in
                try apply(
                    try mapped(to: ChangeError.refused) { () throws(PlainError) in
                        try supervisor.configuration.offer(selecting: name, for: policy)
                    }, before: deadline, by: user)
            }
        case .refuse(let why):
            supervisor.recordRefusal(why, of: user)
            reply(Self.failure(Self.badCode, why))
        case .restart(let name): restart(name, for: user, reply)
        case .send(let request, let deadline, let sender, let limit):
            send(
                request, deadline, of: caller, from: sender.map(EventOrigin.init) ?? .person, limit,
                reply)
        }
    }

    /// What a sender is told whose line was longer than any request.
    package func handleTooLong(reply: Reply) {
        let why = "the request is longer than \(ControlRequest.maxLineBytes) bytes"
        log.warning("request refused: \(why)")
        reply(Self.failure("invalid", why))
    }

    private func told(
        _ key: String, _ report: some Encodable
    ) throws(PlainError) -> JSONValue {
        guard let json = JSONValue(encoding: report, keys: .snakeCase) else {
            throw PlainError("the \(key) could not be put into JSON")
        }
        return .object(["ok": true, key: json])
    }

    // MARK: Another configuration

    private struct ChangeError: Error {
        let code: String
        let why: PlainError

        /// What was asked for cannot be done.
        static func refused(_ why: PlainError) -> ChangeError {
            ChangeError(code: "refused", why: why)
        }

        static func badConfiguration(_ why: PlainError) -> ChangeError {
            ChangeError(code: ControlService.badCode, why: why)
        }
    }

    private static let badCode = "bad-configuration"

    /// On a thread of its own: to read a configuration takes time, and it may wait for a step of a policy that
    /// hangs. Others are answered meanwhile.
    private func judge(
        _ reply: @escaping Reply, _ judge: @escaping @Sendable () throws(ChangeError) -> ChangePlan
    ) {
        guard !isJudging.exchange(true, ordering: .acquiring) else {
            return reply(Self.failure("busy", "another change is being judged; try again"))
        }
        let hasThread = WorkerThread.start("judge", for: .service) { [self] in
            let answer: JSONValue
            do throws(ChangeError) {
                let plan = JSONValue(encoding: try judge(), keys: .snakeCase)
                answer = ["ok": true, "plan": plan ?? .null]
            } catch {
                answer = Self.failure(error.code, error.why.description)
            }
            isJudging.store(false, ordering: .releasing)
            reply(answer)
        }
        guard !hasThread else { return }
        isJudging.store(false, ordering: .releasing)
        reply(Self.failure("busy", Self.noThread))
    }

    private static let noThread = "no thread is left for it; try again"

    private func read(_ offer: ConfigurationOffer) throws(ChangeError) -> Configuration {
        try mapped(to: ChangeError.badConfiguration) { () throws(PlainError) in
            try offer.configuration(
                registry, selection: supervisor.configuration.selection)
        }
    }

    private func apply(
        _ offer: ConfigurationOffer, before deadline: Instant?, by user: String?,
        onProbation: Bool = true
    ) throws(ChangeError) -> ChangePlan {
        let new: Configuration
        do throws(ChangeError) {
            new = try read(offer)
        } catch {
            supervisor.recordRefusal(error.why.description, of: user)
            throw error
        }
        // Who holds policies between two of their steps must not wait for a processor behind others. The thread that
        // has read the file waits, as whatever may.
        let (done, outcome) = (Latch(), Locked<Result<ChangePlan, PlainError>?>(nil))
        let hasThread = WorkerThread.start("apply") { [supervisor, onKept] in
            outcome.value = Result { () throws(PlainError) in
                try supervisor.apply(
                    new, before: deadline, by: user, onProbation: onProbation
                ) { kept in
                    WorkerThread.start("history", for: .service) {
                        onKept(kept.offer ?? offer, user)
                    }
                }
            }
            done.open()
        }
        if hasThread { done.wait() }
        return try mapped(to: ChangeError.refused) { () throws(PlainError) in
            guard let result = outcome.value else { throw PlainError(Self.noThread) }
            return try result.get()
        }
    }

    /// On a thread of its own: it waits for the card.
    private func acknowledge(for user: String?, _ reply: @escaping Reply) {
        let hasThread = WorkerThread.start("acknowledge", for: .service) { [supervisor] in
            do throws(PlainError) {
                try supervisor.acknowledge(by: user)
                reply(["ok": true])
            } catch {
                reply(Self.failure("refused", error.description))
            }
        }
        if !hasThread { reply(Self.failure("busy", Self.noThread)) }
    }

    /// On a thread of its own: it asks drivers how safe they are.
    private func restart(
        _ name: String, for user: String?, _ reply: @escaping Reply
    ) {
        let hasThread = WorkerThread.start("restart") { [supervisor] in
            do throws(PlainError) {
                try supervisor.restart(name, by: user)
                reply(["ok": true])
            } catch {
                reply(Self.failure("refused", error.description))
            }
        }
        if !hasThread { reply(Self.failure("busy", Self.noThread)) }
    }

    /// Keeps what each figure is now, for `history`; to be called every `FigureHistory.period`.
    package func recordFigures(at now: Instant) {
        let found = supervisor.figures(at: now)
        figures.withLock { $0.add(found, at: now) }
    }

    /// The status as a watcher is told it.
    package func watched(at now: Instant) -> JSONValue {
        let report = asked.withLock { asked in
            if let recent = asked.report, now - asked.at < Self.askedEvery {
                return supervisor.status(at: now, reusing: recent)
            }
            let report = supervisor.status(at: now)
            asked = Asked(report: report, at: now)
            return report
        }
        return JSONValue(encoding: report, keys: .snakeCase) ?? .null
    }

    private func send(
        _ request: AddressedRequest, _ deadline: Instant?, of caller: ControlCaller,
        from origin: EventOrigin, _ limit: RequestLimit, _ reply: @escaping Reply
    ) {
        let ticket = RequestTicket(caller.load)
        broker.send(
            request, from: origin, deadline: deadline,
            admission: { [scheduler] description, target throws(RequestError) in
                try caller.check(description)
                try limit.check(description, from: origin)
                let isSafer = description.effect == .safer
                if !isSafer {
                    try caller.load.count("\(origin) \(target)", at: scheduler.now)
                }
                try ticket.begin(isSafer: isSafer)
            },
            { result in
                ticket.end()
                reply(Self.answer(result))
            })
    }

    private static func answer(_ result: Result<String, RequestError>) -> JSONValue {
        switch result {
        case .success(let message): ["ok": true, "message": .string(message)]
        case .failure(.needsFile(let file)):
            [
                "ok": false, "code": .string(RequestError.needsFile(file).code),
                "error": .string(RequestError.needsFile(file).description), "file": file.json,
            ]
        case .failure(let error): failure(error.code, error.description)
        }
    }

    private static func failure(_ code: String, _ message: String) -> JSONValue {
        ["ok": false, "code": .string(code), "error": .string(message)]
    }
}
