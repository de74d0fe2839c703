import Devices

/// The ends that a policy reads and commands: a value made by asking for each of them once.
///
/// The initialiser is the only place that states a port: its name, what it carries, whether it may
/// be left out, and its sentence. Connecting, checking and the reference are all made by running
/// it, so a policy cannot look at a port that nobody connects.
///
/// ```swift
/// struct Ports: PolicyPorts {
///     let light: Source<LightLevel>
///     let lamp: CommandWriter<SwitchCommand>
///     init(_ port: PortReader) {
///         light = port.input("light", "How light it is.")
///         lamp = port.output("lamp", "Whether the lamp is lit.")
///     }
/// }
/// ```
package protocol PolicyPorts: Sendable {
    init(_ port: PortReader)
}

/// Where a policy asks a driver for something to be done once, and hears what became of it.
package struct EventSender<Value: DeviceValue>: Sendable {
    private let queue: EventQueue<Value>
    private let origin: EventOrigin
    /// What was said since the last look, oldest first.
    private let responses: EventQueue<Response>

    init(queue: EventQueue<Value>, origin: EventOrigin) {
        self.queue = queue
        self.origin = origin
        responses = EventQueue()
    }

    /// Sends an event; the driver refuses it if it comes to it after `deadline`.
    ///
    /// - Returns: its number, by which `takeResponses` tells of it.
    /// - Throws: that it was not taken, and why.
    @discardableResult
    package func send(
        _ value: Value, at now: Instant, deadline: Instant?, isUrgent: Bool = false
    ) throws(EventRefusal) -> UInt64 {
        let (responses, origin) = (responses, origin)
        return try queue.post(
            value, from: origin, at: now, deadline: deadline, isUrgent: isUrgent
        ) { response in
            // What overflows is counted by the queue: the policy did not look for long.
            _ = try? responses.post(response, from: origin, at: now)
        }
    }

    /// What became of the events that were sent, since the last call.
    package func takeResponses(at now: Instant) -> [Response] {
        responses.drain(at: now).map(\.value)
    }
}
