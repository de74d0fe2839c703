import Values

/// The inputs and outputs of a policy on what it is connected to.
@usableFromInline
package final class ConnectedPorts<Outputs: Sendable>: Sendable {
    let slots: [InputReader.Slot]
    let notices: NoticeBoard
    /// Each hands over one part of the outputs.
    @usableFromInline let senders: [OutputPorts<Outputs>.Send]
    private let ends: PortEnds

    init(
        _ slots: [InputReader.Slot], _ notices: NoticeBoard, _ senders: [OutputPorts<Outputs>.Send],
        _ ends: PortEnds
    ) {
        self.slots = slots
        self.notices = notices
        self.senders = senders
        self.ends = ends
    }

    /// Reads the inputs for a policy that takes requests of this type.
    package func reader<Request: PluginRequest>(for type: Request.Type) -> InputReader {
        InputReader(slots, notices, for: type)
    }

    /// Hands over the outputs of one step, each command to hold until `expiry`. Never waits.
    @inlinable
    package func deliver(_ outputs: Outputs, until expiry: Instant) {
        for send in senders { send(outputs, expiry) }
    }

    /// The same policy at other endpoints, which `Policy.check` has found to fit: what stays connected is the
    /// very same, with what waits in it, and what does not has no effect any more.
    func moved<P: Policy>(
        of policy: P.Type, _ settings: P.Settings, to connections: PortConnections,
        _ context: PolicyContext
    ) -> ConnectedPorts where P.Outputs == Outputs {
        let next = P.connected(settings, to: connections, context, after: ends)
        ends.release(but: next.ends)
        return next
    }
}

/// The ports of a policy, described and connected: one run of its declarations does each.
extension Policy {
    private typealias Collected = (
        ports: [PolicyPort], errors: [String], ConnectedPorts<Outputs>
    )

    private static func collect(
        _ settings: Settings, at connections: PortConnections?, _ context: PolicyContext? = nil,
        after before: PortEnds = PortEnds()
    ) -> Collected {
        // Outputs first: inputs refer to them. People read of inputs first.
        let outputs = PortCollector(connections, context, after: before)
        let output = OutputPorts<Outputs>(outputs)
        Self.outputs(output, settings)
        let inputs = PortCollector(connections, context, after: before, outputs: outputs)
        _ = Self.inputs(InputReader(inputs), settings)
        var errors = inputs.errors + outputs.errors
        if let type = inputs.requestType {
            if type != Request.self {
                errors.append("its inputs read the requests of another policy")
            }
        } else if !Request.declarations.isEmpty {
            errors.append("its inputs do not read the requests that it takes")
        }
        return (
            inputs.ports + outputs.ports, errors,
            ConnectedPorts(
                inputs.slots, context?.notices ?? NoticeBoard(), output.senders,
                inputs.ends.merging(outputs.ends))
        )
    }

    /// The ports of one with these settings, in their order.
    static func ports(for settings: Settings) -> [PolicyPort] {
        collect(settings, at: nil).ports
    }

    /// Looks whether a policy can be connected to these. Takes nothing from anybody.
    ///
    /// - Throws: every port that is connected to nothing, or to something else than it carries, and every mistake in the
    ///   declarations themselves.
    package static func check(
        _ settings: Settings, at connections: PortConnections, of policy: String
    ) throws(PlainError) {
        let errors = collect(settings, at: connections).errors
        guard errors.isEmpty else {
            throw PlainError("policy \(policy): \(errors.joined(separator: "; "))")
        }
    }

    /// The ports on what `check` has found to fit.
    package static func connected(
        _ settings: Settings, to connections: PortConnections, _ context: PolicyContext
    ) -> ConnectedPorts<Outputs> {
        collect(settings, at: connections, context).2
    }

    /// The same for one that goes on with `before`.
    fileprivate static func connected(
        _ settings: Settings, to connections: PortConnections, _ context: PolicyContext,
        after before: PortEnds
    ) -> ConnectedPorts<Outputs> {
        collect(settings, at: connections, context, after: before).2
    }

    /// What it would read now: takes nothing from anybody.
    static func glimpse(
        _ settings: Settings, at connections: PortConnections, _ now: Instant
    ) -> Inputs {
        let none: [Event<Request>] = []
        return collect(settings, at: connections).2.reader(for: Request.self).read(none, at: now) {
            inputs($0, settings)
        }
    }
}
