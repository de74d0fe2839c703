import Devices

/// The requests for one plugin, without their type: what the broker works with.
package struct AnyRequestQueue: Sendable {
    package typealias ResponseHandler = @Sendable (Response) -> Void

    /// The requests that it takes.
    package let descriptions: [RequestDescription]
    let object: any AnyObject & Sendable
    /// Reads and posts a request by its name.
    private let postRequest:
        @Sendable (
            _ name: String, RequestArguments, EventOrigin, Instant, _ deadline: Instant?,
            @escaping ResponseHandler
        ) throws(RequestError) -> UInt64
    let forget: @Sendable (UInt64) -> Void
    let close: @Sendable (String) -> Void
    let open: @Sendable () -> Void

    package init<Request: PluginRequest>(_ type: Request.Type) {
        let queue = EventQueue<Request>()
        let declarations = Dictionary(
            Request.declarations.map { ($0.description.name, $0) }, uniquingKeysWith: { $1 })
        descriptions = Request.declarations.map(\.description)
        object = queue
        postRequest = {
            (name, arguments, origin, now, deadline, onResponse) throws(RequestError) in
            guard let declaration = declarations[name] else {
                throw .invalid("no request is called \"\(name.prefix(40))\"")
            }
            let request: Request
            do throws(ConfigurationErrors) {
                request = try declaration.read(arguments)
            } catch {
                throw .invalid(error.description)
            }
            do throws(EventQueueError) {
                return try queue.post(
                    request, from: origin, at: now, deadline: deadline,
                    isUrgent: declaration.description.isUrgent, onResponse: onResponse)
            } catch {
                throw .refused(error.description)
            }
        }
        forget = { queue.forget($0) }
        close = { queue.close(because: $0) }
        open = { queue.open() }
    }

    /// The queue with its type; one that nobody fills for another type than it was made for.
    package func queue<Request: PluginRequest>(of type: Request.Type) -> EventQueue<Request> {
        object as? EventQueue<Request> ?? EventQueue()
    }

    /// Posts a request by its name.
    ///
    /// - Throws: what is wrong with it, or that it was not taken.
    func post(
        _ name: String, _ arguments: RequestArguments, from origin: EventOrigin, at now: Instant,
        deadline: Instant?, onResponse: @escaping ResponseHandler
    ) throws(RequestError) -> UInt64 {
        try postRequest(name, arguments, origin, now, deadline, onResponse)
    }
}

/// Why a request was not done, in words for its sender.
package enum RequestError: Error, Equatable, Sendable, CustomStringConvertible {
    /// It is no request that there is, or its arguments are wrong.
    case invalid(String)
    /// It was understood, and is not done.
    case refused(String)
    /// Nobody said in time what became of it.
    case unanswered(String)

    package var description: String {
        switch self {
        case .invalid(let why), .refused(let why), .unanswered(let why): why
        }
    }

    /// The word for it in an answer of the control socket.
    package var code: String {
        switch self {
        case .invalid: "invalid"
        case .refused: "refused"
        case .unanswered: "unanswered"
        }
    }
}
