/// The names of the topics: all begin with "roost/NODE/".
package struct BridgeTopics: Sendable {
    package let node: String

    package init(node: String) { self.node = node }

    private var root: String { "roost/\(node)" }
    /// "online" or "offline", retained.
    package var availability: String { "\(root)/availability" }
    /// How everything is, by the verdict of the service.
    var verdict: String { "\(root)/verdict" }
    /// What the log tells; not retained.
    package var log: String { "\(root)/log" }
    /// Where another bridge with the same node says that it waits; not retained.
    var bridge: String { "\(root)/bridge" }
    /// Of all policies, for who subscribes.
    package var allRequests: String { "\(root)/policy/+/set" }

    func driver(_ name: String) -> String { "\(root)/driver/\(name)" }
    func source(_ driver: String, _ port: String) -> String { "\(root)/driver/\(driver)/\(port)" }
    package func policy(_ name: String) -> String { "\(root)/policy/\(name)" }
    func event(_ policy: String) -> String { "\(self.policy(policy))/event" }
    func requests(_ policy: String) -> String { "\(self.policy(policy))/set" }
    func answer(_ policy: String) -> String { "\(self.policy(policy))/answer" }

    /// Whom a request is for; `nil` of a topic that takes none.
    func policy(ofRequests topic: String) -> String? {
        let parts = topic.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 5, topic == requests(String(parts[3])) else { return nil }
        return String(parts[3])
    }
}
