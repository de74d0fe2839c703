import Settings
import Values

/// Describes and connects the outputs of a policy, each declared once with the part of its outputs that goes there.
///
/// ```swift
/// static func declare(_ port: OutputPorts<Outputs>) {
///     port.command("fan", "How fast the fan turns.") { $0.fan }
///     port.command("lamp", required: false, "Shows how it is.") { $0.signal.lamp }
/// }
/// ```
@usableFromInline
package final class OutputPorts<Outputs> {
    /// Hands over one part of the outputs, to hold until a time. Never waits.
    @usableFromInline typealias Send = @Sendable (Outputs, _ expiry: Instant) -> Void

    private let collector: PortCollector
    /// In the order of the declarations.
    @usableFromInline var senders: [Send] = []

    init(_ collector: PortCollector) {
        self.collector = collector
    }

    /// A command to an output; `nil` leaves the device alone.
    @inlinable
    package func command<Command: DeviceValue>(
        _ name: String, required: Bool = true, _ summary: String,
        _ command: @escaping @Sendable (Outputs) -> Command?
    ) {
        let writer: CommandWriter<Command>? = writer(name, isRequired: required, summary)
        guard let writer else { return }
        senders.append { outputs, expiry in
            if let command = command(outputs) { writer.send(command, until: expiry) }
        }
    }

    @usableFromInline
    func writer<Command: DeviceValue>(
        _ name: String, isRequired: Bool, _ summary: String
    ) -> CommandWriter<Command>? {
        collector.writer(name, isRequired: isRequired, summary)
    }

    /// A command to an output of which a person has chosen the name, and that takes one of these kinds; `nil` lets the
    /// device go at once to what it does with nobody in charge.
    package func command(
        _ name: String, of kinds: [String], at mention: SettingPlace, _ summary: String,
        _ command: @escaping @Sendable (Outputs) -> ActuatorCommand?
    ) {
        let port = PolicyPort(
            name: name, kinds: kinds, summary: summary, flow: .command, isRequired: true,
            mention: mention)
        guard let send = collector.commandSender(port) else { return }
        senders.append { outputs, expiry in send(command(outputs), expiry) }
    }

    /// Requests to any plugins of the service, each once; `Policy.asks` says beforehand which. The responses are an input:
    /// `InputReader.askResponses`.
    package func asks(_ asks: @escaping @Sendable (Outputs) -> [OutgoingAsk]) {
        guard let sender = collector.askSender() else { return }
        senders.append { outputs, _ in sender.send(asks(outputs)) }
    }

    /// Requests to a driver, each once. `requests` names all that will be sent: the configuration reader refuses a driver
    /// that does not take them. The responses are an input: `InputReader.responses(of:)`.
    package func request(
        _ name: String, of requests: [String], required: Bool = true, _ summary: String,
        _ request: @escaping @Sendable (Outputs) -> OutgoingRequest?
    ) {
        let sender = collector.requestSender(
            name, of: requests, isRequired: required, summary)
        guard let sender else { return }
        senders.append { outputs, _ in
            if let request = request(outputs) { sender.send(request) }
        }
    }
}
