import Core
import Synchronization
import Values

/// How many requests of one role are under way, within its limits: whoever asks for much keeps nobody else waiting.
package final class RequestLoad: Sendable {
    private let role: ControlRole
    private let counts: Mutex<(safer: Int, other: Int)> = Mutex((0, 0))

    /// By who asks for what plugin; `nil` without a limit.
    private let rate: Mutex<RateLimit<String>?>

    package init(of role: ControlRole) {
        self.role = role
        rate = Mutex(role.rights.requestsPerSecond.map { RateLimit($0, each: .seconds(1)) })
    }

    /// Counts a request of one asker.
    ///
    /// - Throws: an error if the asker sends too many a second.
    func count(_ asker: String, at now: Instant) throws(RequestError) {
        guard rate.withLock({ $0?.allows(asker, at: now) ?? true }) else {
            throw .busy("at most \(role.rights.requestsPerSecond ?? 0) requests a second")
        }
    }

    /// Begins a request. Persons have no limit for what only makes things safer: the number of connections bounds it.
    ///
    /// - Throws: that too many are under way.
    fileprivate func begin(isSafer: Bool) throws(RequestError) {
        let limit = role.rights.requests
        let isTaken = counts.withLock { counts in
            if isSafer {
                guard role == .person || counts.safer < limit else { return false }
                counts.safer += 1
            } else {
                guard counts.other < limit else { return false }
                counts.other += 1
            }
            return true
        }
        guard isTaken else { throw .busy("\(limit) requests are under way already; try again") }
    }

    fileprivate func end(isSafer: Bool) {
        counts.withLock { counts in
            if isSafer { counts.safer -= 1 } else { counts.other -= 1 }
        }
    }
}

/// One request, from when it is begun until it is answered.
final class RequestTicket: Sendable {
    private let load: RequestLoad
    /// Whether what was begun is safer; `nil` before that and after the end.
    private let begun = Mutex<Bool?>(nil)

    init(_ load: RequestLoad) {
        self.load = load
    }

    /// - Throws: that too many are under way.
    func begin(isSafer: Bool) throws(RequestError) {
        try load.begin(isSafer: isSafer)
        begun.withLock { $0 = isSafer }
    }

    /// It is answered; also where it was never begun.
    func end() {
        let isSafer = begun.withLock { begun in
            defer { begun = nil }
            return begun
        }
        if let isSafer { load.end(isSafer: isSafer) }
    }
}
