import CommandKit
import Control
import Core
import JSON
import Values

/// What a deployment asks the running roost for.
package struct RunningRoost {
    package let status: () throws(PlainError) -> StatusReport
    package let plan: (ConfigurationOffer) throws(PlainError) -> ChangePlan
    package let apply: (ConfigurationOffer) throws(PlainError) -> ChangePlan
    /// To the one plugin that takes it.
    package let send:
        (_ request: String, _ arguments: [String: JSONValue]) throws(PlainError) -> Void

    package init(
        status: @escaping () throws(PlainError) -> StatusReport,
        plan: @escaping (ConfigurationOffer) throws(PlainError) -> ChangePlan,
        apply: @escaping (ConfigurationOffer) throws(PlainError) -> ChangePlan,
        send: @escaping (String, [String: JSONValue]) throws(PlainError) -> Void
    ) {
        (self.status, self.plan, self.apply, self.send) = (status, plan, apply, send)
    }

    /// The one that answers at a control socket.
    package init(at socket: String) {
        self.init(
            status: { () throws(PlainError) in
                try Self.ask(socket) { client throws(CommandError) in try client.status() }
            },
            plan: { offer throws(PlainError) in
                try Self.ask(socket) { client throws(CommandError) in try client.plan(offer) }
            },
            apply: { offer throws(PlainError) in
                try Self.ask(socket) { client throws(CommandError) in try client.apply(offer) }
            },
            send: { request, arguments throws(PlainError) in
                try Self.ask(socket) { client throws(CommandError) in
                    _ = try client.ask([
                        "request": "send", "name": .string(request),
                        "arguments": .object(arguments), "by": "roost-stick",
                    ])
                }
            })
    }

    private static func ask<Answer>(
        _ socket: String, _ question: (ControlClient) throws(CommandError) -> Answer
    ) throws(PlainError) -> Answer {
        try mapped(to: { PlainError($0.message) }) { () throws(CommandError) in
            try question(try ControlClient(paths: [socket]))
        }
    }
}
