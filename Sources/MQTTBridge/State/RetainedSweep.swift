import Core
import JSON
import MQTT
import Values

/// Finds what the broker keeps below the node and nobody publishes any more: of a driver that was renamed while no bridge ran.
///
/// It is the bridge's to clear only while the bridge alone has the node, that is: while the broker gives back the `id` of
/// this one in the topic `bridge`.
package struct RetainedSweep: Sendable {
    package enum Finding: Equatable, Sendable {
        /// What the broker keeps in topics of drivers and policies, and the platforms of the components that Home Assistant
        /// was told of, by their ids.
        case kept(topics: Set<String>, components: [String: String])
        /// Nothing may be cleared, and why.
        case notOurs(String)
    }

    private enum Phase: Sendable {
        case idle
        /// The broker has not answered yet to all that was subscribed.
        case subscribing(Set<String>)
        case collecting(until: Instant)
    }

    /// Kept messages follow the answer to the subscription: so long a slow broker takes for a few hundred of them.
    private static let collectFor = Duration.seconds(3)
    /// More than a node with a hundred devices has; what does not fit is left alone.
    private static let maxTopics = 2000

    private let topics: BridgeTopics
    private let discovery: String?
    private var phase = Phase.idle
    private var found: Set<String> = []
    private var components: [String: String] = [:]
    private var holder: String?
    private var refusal: String?

    package init(_ settings: BridgeSettings) {
        topics = BridgeTopics(node: settings.node)
        discovery = settings.discovery ? DeviceDiscovery(settings).topic : nil
    }

    /// What is to be subscribed with all that the broker keeps. None of them overlaps with the requests.
    package var filters: [String] {
        [topics.bridge, topics.allDrivers, topics.allPolicies, topics.allOutputs]
            + (discovery.map { [$0] } ?? [])
    }

    /// Whether messages there are for this, and for nothing else.
    package func hears(_ topic: String) -> Bool {
        topic == topics.bridge || topic == discovery || topics.isOfState(topic)
    }

    /// The bridge has connected, and subscribes.
    package mutating func begin() {
        phase = .subscribing(Set(filters))
        (found, components, holder, refusal) = ([], [:], nil, nil)
    }

    package mutating func note(_ event: MQTTEvent, at now: Instant) {
        switch event {
        case .subscribed(let filter, let refusal): noteSubscribed(filter, refusal, at: now)
        case .message(let message) where message.isRetained: note(message)
        case .connected, .disconnected, .takenOver, .delivered, .message, .tooLong: break
        }
    }

    private mutating func noteSubscribed(_ filter: String, _ refusal: String?, at now: Instant) {
        guard case .subscribing(var rest) = phase, rest.remove(filter) != nil else { return }
        if let refusal { self.refusal = "the broker refuses \(filter): \(refusal)" }
        phase = rest.isEmpty ? .collecting(until: now + Self.collectFor) : .subscribing(rest)
    }

    private mutating func note(_ message: MQTTMessage) {
        if message.topic == topics.bridge {
            guard let json = try? JSONValue(parsing: message.payload.prefix(1024)),
                case .string(let id)? = json["id"]
            else { return }
            holder = id
        } else if message.topic == discovery {
            components = Self.platforms(message.payload)
        } else if topics.isOfState(message.topic), !message.payload.isEmpty,
            found.count < Self.maxTopics
        {
            found.insert(message.topic)
        }
    }

    /// A component of which nothing but the platform is left was removed before.
    private static func platforms(_ payload: [UInt8]) -> [String: String] {
        guard case .object(let all)? = try? JSONValue(parsing: payload)["cmps"] else { return [:] }
        return all.compactMapValues { component in
            guard case .object(let members) = component, members.count > 1,
                case .string(let platform)? = members["p"]
            else { return nil }
            return platform
        }
    }

    /// What was found, once.
    package mutating func finding(ofBridge own: String, at now: Instant) -> Finding? {
        guard case .collecting(let end) = phase, now >= end else { return nil }
        phase = .idle
        if let refusal { return .notOurs(refusal) }
        guard let holder else {
            return .notOurs("the broker does not give back who has the node (\(topics.bridge))")
        }
        guard holder == own else { return .notOurs("another bridge has the node as well") }
        return .kept(topics: found, components: components)
    }
}
