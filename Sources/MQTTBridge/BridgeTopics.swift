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

    /// What is kept of drivers and of policies, for who subscribes.
    var allDrivers: String { "\(root)/driver/#" }
    var allPolicies: String { "\(root)/policy/+" }

    /// Whether a bridge keeps the state of a driver, one of its values, or a policy there.
    func isOfState(_ topic: String) -> Bool {
        let parts = topic.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 4 || parts.count == 5, topic.hasPrefix("\(root)/") else {
            return false
        }
        return parts[2] == "driver" || parts[2] == "policy" && parts.count == 4
    }

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
