import Devices

/// Connects the ports of a policy one by one, and remembers what was asked for.
package final class PortReader {
    /// What the policy is connected to; `nil` while its ports are only being described.
    private let connections: PortConnections?
    private let origin: EventOrigin
    private(set) var ports: [PolicyPort] = []
    private var errors: [String] = []

    private init(_ connections: PortConnections?, origin: EventOrigin) {
        self.connections = connections
        self.origin = origin
    }

    /// The source of an input that must be connected.
    package func input<Value>(_ name: String, _ summary: String) -> Source<Value> {
        connect(name, Value.self, .state, isRequired: true, summary) ?? Source()
    }

    /// The source of an input that may be left out; `nil` then, which is another thing than a
    /// device that does not answer.
    package func input<Value>(optional name: String, _ summary: String) -> Source<Value>? {
        connect(name, Value.self, .state, isRequired: false, summary)
    }

    /// The right to command an output that must be connected.
    package func output<Value>(_ name: String, _ summary: String) -> CommandWriter<Value> {
        let sink: Sink<Value>? = connect(name, Value.self, .command, isRequired: true, summary)
        return (sink ?? Sink()).makeWriter()
    }

    /// The right to command an output that may be left out.
    package func output<Value>(
        optional name: String, _ summary: String
    ) -> CommandWriter<Value>? {
        let sink: Sink<Value>? = connect(name, Value.self, .command, isRequired: false, summary)
        return sink?.makeWriter()
    }

    /// A queue of the events of a driver; it is never filled where nothing is connected.
    package func events<Value: DeviceValue>(
        _ name: String, required: Bool = true, _ summary: String
    ) -> EventQueue<Value> {
        let source: EventSource<Value>? = connect(
            name, Value.self, .eventsOut, isRequired: required, summary)
        return source?.connect() ?? EventQueue()
    }

    /// Where to ask a driver for something to be done once; `nil` where nothing is connected.
    package func eventSender<Value: DeviceValue>(
        _ name: String, required: Bool = true, _ summary: String
    ) -> EventSender<Value>? {
        let queue: EventQueue<Value>? = connect(
            name, Value.self, .eventsIn, isRequired: required, summary)
        return queue.map { EventSender(queue: $0, origin: origin) }
    }

    private func connect<End: AnyObject, Value: DeviceValue>(
        _ name: String, _ type: Value.Type, _ flow: PortFlow, isRequired: Bool,
        _ summary: String
    ) -> End? {
        ports.append(
            PolicyPort(
                name: name, kind: Value.kind, summary: summary, flow: flow, isRequired: isRequired))
        guard let connections else { return nil }
        guard let endpoint = connections.endpoints[name] else {
            if isRequired { errors.append("\"\(name)\" is connected to nothing") }
            return nil
        }
        guard let end = endpoint.object as? End else {
            errors.append("\"\(name)\" is connected to \(endpoint.flow.noun) of \(endpoint.kind)")
            return nil
        }
        return end
    }
}

extension PortReader {
    /// The ports of a policy on what it is connected to; `name` is the policy's, for its events.
    ///
    /// - Throws: every port that is connected to nothing, or to something else than it carries.
    static func connect<Ports: PolicyPorts>(
        _ type: Ports.Type, to connections: PortConnections, policy name: String
    ) throws(ConnectionError) -> Ports {
        let reader = PortReader(connections, origin: EventOrigin("policy \(name)"))
        let ports = Ports(reader)
        guard reader.errors.isEmpty else {
            throw ConnectionError(
                "policy \(name): \(reader.errors.joined(separator: "; "))")
        }
        return ports
    }

    /// The ports that `Ports` declares, in their order.
    package static func describe<Ports: PolicyPorts>(_ type: Ports.Type) -> [PolicyPort] {
        let reader = PortReader(nil, origin: EventOrigin("nobody"))
        _ = Ports(reader)
        return reader.ports
    }
}

/// Why a policy's ports could not be connected, in words.
package struct ConnectionError: Error, Equatable, Sendable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}
