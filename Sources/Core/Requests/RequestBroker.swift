import Synchronization
import Values

/// Hands requests to the plugins that take them, and what becomes of them back to who asked.
///
/// The only one that does: the control socket and every other front end stand on it, so that all
/// of them number, check, address and log alike. Each plugin's requests have a queue of their own.
package final class RequestBroker: Sendable {
    /// Somebody who can be asked.
    package struct Target: Sendable {
        /// The name in the configuration.
        package let name: String
        /// Of an output: people may call it by its driver alone, where they can mean only one.
        package let output: PortAddress?
        package let queue: any RequestQueue
        /// Why it cannot be asked at present; `nil` when it can.
        let obstacle: @Sendable () -> String?

        package init(
            name: String, output: PortAddress? = nil, queue: any RequestQueue,
            obstacle: @escaping @Sendable () -> String? = { nil }
        ) {
            self.name = name
            self.output = output
            self.queue = queue
            self.obstacle = obstacle
        }
    }

    package typealias Completion = @Sendable (Result<String, RequestError>) -> Void
    /// Whether a sender may ask for this now.
    ///
    /// - Throws: why not.
    package typealias Admission = (RequestDescription, _ target: String) throws(RequestError) ->
        Void

    /// How long the receiver has, unless the request declares another time.
    package static let responseTimeout = Duration.seconds(2)

    private let everybody: @Sendable () -> [Target]
    /// Why nobody asks for anything by that name; `nil` where nothing is known of it.
    private let refusal: @Sendable (_ name: String) -> String?
    private let scheduler: any Scheduler
    private let log: Log
    private let deliver: @Sendable (@escaping @Sendable () -> Void) -> Void
    /// By receiver and name, the last request that only makes things safer: others share it while it waits.
    private let shared = Mutex<[SharedKey: Shared]>([:])

    private struct SharedKey: Hashable {
        let target: String
        let request: String
    }

    private struct Shared {
        let number: UInt64
        let queue: any RequestQueue
        let pending: PendingRequest
    }

    /// `everybody` gives those who can be asked now, `refusal` why others cannot. `deliver` calls what tells the senders of one request, of
    /// whom there may be many; unless given, on the receiver's thread.
    package init(
        of everybody: @escaping @Sendable () -> [Target],
        refusal: @escaping @Sendable (_ name: String) -> String? = { _ in nil },
        scheduler: any Scheduler, log: Log,
        deliver: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { $0() }
    ) {
        self.everybody = everybody
        self.refusal = refusal
        self.scheduler = scheduler
        self.log = log
        self.deliver = deliver
    }

    package convenience init(_ targets: [Target], scheduler: any Scheduler, log: Log) {
        self.init(of: { targets }, scheduler: scheduler, log: log)
    }

    /// Those who take any request.
    package var targets: [Target] { everybody().filter { !$0.queue.descriptions.isEmpty } }

    /// Hands a request on. `completion` is called once, perhaps later and on another thread, with
    /// what the receiver says or why there is nothing.
    ///
    /// `deadline` is when its sender stops waiting: the request is not begun after that unless it can
    /// only make things safer. Such a request joins the same one that waits already, and shares its answer.
    package func send(
        _ request: AddressedRequest, from origin: EventOrigin, deadline: Instant? = nil,
        _ completion: @escaping Completion
    ) {
        send(
            request, from: origin, deadline: deadline,
            admission: { _, _ throws(RequestError) in }, completion)
    }

    /// The same, of a sender that may not ask for everything.
    package func send(
        _ request: AddressedRequest, from origin: EventOrigin, deadline: Instant?,
        admission: Admission, _ completion: @escaping Completion
    ) {
        do throws(RequestError) {
            try post(request, from: origin, deadline: deadline, admission, completion)
        } catch {
            if !error.isQuestion { log.warning("request refused: \(error)") }
            completion(.failure(error))
        }
    }

    private func post(
        _ request: AddressedRequest, from origin: EventOrigin, deadline: Instant?,
        _ admission: Admission, _ completion: @escaping Completion
    ) throws(RequestError) {
        let (target, description, arguments) =
            try RequestAddressing(targets: targets, refusal: refusal).resolve(request)
        let isSafer = description.effect == .safer
        try admission(description, target.name)
        if let file = arguments.missingFile(of: description) { throw .needsFile(file) }
        if let obstacle = target.obstacle() { throw .refused(obstacle) }
        let now = scheduler.now
        let timeout = description.responseTimeout ?? Self.responseTimeout
        if let deadline, deadline < now, !isSafer {
            throw .refused("refused: it is too late, its sender waits no longer")
        }
        let words =
            description.isRepeated ? description.name : request.words(name: description.name)
        let begunBefore = min(deadline ?? now + timeout, now + timeout)
        let key = SharedKey(target: target.name, request: description.name)
        let logged = { [log] in log.notice("asked by \(origin) of \(target.name): \(words)") }
        let isShared = isSafer && arguments.isEmpty
        if isShared, let shared = shared.withLock({ $0[key] }), shared.queue === target.queue,
            shared.queue.repost(shared.number),
            let isFirst = shared.pending.add(origin, until: now + timeout, completion)
        {
            if isFirst { logged() }
            return
        }
        let pending = PendingRequest()
        _ = pending.add(origin, until: now + timeout, completion)
        let number = try target.queue.post(
            description.name, arguments, from: origin, at: now, deadline: begunBefore
        ) { [deliver] response in
            guard response.isFinal else { return }
            deliver { pending.complete(response.result) }
        }
        if isShared {
            shared.withLock {
                $0[key] = Shared(number: number, queue: target.queue, pending: pending)
            }
        }
        logged()
        let timer = scheduler.timer(name: "request") { [log] tick in
            let why = "\(target.name) did not answer within \(text(of: timeout))"
            let (isLate, isOver) = pending.expire(.failure(.unanswered(why)), at: tick.now)
            if isLate { log.warning("\(words): \(why)") }
            if isOver { target.queue.forget(number) }
        }
        pending.keep(timer, at: now)
    }
}

extension Response {
    fileprivate var result: Result<String, RequestError> {
        outcome == .refused ? .failure(.refused(message)) : .success(message)
    }
}
