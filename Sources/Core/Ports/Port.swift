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

/// Which way values flow, seen from the drivers.
package enum PortDirection: String, Sendable {
    /// From a driver to policies.
    case source
    /// From a policy to a driver.
    case sink
}

/// A driver's port without its type: what the wiring works with.
package struct DriverPort: Sendable {
    package let name: String
    package let kind: String
    package let summary: String
    package let direction: PortDirection
    package let makeEndpoint: @Sendable () -> AnyEndpoint

    package static func source<Value>(_ port: Port<Value>) -> DriverPort {
        DriverPort(
            name: port.name, kind: Value.kind, summary: port.summary, direction: .source,
            makeEndpoint: { AnyEndpoint(source: Source<Value>()) })
    }

    package static func sink<Value>(_ port: Port<Value>) -> DriverPort {
        DriverPort(
            name: port.name, kind: Value.kind, summary: port.summary, direction: .sink,
            makeEndpoint: { AnyEndpoint(sink: Sink<Value>()) })
    }
}

/// A policy's port without its type.
package struct PolicyPort: Sendable {
    package let name: String
    package let kind: String
    package let summary: String
    package let direction: PortDirection
    package let isRequired: Bool
    /// Bound to this when the configuration says nothing.
    package let defaultBinding: String?
    /// What stands in for an optional input that is bound to nothing.
    let makeUnconnected: @Sendable () -> AnyEndpoint

    package static func input<Value>(
        _ port: Port<Value>, required: Bool = true, defaultBinding: String? = nil
    ) -> PolicyPort {
        PolicyPort(
            name: port.name, kind: Value.kind, summary: port.summary, direction: .source,
            isRequired: required, defaultBinding: defaultBinding,
            makeUnconnected: {
                let source = Source<Value>()
                source.publishAbsent("not connected in the configuration", at: .zero)
                return AnyEndpoint(source: source, isConnected: false)
            })
    }

    package static func output<Value>(_ port: Port<Value>, required: Bool = true) -> PolicyPort {
        PolicyPort(
            name: port.name, kind: Value.kind, summary: port.summary, direction: .sink,
            isRequired: required, defaultBinding: nil,
            makeUnconnected: { AnyEndpoint(sink: Sink<Value>()) })
    }
}
