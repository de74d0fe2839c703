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
    /// Of all policies and outputs, for who subscribes.
    package var allRequests: [String] { ["\(root)/policy/+/set", "\(root)/output/+/set"] }

    /// What is kept of drivers, of policies and of outputs, for who subscribes.
    var allDrivers: String { "\(root)/driver/#" }
    var allPolicies: String { "\(root)/policy/+" }
    var allOutputs: String { "\(root)/output/+" }

    /// Whether a bridge keeps the state of a driver, one of its values, a policy or an output there.
    func isOfState(_ topic: String) -> Bool {
        let parts = topic.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 4 || parts.count == 5, topic.hasPrefix("\(root)/") else {
            return false
        }
        return parts[2] == "driver" || ["policy", "output"].contains(parts[2]) && parts.count == 4
    }

    func driver(_ name: String) -> String { "\(root)/driver/\(name)" }
    func source(_ driver: String, _ port: String) -> String { "\(root)/driver/\(driver)/\(port)" }
    package func policy(_ name: String) -> String { "\(root)/policy/\(name)" }
    func event(_ policy: String) -> String { "\(self.policy(policy))/event" }
    /// The output's address, as "driver.port".
    func output(_ address: String) -> String { "\(root)/output/\(address)" }
    func requests(_ target: String) -> String { "\(state(of: target))/set" }
    func answer(_ target: String) -> String { "\(state(of: target))/answer" }

    /// Only the address of an output has a dot.
    private func state(of target: String) -> String {
        target.contains(".") ? output(target) : policy(target)
    }

    /// Whom a request is for, a policy or an output; `nil` of a topic that takes none.
    func target(ofRequests topic: String) -> String? {
        let parts = topic.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 5, topic == requests(String(parts[3])) else { return nil }
        return String(parts[3])
    }
}
