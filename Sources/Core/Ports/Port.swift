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
    /// Events in their order, from any number of policies to a driver.
    case eventsIn

    /// Whether values come from the driver.
    package var isFromDriver: Bool { self == .state || self == .eventsOut }

    /// What a driver does with it, for the reference: "gives `light`".
    package var driverVerb: String {
        switch self {
        case .state: "gives"
        case .command: "takes"
        case .eventsOut: "tells of"
        case .eventsIn: "is asked through"
        }
    }

    /// What a policy does with it, for the reference: "reads `light`".
    package var policyVerb: String {
        switch self {
        case .state: "reads"
        case .command: "commands"
        case .eventsOut: "is told through"
        case .eventsIn: "asks through"
        }
    }

    /// What stands there, for an error: "a source of light".
    package var noun: String {
        switch self {
        case .state: "a source"
        case .command: "a sink"
        case .eventsOut: "a source of events"
        case .eventsIn: "a sink of events"
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
    package let makeEndpoint: @Sendable (Instant) -> AnyEndpoint

    package static func source<Value>(_ port: Port<Value>) -> DriverPort {
        DriverPort(port, .state) { AnyEndpoint(source: Source<Value>(at: $0)) }
    }

    package static func sink<Value>(_ port: Port<Value>) -> DriverPort {
        DriverPort(port, .command) { _ in AnyEndpoint(sink: Sink<Value>()) }
    }

    /// Events that the driver tells of.
    package static func events<Value>(_ port: Port<Value>) -> DriverPort {
        DriverPort(port, .eventsOut) { _ in AnyEndpoint(events: EventSource<Value>()) }
    }

    /// Events that the driver is asked to do something with.
    package static func eventSink<Value>(_ port: Port<Value>) -> DriverPort {
        DriverPort(port, .eventsIn) { _ in AnyEndpoint(queue: EventQueue<Value>()) }
    }

    private init<Value>(
        _ port: Port<Value>, _ flow: PortFlow,
        makeEndpoint: @escaping @Sendable (Instant) -> AnyEndpoint
    ) {
        name = port.name
        kind = Value.kind
        summary = port.summary
        self.flow = flow
        self.makeEndpoint = makeEndpoint
    }
}

/// A policy's port without its type, as its `PolicyPorts` declare it.
package struct PolicyPort: Sendable {
    package let name: String
    package let kind: String
    package let summary: String
    package let flow: PortFlow
    package let isRequired: Bool
}
