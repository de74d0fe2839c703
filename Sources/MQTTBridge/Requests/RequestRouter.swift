import Control
import Core
import JSON
import MQTT
import Settings
import Values

/// What becomes of a message to one of the topics for requests: every rule about it but who may send what, which the
/// service judges, and nothing that waits.
package struct RequestRouter {
    /// What the control socket is to be asked, and where its answer goes.
    package struct Question: Equatable, Sendable {
        package let line: JSONValue
        package let answerTopic: String
        /// Of a request that only makes things safer: of which it is asked once for all who ask for it.
        package let sharedAs: String?
    }

    /// Why a request is not passed on, for the log and for its sender.
    package struct RoutingError: Error, Equatable, CustomStringConvertible {
        package let description: String
        /// `nil` where nobody waits for an answer.
        package let answerTopic: String?
    }

    static let maxBytes = 4096
    /// What was asked for longer ago is not begun any more.
    private static let answerTimeout = Duration.seconds(5)

    private let topics: BridgeTopics
    private let limit: RequestLimit
    private var rate = RateLimit<String>(5, each: .seconds(1))

    package init(_ settings: BridgeSettings) {
        topics = BridgeTopics(node: settings.node)
        limit = settings.limit
    }

    /// `targets` are those that can be asked, and `catalogue` what they take; `nil` while nobody knows them.
    ///
    /// - Throws: why it is not passed on.
    package mutating func route(
        _ message: MQTTMessage, to targets: Set<String>?, _ catalogue: RequestCatalogue?,
        at now: Instant
    ) throws(RoutingError) -> Question {
        guard let target = topics.target(ofRequests: message.topic) else {
            throw RoutingError(
                description: "no requests go to \(message.topic.prefix(80))", answerTopic: nil)
        }
        let answerTopic = topics.answer(target)
        do throws(PlainError) {
            // First, so that names that are not there cost nothing and count for nothing.
            guard let targets, let catalogue else {
                throw PlainError("roost is not running, or has no time")
            }
            guard targets.contains(target) else {
                let kind = target.contains(".") ? "switchable output" : "policy"
                throw PlainError("no \(kind) is called \"\(target.prefix(81))\"")
            }
            let (name, members) = try Self.read(message)
            let effect = catalogue.effect(of: name, to: target)
            let isSafer = effect == .safer && members["arguments"] == nil
            // What nobody is known to take uses up only a rate of its own.
            guard isSafer || rate.allows(effect == nil ? "" : target, at: now) else {
                throw PlainError("at most five requests a second")
            }
            return Question(
                line: line(members, to: target, at: now), answerTopic: answerTopic,
                sharedAs: isSafer ? "\(target) \(name)" : nil)
        } catch {
            throw RoutingError(description: error.description, answerTopic: answerTopic)
        }
    }

    /// - Returns: the name of the request, and what the control socket is told of it.
    private static func read(
        _ message: MQTTMessage
    ) throws(PlainError) -> (String, [String: JSONValue]) {
        // What the broker kept somebody asked for once: it is nobody's wish now.
        guard !message.isRetained else { throw PlainError("a retained request is not obeyed") }
        guard message.payload.count <= maxBytes else {
            throw PlainError("a request has at most \(maxBytes) bytes")
        }
        guard message.payload.first == UInt8(ascii: "{") else {
            let name = String(decoding: message.payload, as: UTF8.self)
            guard isPlainName(name) else {
                throw PlainError("a request is a name, or {\"name\": TEXT, \"arguments\": {}}")
            }
            return (name, ["name": .string(name)])
        }
        guard let json = try? JSONValue(parsing: message.payload),
            case .object(let members) = json,
            members.keys.allSatisfy({ ["name", "arguments"].contains($0) }),
            case .string(let name)? = members["name"]
        else { throw PlainError("a request is a name, or {\"name\": TEXT, \"arguments\": {}}") }
        return (name, members)
    }

    private func line(
        _ members: [String: JSONValue], to target: String, at now: Instant
    ) -> JSONValue {
        var members = members.merging(limit.members) { $1 }
        members["request"] = "send"
        members["to"] = .string(target)
        members["by"] = "mqtt"
        members["deadline_ns"] = JSONValue(integer: (now + Self.answerTimeout).nanoseconds)
        return .object(members)
    }
}
