import Devices

/// Connects the ports of a policy one by one, and remembers what was asked for.
@usableFromInline
package final class PortReader {
    /// What the policy is connected to; `nil` while its ports are only being described.
    private let connections: PortConnections?
    /// `nil` while it is only looked whether everything fits: then nothing is taken from anybody.
    private let context: PolicyContext?
    private(set) var ports: [PolicyPort] = []
    private var errors: [String] = []
    /// What it held before, and what it holds now.
    private let endsBefore: PortEnds
    private var ends = PortEnds()

    private init(
        _ connections: PortConnections?, _ context: PolicyContext? = nil,
        after endsBefore: PortEnds = PortEnds()
    ) {
        self.connections = connections
        self.context = context
        self.endsBefore = endsBefore
    }

    /// What the service tells every policy: no port of a configuration.
    package var notices: NoticeBoard { context?.notices ?? NoticeBoard() }

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
        writer(name, isRequired: true, summary) ?? Sink().makeWriter()
    }

    /// The right to command an output that may be left out.
    package func output<Value>(
        optional name: String, _ summary: String
    ) -> CommandWriter<Value>? {
        writer(name, isRequired: false, summary)
    }

    private func writer<Value>(
        _ name: String, isRequired: Bool, _ summary: String
    ) -> CommandWriter<Value>? {
        let sink: Sink<Value>? = connect(
            name, Value.self, .command, isRequired: isRequired, summary)
        guard let sink, context != nil else { return nil }
        return ends.keep(name, of: sink, from: endsBefore) {
            let writer = sink.makeWriter()
            return (writer, { writer.revoke() })
        }
    }

    /// A queue of the events of a driver; it is never filled where nothing is connected.
    package func events<Value: DeviceValue>(
        _ name: String, required: Bool = true, _ summary: String
    ) -> EventQueue<Value> {
        let source: EventSource<Value>? = connect(
            name, Value.self, .eventsOut, isRequired: required, summary)
        guard let source, let context else { return EventQueue() }
        return ends.keep(name, of: source, from: endsBefore) {
            let queue = source.connect(for: context.name)
            return (queue, { source.disconnect(queue) })
        }
    }

    /// Where to ask a driver for something to be done once; `nil` where nothing is connected, and
    /// then there is nobody to ask. `requests` names those that will be sent: the configuration
    /// reader refuses a driver that does not take them.
    package func requestSender(
        _ name: String, of requests: [String], required: Bool = true, _ summary: String
    ) -> RequestSender? {
        let endpoint = endpoint(
            PolicyPort(
                name: name, kind: DriverPort.requestKind, summary: summary, flow: .requests,
                isRequired: required, requests: requests))
        guard let endpoint else { return nil }
        guard let queue = endpoint as? any RequestQueue else {
            reportMismatch(name, endpoint)
            return nil
        }
        guard let context else { return nil }
        return ends.keep(name, of: endpoint, from: endsBefore) {
            (RequestSender(to: connections?.drivers[name] ?? "", queue, of: context), {})
        }
    }

    private func connect<End: AnyObject, Value: DeviceValue>(
        _ name: String, _ type: Value.Type, _ flow: PortFlow, isRequired: Bool,
        _ summary: String
    ) -> End? {
        let endpoint = endpoint(
            PolicyPort(
                name: name, kind: Value.kind, summary: summary, flow: flow, isRequired: isRequired,
                variables: { Value.variables }))
        guard let endpoint else { return nil }
        guard let end = endpoint as? End else {
            reportMismatch(name, endpoint)
            return nil
        }
        return end
    }

    /// What stands at a port.
    private func endpoint(_ port: PolicyPort) -> (any Endpoint)? {
        ports.append(port)
        guard let connections else { return nil }
        let endpoint = connections.endpoints[port.name]
        if endpoint == nil, port.isRequired {
            errors.append("\"\(port.name)\" is connected to nothing")
        }
        return endpoint
    }

    private func reportMismatch(_ name: String, _ endpoint: any Endpoint) {
        errors.append("\"\(name)\" is connected to \(endpoint.flow.noun) of \(endpoint.kind)")
    }
}

extension PortReader {
    /// The ports of a policy on what it is connected to.
    ///
    /// - Throws: every port that is connected to nothing, or to something else than it carries.
    package static func connect<Ports: PolicyPorts>(
        _ type: Ports.Type, to connections: PortConnections, _ context: PolicyContext
    ) throws(PlainError) -> Ports {
        try check(type, at: connections, of: context.name)
        return connected(type, to: connections, context).ports
    }

    /// Looks whether a policy can be connected to these. Takes nothing from anybody.
    ///
    /// - Throws: as `connect`.
    static func check<Ports: PolicyPorts>(
        _ type: Ports.Type, at connections: PortConnections, of policy: String
    ) throws(PlainError) {
        let reader = PortReader(connections)
        _ = Ports(reader)
        guard reader.errors.isEmpty else {
            throw PlainError("policy \(policy): \(reader.errors.joined(separator: "; "))")
        }
    }

    /// The ports on what they were found to fit; `before` has what the policy goes on with.
    static func connected<Ports: PolicyPorts>(
        _ type: Ports.Type, to connections: PortConnections, _ context: PolicyContext,
        after before: PortEnds = PortEnds()
    ) -> ConnectedPorts<Ports> {
        let reader = PortReader(connections, context, after: before)
        let ports = Ports(reader)
        return ConnectedPorts(ports, reader.ends)
    }

    /// The ports for a look at what they read: takes nothing from anybody, and commands nobody.
    static func glimpse<Ports: PolicyPorts>(
        _ type: Ports.Type, at connections: PortConnections
    ) -> Ports {
        Ports(PortReader(connections))
    }

    /// The ports that `Ports` declares, in their order.
    package static func describe<Ports: PolicyPorts>(_ type: Ports.Type) -> [PolicyPort] {
        let reader = PortReader(nil)
        _ = Ports(reader)
        return reader.ports
    }
}
