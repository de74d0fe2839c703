import Devices
import JSON
import Core

/// The requests that the plugins of a running service take, with their effects: what `{"request": "requests"}` is answered.
package struct RequestCatalogue: Equatable, Sendable {
    /// By the plugin and the request.
    private let effects: [String: [String: RequestEffect]]

    /// - Returns: `nil` of an answer that does not say it.
    package init?(_ answer: JSONValue) {
        guard case .array(let plugins)? = answer["plugins"] else { return nil }
        var effects: [String: [String: RequestEffect]] = [:]
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
            }
        }
        self.effects = effects
    }

    /// The effect of a request to a plugin; of one to no plugin in particular, the worst of all that take such a request.
    ///
    /// - Returns: `nil` where nobody takes it.
    package func effect(of request: String, to plugin: String? = nil) -> RequestEffect? {
        guard let plugin else { return effects.values.compactMap { $0[request] }.max() }
        return effects[plugin]?[request]
    }

    /// Takes the words of `roost send` apart, by the service's rule: the name of a plugin first, or of a request that one
    /// plugin alone takes.
    ///
    /// - Returns: `nil` where they name no request.
    package func parts(of words: [String]) -> (plugin: String?, request: String)? {
        guard let first = words.first else { return nil }
        guard effects[first] != nil else { return (nil, first) }
        return words.count > 1 ? (first, words[1]) : nil
    }
}

/// Which requests a program beside the service takes from a sender that it cannot identify.
package struct RequestPermission: Sendable {
    /// The names in its file; `nil` if the file has no `allow`.
    private let named: [String]?
    /// "from a broker", "over the radio".
    private let source: String

    package init(_ named: [String]?, source: String) {
        (self.named, self.source) = (named, source)
    }

    package func allows(_ request: String, _ effect: RequestEffect?) -> Bool {
        (try? check(request, effect)) != nil
    }

    /// - Throws: why it is not taken. One that the catalogue does not have is never passed on: after a change of the
    ///   configuration the service may take it before the catalogue says what it does.
    package func check(_ request: String, _ effect: RequestEffect?) throws(PlainError) {
        let name = "\"\(request.prefix(40))\""
        guard let effect else { throw PlainError("nothing that runs takes \(name)") }
        guard effect != .irreversible else {
            throw PlainError("\(name) cannot be undone, and is never taken \(source)")
        }
        guard let named else {
            if effect == .hazardous {
                throw PlainError("\(name) is taken \(source) only where \"allow\" names it")
            }
            return
        }
        guard named.contains(request) else {
            throw PlainError(
                "\(name) is not taken \(source); \"allow\" has \(named.joined(separator: ", "))")
        }
    }
}
