import JSON
import Values

/// Something that a policy asks a driver for, once, by the name and arguments that the driver's
/// plugin declares: as `roost send` does.
package struct OutgoingRequest: Codable, Equatable, Sendable {
    /// The policy's own, by which the response tells of it.
    package let number: UInt64
    package let name: String
    package let arguments: [String: JSONValue]
    /// After that it is not begun any more; `nil` for the time in which such a request is answered.
    package let deadline: Instant?

    package init(
        _ number: UInt64, _ name: String, _ arguments: [String: JSONValue] = [:],
        deadline: Instant? = nil
    ) {
        self.number = number
        self.name = name
        self.arguments = arguments
        self.deadline = deadline
    }
}

/// Something that a policy asks any plugin of the service for, once, in the words of `roost send`.
package struct OutgoingAsk: Codable, Equatable, Sendable {
    /// The policy's own, by which the response tells of it.
    package let number: UInt64
    package let plugin: String
    package let words: [String]

    package init(_ number: UInt64, _ plugin: String, _ words: [String]) {
        self.number = number
        self.plugin = plugin
        self.words = words
    }
}

/// Where a policy asks a driver for something to be done once, and hears what became of it.
///
/// It sends through a broker, like a person: the arguments are checked, the request is logged, and
/// each is answered, also where the driver never does.
@usableFromInline
package final class RequestSender: Sendable {
    private let broker: RequestBroker
    private let origin: EventOrigin
    private let scheduler: any Scheduler
    /// What became of requests since the last look, oldest first.
    private let responses = EventQueue<Response>()

    init(to driver: String, _ queue: any RequestQueue, of context: PolicyContext) {
        origin = .policy(context.name)
        scheduler = context.scheduler
        broker = RequestBroker(
            [.init(name: driver, queue: queue)], scheduler: scheduler, log: context.log)
    }

    /// One that sends to whomever a request names.
    init(through broker: RequestBroker, of policy: String, scheduler: any Scheduler) {
        origin = .policy(policy)
        self.broker = broker
        self.scheduler = scheduler
    }

    /// Sends a request. One that is refused at once is answered like any other.
    package func send(_ request: OutgoingRequest) {
        send(
            request.number, .named(request.name, of: nil, arguments: request.arguments),
            deadline: request.deadline)
    }

    /// Sends requests that name their plugins, in their order. Not on the thread of a step: the broker looks for the
    /// plugins, and may wait for one that steps.
    package func send(_ asks: [OutgoingAsk]) {
        guard !asks.isEmpty else { return }
        _ = scheduler.after(.zero, name: "ask") { [self] _ in
            for ask in asks {
                send(ask.number, .words([ask.plugin] + ask.words), deadline: nil)
            }
        }
    }

    private func send(_ number: UInt64, _ request: AddressedRequest, deadline: Instant?) {
        let (responses, origin, scheduler) = (responses, origin, scheduler)
        broker.send(request, from: origin, deadline: deadline) { result in
            let response =
                switch result {
                case .success(let message): Response(to: number, .done, message)
                case .failure(let error): Response(to: number, .refused, error.description)
                }
            // What overflows is counted by the queue: the policy did not look for long.
            _ = try? responses.post(response, from: origin, at: scheduler.now)
        }
    }

    /// What became of the requests that were sent, since the last call: one final response each.
    @usableFromInline
    package func takeResponses(at now: Instant) -> [Response] {
        responses.drain(at: now).map(\.value)
    }
}
