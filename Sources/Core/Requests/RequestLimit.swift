import JSON
import Values

/// How far the sender of a request may go.
///
/// A program that passes requests on for others sends it with each of them, and the service judges it by what the plugin
/// declares at that moment. What the program knows of the declarations may be older than the last change.
package struct RequestLimit: Equatable, Sendable {
    package let effect: RequestEffect
    /// The requests that are left to it, and the outputs that it may switch, as "driver.port"; `nil` for requests of any name.
    package let names: [String]?

    package static let unlimited = RequestLimit(atMost: .irreversible)

    package init(atMost effect: RequestEffect, names: [String]? = nil) {
        self.effect = effect
        self.names = names
    }

    /// That of senders whom a program cannot identify: `names` is the `allow` of its file. What cannot be undone is never
    /// left to them, and what may hurt only where the file names it.
    package init(ofStrangers names: [String]?) {
        self.init(atMost: names == nil ? .ordinary : .hazardous, names: names)
    }

    package func allows(_ name: String, _ effect: RequestEffect) -> Bool {
        effect <= self.effect && names?.contains(name) ?? true
    }

    /// - Throws: an error if `origin` may not send that.
    package func check(_ request: RequestDescription, from origin: EventOrigin) throws(RequestError)
    {
        guard !allows(request.allowedAs, request.effect) else { return }
        let name = "\"\(request.output.map { "\($0) " } ?? "")\(request.name)\""
        guard request.effect <= effect else {
            let taken = RequestEffect.allCases.filter { $0 <= effect }.map(\.rawValue)
            throw .forbidden(
                "\(name) is \(request.effect.rawValue); \(origin) may send only requests that are "
                    + taken.joined(separator: " or "))
        }
        let known = names.map { $0.isEmpty ? "none" : $0.joined(separator: ", ") } ?? "all"
        throw .forbidden(
            request.output == nil
                ? "\(name) is not one of the requests that \(origin) may send: \(known)"
                : "\(name): \(origin) may not switch that output; its file allows \(known)")
    }

    /// The keys of a `send` that carry it.
    package var members: [String: JSONValue] {
        var members: [String: JSONValue] = ["at_most": .string(effect.rawValue)]
        members["allow"] = names.map { .array($0.map(JSONValue.string)) }
        return members
    }
}
