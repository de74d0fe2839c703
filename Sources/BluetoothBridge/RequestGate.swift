import Control
import Core
import JSON
import Values

/// How requests pass from the radio to roost: every rule about it but who may send what, which the service judges, and
/// nothing that waits.
struct RequestGate {
    /// What the control socket is to be asked.
    struct Question: Equatable {
        let line: JSONValue
        /// Of a request that only makes things safer: it is asked once for all who ask for it.
        let sharedAs: String?
    }

    /// What was asked for longer ago is not begun any more.
    private static let answerTimeout = Duration.seconds(5)

    private let limit: RequestLimit
    private var rate = RateLimit<String>(5, each: .seconds(1))

    init(allow: [String]?) {
        limit = RequestLimit(ofStrangers: allow)
    }

    /// The words of `roost send`, for the control socket. `catalogue` is what roost takes; `nil` while nobody knows.
    ///
    /// - Throws: why they are not passed on.
    mutating func question(
        _ words: [String], from central: String, _ catalogue: RequestCatalogue?, at now: Instant
    ) throws(PlainError) -> Question {
        guard let catalogue else { throw PlainError("roost is not running, or has no time") }
        guard !words.isEmpty else { throw PlainError("nothing to ask for") }
        let isSafer = catalogue.isSafer(words)
        guard isSafer || rate.allows(central, at: now) else {
            throw PlainError("at most five requests a second")
        }
        var line = limit.members
        line["request"] = "send"
        line["words"] = .array(words.map(JSONValue.string))
        line["by"] = .string("bluetooth \(central.prefix(40))")
        line["deadline_ns"] = JSONValue(integer: (now + Self.answerTimeout).nanoseconds)
        return Question(
            line: .object(line), sharedAs: isSafer ? words.joined(separator: " ") : nil)
    }
}
