import Devices

/// One named end of a plugin, typed by what it carries.
package struct Port<Value: DeviceValue>: Sendable {
    package let name: String
    /// One sentence for the reference.
    package let summary: String

    package init(_ name: String, _ summary: String) {
        self.name = name
        self.summary = summary
    }
}

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

/// A driver's port without its type: what the configuration connects.
package struct DriverPort: Sendable {
    package let name: String
    package let kind: String
    package let summary: String
    package let flow: PortFlow
    /// Makes the end with nothing in it; the time is since when nothing has come.
    package let makeEndpoint: @Sendable (Instant) -> any Endpoint

    /// The port of the requests that a driver takes.
    static let requestsName = "requests"
    static let requestKind = "request"

    package static func source<Value>(_ port: Port<Value>) -> DriverPort {
        DriverPort(port, .state) { Source<Value>(at: $0) }
    }

    package static func sink<Value>(_ port: Port<Value>) -> DriverPort {
        DriverPort(port, .command) { _ in Sink<Value>() }
    }

    /// Events that the driver tells of.
    package static func events<Value>(_ port: Port<Value>) -> DriverPort {
        DriverPort(port, .eventsOut) { _ in EventSource<Value>() }
    }

    /// What policies ask the driver for, by the declarations of its plugin: every driver that takes
    /// requests has it, beside those that it declares.
    package static func requests<Request: PluginRequest>(_ type: Request.Type) -> [DriverPort] {
        guard !Request.declarations.isEmpty else { return [] }
        return [
            DriverPort(
                name: requestsName, kind: requestKind, summary: "What it can be asked for.",
                flow: .requests, makeEndpoint: { _ in EventQueue<Request>() })
        ]
    }
}

extension DriverPort {
    private init<Value>(
        _ port: Port<Value>, _ flow: PortFlow,
        makeEndpoint: @escaping @Sendable (Instant) -> any Endpoint
    ) {
        self.init(
            name: port.name, kind: Value.kind, summary: port.summary, flow: flow,
            makeEndpoint: makeEndpoint)
    }
}

/// A policy's port without its type, as its `PolicyPorts` declare it.
package struct PolicyPort: Sendable {
    package let name: String
    package let kind: String
    package let summary: String
    package let flow: PortFlow
    package let isRequired: Bool
    /// What the policy sends through it, by name; of `requests` only.
    package var requests: [String] = []
}
