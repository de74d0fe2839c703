import Settings
import Values

/// The requests for one plugin, without their type: what the broker works with.
package protocol RequestQueue: Endpoint {
    /// The requests that it takes.
    var descriptions: [RequestDescription] { get }

    /// Posts a request by its name; one that makes things safer joins the same one that waits already.
    ///
    /// - Throws: what is wrong with it, or that it was not taken.
    func post(
        _ name: String, _ arguments: RequestArguments, from origin: EventOrigin, at now: Instant,
        deadline: Instant?, onResponse: @escaping @Sendable (Response) -> Void
    ) throws(RequestError) -> UInt64

    func repost(_ number: UInt64) -> Bool
    func forget(_ number: UInt64)
    func refuseTaken(because why: String)
    func close(because why: String)
    func open()
}

extension EventQueue: Endpoint, RequestQueue where Value: PluginRequest {
    package var kind: String { DriverPort.requestKind }
    package var flow: PortFlow { .requests }
    package var descriptions: [RequestDescription] { Value.declarations.map(\.description) }

    package func post(
        _ name: String, _ arguments: RequestArguments, from origin: EventOrigin, at now: Instant,
        deadline: Instant?, onResponse: @escaping ResponseHandler
    ) throws(RequestError) -> UInt64 {
        guard let declaration = Value.declarations.first(where: { $0.description.name == name })
        else { throw .invalid("no request is called \"\(name.prefix(40))\"") }
        let request = try mapped(to: { RequestError.invalid($0.description) }) {
            () throws(ConfigurationErrors) in
            try declaration.read(arguments)
        }
        return try mapped(to: { RequestError.refused($0.description) }) { () throws(PlainError) in
            try post(
                request, from: origin, at: now, deadline: deadline,
                isSafer: declaration.description.effect == .safer,
                isMomentary: declaration.description.isMomentary, onResponse: onResponse)
        }
    }
}

extension RequestQueue {
    /// The queue with its type; one that nobody fills for another type than it was made for.
    func queue<Request>(of type: Request.Type) -> EventQueue<Request> {
        self as? EventQueue<Request> ?? EventQueue()
    }
}

/// Why a request was not done, in words for its sender.
package enum RequestError: Error, Equatable, Sendable, CustomStringConvertible {
    /// It is no request that there is, or its arguments are wrong.
    case invalid(String)
    /// It was understood, and is not done.
    case refused(String)
    /// Its sender may not send it.
    case forbidden(String)
    /// It is not begun: the content of a file is to be sent with it.
    case needsFile(WantedFile)
    /// Nobody said in time what became of it.
    case unanswered(String)
    /// Too much of its sender's is under way; it may be asked again.
    case busy(String)

    package var description: String {
        switch self {
        case .invalid(let why), .refused(let why), .forbidden(let why), .unanswered(let why),
            .busy(let why):
            why
        case .needsFile(let file): "the content of the file \"\(file.name)\" did not come with it"
        }
    }

    /// Whether the sender is only asked for more.
    var isQuestion: Bool {
        if case .needsFile = self { return true }
        return false
    }

    /// The word for it in an answer of the control socket.
    package var code: String {
        switch self {
        case .invalid: "invalid"
        case .refused: "refused"
        case .forbidden: "forbidden"
        case .needsFile: "needs-file"
        case .unanswered: "unanswered"
        case .busy: "busy"
        }
    }
}
