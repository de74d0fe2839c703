import Settings
import Synchronization
import Values

/// Collects the ports of a policy as they are asked for, and what stands at each of them.
final class PortCollector {
    /// What the policy is connected to; `nil` while its ports are only described.
    private let connections: PortConnections?
    /// `nil` while it is only looked whether everything fits: then nothing is taken from anybody.
    private let context: PolicyContext?
    private(set) var ports: [PolicyPort] = []
    private var names: Set<String> = []
    private(set) var errors: [String] = []
    /// What a step reads from, in the order in which inputs were asked for.
    var slots: [InputReader.Slot] = []
    /// What it held before, and what it holds now.
    private let endsBefore: PortEnds
    private(set) var ends = PortEnds()
    /// What inputs refer to, by the name of the output.
    private var outputs: [String: Output] = [:]
    /// Of the requests that the inputs read; `nil` where they read none.
    private(set) var requestType: Any.Type?

    private struct Output {
        let type: Any.Type
        /// `nil` where nothing is connected.
        let end: AnyObject?
    }

    init(
        _ connections: PortConnections?, _ context: PolicyContext? = nil,
        after endsBefore: PortEnds = PortEnds(), outputs: PortCollector? = nil
    ) {
        self.connections = connections
        self.context = context
        self.endsBefore = endsBefore
        if let outputs {
            self.outputs = outputs.outputs
            names = outputs.names
        }
    }

    /// What stands at a port for values of this type.
    func end<End: AnyObject, Value: DeviceValue>(
        _ name: String, _ type: Value.Type, _ flow: PortFlow, isRequired: Bool,
        at mention: SettingPlace? = nil, _ summary: String
    ) -> End? {
        let endpoint = endpoint(
            PolicyPort(
                name: name, kinds: [Value.kind], summary: summary, flow: flow,
                isRequired: isRequired,
                variables: { Value.variables }, mention: mention))
        guard let endpoint else { return nil }
        guard let end = endpoint as? End else {
            reportMismatch(name, endpoint)
            return nil
        }
        return end
    }

    /// A queue of its own for the events of a driver.
    func eventQueue<Value: DeviceValue>(
        _ name: String, _ type: Value.Type, isRequired: Bool, at mention: SettingPlace?,
        _ summary: String
    ) -> EventQueue<Value>? {
        let source: EventSource<Value>? = end(
            name, type, .eventsOut, isRequired: isRequired, at: mention, summary)
        guard let source, let context else { return nil }
        return ends.keep(name, of: source, from: endsBefore) {
            let queue = source.connect(for: context.name)
            return (queue, { source.disconnect(queue) })
        }
    }

    /// What a reading of one input comes from, whatever type the end there has.
    func readingEnd(_ input: ReadingInput) -> ReadingEnd? {
        guard let endpoint = endpoint(input.port) else { return nil }
        guard let end = ReadingEnd(endpoint, input.form) else {
            reportMismatch(input.name, endpoint)
            return nil
        }
        return end
    }

    /// What takes one of several kinds of commands, whichever stands there; and what hands it over.
    func commandSender(_ port: PolicyPort) -> (@Sendable (ActuatorCommand?, Instant) -> Void)? {
        guard let endpoint = endpoint(port) else { return nil }
        switch endpoint {
        case let sink as Sink<SwitchCommand>: return sender(port, sink) { $0.switchCommand }
        case let sink as Sink<Level>: return sender(port, sink) { $0.levelCommand }
        case let sink as Sink<ServoCommand>: return sender(port, sink) { $0.servoCommand }
        default:
            reportMismatch(port.name, endpoint)
            return nil
        }
    }

    private func sender<Command: DeviceValue>(
        _ port: PolicyPort, _ sink: Sink<Command>,
        _ convert: @escaping @Sendable (ActuatorCommand) -> Command?
    ) -> (@Sendable (ActuatorCommand?, Instant) -> Void)? {
        guard port.kinds.contains(Command.kind) else {
            reportMismatch(port.name, sink)
            return nil
        }
        guard let writer = writer(port.name, of: sink) else { return nil }
        // Of the policy before this one it may have a command.
        let mayHold = Flag()
        return { command, expiry in
            if let command = command.flatMap(convert) {
                mayHold.value.store(true, ordering: .relaxed)
                writer.send(command, until: expiry)
            } else if mayHold.value.exchange(false, ordering: .relaxed) {
                writer.withdraw()
            }
        }
    }

    private final class Flag: Sendable {
        let value = Atomic(true)
    }

    func writer<Command: DeviceValue>(
        _ name: String, isRequired: Bool, _ summary: String
    ) -> CommandWriter<Command>? {
        let sink: Sink<Command>? = end(
            name, Command.self, .command, isRequired: isRequired, summary)
        outputs[name] = Output(type: Sink<Command>.self, end: sink)
        return sink.flatMap { writer(name, of: $0) }
    }

    private func writer<Command: DeviceValue>(
        _ name: String, of sink: Sink<Command>
    ) -> CommandWriter<Command>? {
        guard context != nil else { return nil }
        return ends.keep(name, of: sink, from: endsBefore) {
            let writer = sink.makeWriter()
            return (writer, { writer.revoke() })
        }
    }

    func requestSender(
        _ name: String, of requests: [String], isRequired: Bool, _ summary: String
    ) -> RequestSender? {
        let sender = makeSender(
            PolicyPort(
                name: name, kinds: [DriverPort.requestKind], summary: summary, flow: .requests,
                isRequired: isRequired, requests: requests))
        outputs[name] = Output(type: RequestSender.self, end: sender)
        return sender
    }

    private func makeSender(_ port: PolicyPort) -> RequestSender? {
        guard let endpoint = endpoint(port) else { return nil }
        guard let queue = endpoint as? any RequestQueue else {
            reportMismatch(port.name, endpoint)
            return nil
        }
        guard let context else { return nil }
        return ends.keep(port.name, of: endpoint, from: endsBefore) {
            let driver = connections?.drivers[port.name] ?? ""
            return (RequestSender(to: driver, queue, of: context), {})
        }
    }

    /// Where requests to any plugin of the service go. Inputs refer to it by its name, which no port can have.
    func askSender() -> RequestSender? {
        outputs[Self.askName] = Output(type: RequestSender.self, end: context?.asker)
        return context?.asker
    }

    static let askName = "(requests to any plugin)"

    /// What an input refers to by the name of an output.
    func output<End: AnyObject>(_ name: String) -> End? {
        guard let output = outputs[name] else {
            errors.append("an input refers to \"\(name)\", which is not an output")
            return nil
        }
        guard output.type == End.self else {
            errors.append("an input refers to \"\(name)\", which is an output of another type")
            return nil
        }
        return output.end as? End
    }

    func readsRequests(of type: Any.Type) { requestType = type }

    /// What stands at a port.
    private func endpoint(_ port: PolicyPort) -> (any Endpoint)? {
        if !names.insert(port.name).inserted {
            errors.append("\"\(port.name)\" is declared twice")
        }
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
