import Core
import Devices
import PhoneMessages
import Program

/// Which requests pass from the radio to roost: every rule about it, and nothing that waits.
struct RequestGate {
    /// What was asked for longer ago is not begun any more.
    private static let answerTimeout = Duration.seconds(5)

    private let allow: [String]
    private var rate = RateLimit<String>(5, each: .seconds(1))

    init(allow: [String]) {
        self.allow = allow
    }

    /// Whether they ask for what only makes things safer, as far as can be told without knowing the plugins: that is
    /// asked once for all who ask for it.
    static func areSafer(_ words: [String]) -> Bool {
        words.count <= 2 && words.last.map(saferRequests.contains) == true
    }

    /// The words of `roost send`, for the control socket. `listing` is what `{"request": "requests"}` was answered
    /// with, at this moment.
    ///
    /// - Throws: why they are not passed on.
    mutating func question(
        _ words: [String], from central: String, listing: JSONValue, at now: Instant
    ) throws(PlainError) -> JSONValue {
        let request = try Self.request(words, listing)
        guard allow.contains(request.name) else {
            throw PlainError(
                "\"\(request.name.prefix(40))\" may not be asked for over the radio; \"allow\" has "
                    + allow.joined(separator: ", "))
        }
        guard !request.asksForConfirmation else {
            throw PlainError("what cannot be undone is not asked for over the radio")
        }
        guard saferRequests.contains(request.name) || rate.allows(central, at: now) else {
            throw PlainError("at most five requests a second")
        }
        var question: [String: JSONValue] = [
            "request": "send", "words": .array(words.map(JSONValue.string)),
            "by": .string("bluetooth \(central.prefix(40))"),
        ]
        if !stoppingRequests.contains(request.name) {
            question["deadline_ns"] = JSONValue(integer: (now + Self.answerTimeout).nanoseconds)
        }
        return .object(question)
    }

    /// What the words are, by the same rule as the service's: the name of a plugin first, or of a request that one
    /// alone takes.
    private static func request(
        _ words: [String], _ listing: JSONValue
    ) throws(PlainError) -> (name: String, asksForConfirmation: Bool) {
        guard case .array(let plugins)? = listing["plugins"] else {
            throw PlainError("roost does not say what it takes")
        }
        guard let first = words.first else { throw PlainError("nothing to ask for") }
        let named = plugins.first { $0["name"] == .string(first) }
        let name: String? = named == nil ? first : words.dropFirst().first
        guard let name else { throw PlainError("ask \(first.prefix(40)) for what?") }
        let known = (named.map { [$0] } ?? plugins).flatMap { requests(of: $0) }
        let meant = known.filter { $0["name"] == .string(name) }
        return (name, meant.contains { arguments(of: $0).contains("confirm") })
    }

    private static func requests(of plugin: JSONValue) -> [JSONValue] {
        if case .array(let requests)? = plugin["requests"] { requests } else { [] }
    }

    private static func arguments(of request: JSONValue) -> [String] {
        guard case .array(let arguments)? = request["arguments"] else { return [] }
        return arguments.compactMap {
            if case .string(let key)? = $0["key"] { key } else { nil }
        }
    }
}
