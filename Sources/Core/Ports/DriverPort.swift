import Values

/// A driver's port without its type: what the configuration connects.
package struct DriverPort: Sendable {
    package let name: String
    package let kind: String
    package let summary: String
    package let flow: PortFlow
    /// Of a sink that can hurt: only the policies made for it command it.
    package var isGuarded = false
    /// How a person commands it by hand; `nil` of what nobody does.
    var handCommand: (any HandCommand.Type)?
    /// Of a measurement whose quantity is known before it is measured.
    package private(set) var quantity: Measurement.Quantity?
    /// Makes the end with nothing in it; the time is since when nothing has come.
    package let makeEndpoint: @Sendable (Instant) -> any Endpoint

    /// The port of the requests that a driver takes.
    static let requestsName = "requests"
    static let requestKind = "request"

    package static func source<Value>(_ port: Port<Value>) -> DriverPort {
        DriverPort(port, .state) { Source<Value>(at: $0) }
    }

    /// `isGuarded`: it can hurt, and only the policies made for it command it.
    package static func sink<Value>(_ port: Port<Value>, isGuarded: Bool = false) -> DriverPort {
        var sink = DriverPort(port, .command) { _ in Sink<Value>() }
        sink.isGuarded = isGuarded
        sink.handCommand = Value.self as? any HandCommand.Type
        return sink
    }

    /// A source of a measurement of which the settings say what it measures.
    package static func source(
        _ port: Port<Measurement>, of quantity: Measurement.Quantity
    ) -> DriverPort {
        var port = source(port)
        port.quantity = quantity
        return port
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
