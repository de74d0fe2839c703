/// How values flow through a port, and which way.
package enum PortFlow: String, Sendable {
    /// The latest sample, from a driver to any number of policies.
    case state
    /// The latest command with its lease, from one policy to a driver.
    case command
    /// Events in their order, from a driver to any number of policies.
    case eventsOut
    /// Requests in their order, from any number of policies to a driver.
    case requests

    /// Whether values come from the driver.
    package var isFromDriver: Bool { self == .state || self == .eventsOut }

    /// What a driver does with it, for the reference: "gives `light`".
    package var driverVerb: String {
        switch self {
        case .state: "gives"
        case .command: "takes"
        case .eventsOut: "tells of"
        case .requests: "is asked through"
        }
    }

    /// What a policy does with it, for the reference: "reads `light`".
    package var policyVerb: String {
        switch self {
        case .state: "reads"
        case .command: "commands"
        case .eventsOut: "is told through"
        case .requests: "asks through"
        }
    }

    /// What stands there, for an error: "a source of light".
    package var noun: String {
        switch self {
        case .state: "a source"
        case .command: "a sink"
        case .eventsOut: "a source of events"
        case .requests: "a queue"
        }
    }
}
