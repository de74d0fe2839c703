import Core
import Devices
import JSON

/// The requests that the plugins of a running service take, with their effects, and what is shown of its policies: what
/// `{"request": "requests"}` is answered.
///
/// It may be older than the last change. So nothing is allowed by it: the service judges each request by a `RequestLimit`.
package struct RequestCatalogue: Equatable, Sendable {
    /// By the plugin and the request.
    private let effects: [String: [String: RequestEffect]]
    /// By the plugin: those that need no arguments.
    private let plain: [String: Set<String>]
    /// By the policy. One that this program does not understand is left out.
    package let presentations: [String: Presentation]

    /// - Returns: `nil` of an answer that does not say it.
    package init?(_ answer: JSONValue) {
        guard case .array(let plugins)? = answer["plugins"] else { return nil }
        var effects: [String: [String: RequestEffect]] = [:]
        var plain: [String: Set<String>] = [:]
        for plugin in plugins {
            guard case .string(let name)? = plugin["name"],
                case .array(let requests)? = plugin["requests"]
            else { return nil }
            for request in requests {
                guard case .string(let requestName)? = request["name"],
                    case .string(let word)? = request["effect"],
                    let effect = RequestEffect(rawValue: word)
                else { return nil }
                effects[name, default: [:]][requestName] = effect
                if case .array(let arguments)? = request["arguments"],
                    !arguments.contains(where: { $0["required"] == true })
                {
                    plain[name, default: []].insert(requestName)
                }
            }
        }
        self.effects = effects
        self.plain = plain
        guard case .object(let shown)? = answer["presentations"] else {
            presentations = [:]
            return
        }
        presentations = shown.compactMapValues { try? $0.decode(as: Presentation.self) }
    }

    /// The requests of a plugin that can be asked for by their names alone.
    package func plainRequests(of plugin: String) -> [String] { (plain[plugin] ?? []).sorted() }

    /// The effect of a request to a plugin; `nil` where it does not take it.
    package func effect(of request: String, to plugin: String) -> RequestEffect? {
        effects[plugin]?[request]
    }

    /// Whether the words of `roost send` are a request that is safer, and nothing else.
    package func isSafer(_ words: [String]) -> Bool {
        switch words.count {
        case 1: effects.values.contains { $0[words[0]] == .safer }
        case 2: effect(of: words[1], to: words[0]) == .safer
        default: false
        }
    }
}
