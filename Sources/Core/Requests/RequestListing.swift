import JSON
import Settings

/// What the plugins can be asked for, as the control socket tells it.
package struct RequestListing {
    package let json: JSONValue

    package init(_ targets: [RequestBroker.Target]) {
        json = .array(targets.map(Self.plugin))
    }

    private static func plugin(_ target: RequestBroker.Target) -> JSONValue {
        [
            "name": .string(target.name),
            "requests": .array(target.queue.descriptions.map(request)),
        ]
    }

    private static func request(_ request: RequestDescription) -> JSONValue {
        [
            "name": .string(request.name), "summary": .string(request.summary),
            "synopsis": .string(request.synopsis), "effect": .string(request.effect.rawValue),
            "arguments": .array(request.arguments.map(argument)),
        ]
    }

    private static func argument(_ argument: SettingDescription) -> JSONValue {
        [
            "key": .string(argument.key), "expected": .string(argument.expected),
            "required": .bool(argument.isRequired), "default": JSONValue(argument.defaultText),
            "summary": .string(argument.summary),
        ]
    }
}
