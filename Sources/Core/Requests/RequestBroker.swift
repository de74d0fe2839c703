import Devices

/// Hands requests to the plugins that take them, and what becomes of them back to who asked.
///
/// The only one that does: the control socket and every other front end stand on it, so that all
/// of them number, check, address and log alike. Each plugin's requests have a queue of their own.
package final class RequestBroker: Sendable {
    /// Somebody who can be asked.
    package struct Target: Sendable {
        /// The name in the configuration.
        package let name: String
        package let queue: any RequestQueue
        /// Why it cannot be asked at present; `nil` when it can.
        let obstacle: @Sendable () -> String?

        package init(
            name: String, queue: any RequestQueue,
            obstacle: @escaping @Sendable () -> String? = { nil }
        ) {
            self.name = name
            self.queue = queue
            self.obstacle = obstacle
        }
    }

    package typealias Completion = @Sendable (Result<String, RequestError>) -> Void

    /// How long the receiver has, unless the request declares another time.
    package static let responseTimeout = Duration.seconds(2)

    private let everybody: @Sendable () -> [Target]
    private let scheduler: any Scheduler
    private let log: Log

    /// `everybody` gives those who can be asked now.
    package init(
        of everybody: @escaping @Sendable () -> [Target], scheduler: any Scheduler, log: Log
    ) {
        self.everybody = everybody
        self.scheduler = scheduler
        self.log = log
    }

    package convenience init(_ targets: [Target], scheduler: any Scheduler, log: Log) {
        self.init(of: { targets }, scheduler: scheduler, log: log)
    }

    /// Those who take any request.
    package var targets: [Target] { everybody().filter { !$0.queue.descriptions.isEmpty } }

    /// Hands a request on. `completion` is called once, perhaps later and on another thread, with
    /// what the receiver says or why there is nothing.
    ///
    /// `deadline` is when its sender stops waiting: the request is not begun after that unless it is
    /// urgent.
    package func send(
        _ request: AddressedRequest, from origin: EventOrigin, deadline: Instant? = nil,
        _ completion: @escaping Completion
    ) {
        do throws(RequestError) {
            try post(request, from: origin, deadline: deadline, completion)
        } catch {
            if !error.isQuestion { log.warning("request refused: \(error)") }
            completion(.failure(error))
        }
    }

    private func post(
        _ request: AddressedRequest, from origin: EventOrigin, deadline: Instant?,
        _ completion: @escaping Completion
    ) throws(RequestError) {
        let (target, description, arguments) =
            try RequestAddressing(targets: targets).resolve(request)
        if let file = arguments.missingFile(of: description) { throw .needsFile(file) }
        if let obstacle = target.obstacle() { throw .refused(obstacle) }
        let now = scheduler.now
        let timeout = description.responseTimeout ?? Self.responseTimeout
        if let deadline, deadline < now, !description.isUrgent {
            throw .refused("refused: it is too late, its sender waits no longer")
        }
        let pending = PendingOutcome(completion)
        let words =
            description.isRepeated ? description.name : request.words(name: description.name)
        let number = try target.queue.post(
            description.name, arguments, from: origin, at: now,
            deadline: min(deadline ?? now + timeout, now + timeout)
        ) { response in
            guard response.isFinal else { return }
            pending.complete(response.result)
        }
        log.notice("asked by \(origin) of \(target.name): \(words)")
        let timer = scheduler.after(timeout, name: "request") { [log] _ in
            target.queue.forget(number)
            let why = "\(target.name) did not answer within \(text(of: timeout))"
            if pending.complete(.failure(.unanswered(why))) { log.warning("\(words): \(why)") }
        }
        pending.keep(timer)
    }
}

extension Response {
    fileprivate var result: Result<String, RequestError> {
        outcome == .refused ? .failure(.refused(message)) : .success(message)
    }
}
