import Core
import JSON
import Values

/// The requests that the plugins of a running service take, with their effects, and what is shown of its policies: what
/// `{"request": "requests"}` is answered.
///
/// It may be older than the last change. So nothing is allowed by it: the service judges each request by a `RequestLimit`.
package struct RequestCatalogue: Equatable, Sendable {
    private struct Request: Equatable, Sendable {
        let effect: RequestEffect
        /// Whether its name says it all.
        let isPlain: Bool
    }

    /// By the plugin and the request.
    private let requests: [String: [String: Request]]
    /// By the policy. One that this program does not understand is left out.
    package let presentations: [String: Presentation]

    /// - Returns: `nil` of an answer that does not say it.
    package init?(_ answer: JSONValue) {
        guard case .array(let plugins)? = answer["plugins"] else { return nil }
        var known: [String: [String: Request]] = [:]
        for plugin in plugins {
            guard case .string(let name)? = plugin["name"],
                case .array(let requests)? = plugin["requests"]
            else { return nil }
            for request in requests {
                guard case .string(let requestName)? = request["name"],
                    case .string(let word)? = request["effect"],
                    let effect = RequestEffect(rawValue: word)
                else { return nil }
                known[name, default: [:]][requestName] = Request(
                    effect: effect, isPlain: Self.isPlain(request))
            }
        }
        requests = known
        guard case .object(let shown)? = answer["presentations"] else {
            presentations = [:]
            return
        }
        presentations = shown.compactMapValues { try? $0.decode(as: Presentation.self) }
    }

    private static func isPlain(_ request: JSONValue) -> Bool {
        guard case .array(let arguments)? = request["arguments"] else { return false }
        return !arguments.contains { $0["required"] == true }
    }

    /// The requests of a plugin that can be asked for by their names alone.
    package func plainRequests(of plugin: String) -> [String] {
        (requests[plugin] ?? [:]).filter(\.value.isPlain).keys.sorted()
    }

    /// The effect of a request to a plugin; `nil` where it does not take it.
    package func effect(of request: String, to plugin: String) -> RequestEffect? {
        requests[plugin]?[request]?.effect
    }

    /// Whether the words of `roost send` are a request that is safer, and nothing else.
    package func isSafer(_ words: [String]) -> Bool {
        switch words.count {
        case 1: requests.values.contains { $0[words[0]]?.effect == .safer }
        case 2: effect(of: words[1], to: words[0]) == .safer
        default: false
        }
    }
}
