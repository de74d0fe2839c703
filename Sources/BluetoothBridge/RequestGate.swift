import Control
import JSON
import Core
import Devices
import PhoneMessages
import Program

/// Which requests pass from the radio to roost: every rule about it, and nothing that waits.
struct RequestGate {
    /// What the control socket is to be asked.
    struct Question: Equatable {
        let line: JSONValue
        /// Of a request that only makes things safer: it is asked once for all who ask for it.
        let sharedAs: String?
    }

    /// What was asked for longer ago is not begun any more.
    private static let answerTimeout = Duration.seconds(5)

    private let permission: RequestPermission
    private var rate = RateLimit<String>(5, each: .seconds(1))

    init(allow: [String]?) {
        permission = RequestPermission(allow, source: "over the radio")
    }

    /// The words of `roost send`, for the control socket. `catalogue` is what roost takes; `nil` while nobody knows.
    ///
    /// - Throws: why they are not passed on.
    mutating func question(
        _ words: [String], from central: String, _ catalogue: RequestCatalogue?, at now: Instant
    ) throws(PlainError) -> Question {
        guard let catalogue else { throw PlainError("roost is not running, or has no time") }
        guard let first = words.first else { throw PlainError("nothing to ask for") }
        guard let (plugin, name) = catalogue.parts(of: words) else {
            throw PlainError("ask \(first.prefix(40)) for what?")
        }
        let effect = catalogue.effect(of: name, to: plugin)
        try permission.check(name, effect)
        guard effect == .safer || rate.allows(central, at: now) else {
            throw PlainError("at most five requests a second")
        }
        let isAlone = words.count == (plugin == nil ? 1 : 2)
        return Question(
            line: [
                "request": "send", "words": .array(words.map(JSONValue.string)),
                "by": .string("bluetooth \(central.prefix(40))"),
                "deadline_ns": JSONValue(integer: (now + Self.answerTimeout).nanoseconds) ?? .null,
            ], sharedAs: effect == .safer && isAlone ? words.joined(separator: " ") : nil)
    }
}
