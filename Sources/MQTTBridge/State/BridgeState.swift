import Control
import Core
import JSON
import MQTT

/// What the broker is told, made of the lines of `watch`.
package struct BridgeState {
    /// Seconds. The first lines of `watch` tell what happened before somebody watched.
    private static let maxEventAge = 5.0

    private let topics: BridgeTopics
    private let states: StateTopics
    private let discovery: DeviceDiscovery?
    package var outbox = Outbox()
    /// Those that can be asked, policies by their names and outputs by their addresses; `nil` while nobody tells anything.
    package private(set) var targets: Set<String>?
    /// The platforms of all components that Home Assistant was ever told of, by their ids.
    private var former: [String: String] = [:]
    /// By the policy, the number of the last event that was told.
    private var lastEvents: [String: Double] = [:]

    package init(_ settings: BridgeSettings) {
        topics = BridgeTopics(node: settings.node)
        states = StateTopics(topics: topics)
        discovery = settings.discovery ? DeviceDiscovery(settings) : nil
        outbox.set(topics.availability, Self.offline)
    }

    package static let offline = Array("offline".utf8)
    static let online = Array("online".utf8)

    /// Takes a line of `watch`.
    package mutating func note(_ line: JSONValue, _ catalogue: RequestCatalogue) {
        if let event = line["event"] {
            guard case .number(let age)? = event["age_seconds"], age < Self.maxEventAge else {
                return
            }
            tell(topics.log, Self.logEvent(event))
        } else if let status = line["status"],
            let report = try? status.decode(as: StatusReport.self)
        {
            note(report, catalogue)
        }
    }

    /// Takes from the broker what it keeps and nobody publishes: `kept` are topics of drivers and policies, `components` what
    /// Home Assistant was told of, each with its platform.
    ///
    /// - Returns: the topics.
    mutating func clear(_ kept: Set<String>, _ components: [String: String]) -> Set<String> {
        let ghosts = kept.filter { !outbox.wants($0) }
        for topic in ghosts { outbox.clear(topic) }
        former.merge(components) { $1 }
        return ghosts
    }

    /// Nobody tells anything any more.
    package mutating func noteGone() {
        targets = nil
        outbox.set(topics.availability, Self.offline)
    }

    private mutating func note(_ report: StatusReport, _ catalogue: RequestCatalogue) {
        targets = Set(report.policies.map(\.name) + report.outputs.map(\.address))
        let payloads = states.payloads(report)
        for (topic, payload) in payloads.sorted(by: { $0.key < $1.key }) {
            outbox.set(topic, Array(payload.line.utf8))
        }
        if let discovery {
            let components = discovery.components(report, catalogue)
            let payload = discovery.payload(report, components, without: former)
            outbox.set(discovery.topic, Array(payload.line.utf8))
            former.merge(components.compactMapValues(DeviceDiscovery.platform)) { $1 }
        }
        outbox.set(topics.availability, Self.online)
        let others: Set = [topics.availability, discovery?.topic]
        outbox.keep { payloads[$0] != nil || others.contains($0) }
        for policy in report.policies { tellEvents(of: policy) }
    }

    /// What happened since the last look, the oldest first. What was there before is no news.
    private mutating func tellEvents(of policy: PolicyReport) {
        guard case .array(let events)? = policy.details?["events"] else { return }
        let numbered = events.compactMap { event -> (number: Double, event: JSONValue)? in
            guard case .number(let number)? = event["number"] else { return nil }
            return (number, event)
        }
        let newest = numbered.map(\.number).max() ?? 0
        let known = min(lastEvents[policy.name] ?? newest, newest)
        lastEvents[policy.name] = newest
        for (_, event) in numbered.filter({ $0.number > known }).sorted(by: {
            $0.number < $1.number
        }) {
            tell(topics.event(policy.name), Self.policyEvent(event))
        }
    }

    private mutating func tell(_ topic: String, _ event: JSONValue) {
        outbox.add(MQTTMessage(topic, Array(event.line.utf8)))
    }

    /// Home Assistant wants to know the kind of an event under this name.
    private static func logEvent(_ event: JSONValue) -> JSONValue {
        [
            "event_type": event["level"] ?? "notice", "source": event["source"] ?? .null,
            "text": event["text"] ?? .null,
        ]
    }

    private static func policyEvent(_ event: JSONValue) -> JSONValue {
        guard case .object(var members) = event else { return event }
        members["event_type"] = members.removeValue(forKey: "kind")
        return .object(members)
    }
}
