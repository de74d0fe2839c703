import JSON
import Settings
import Values

/// What a plugin can be asked for by name, once: an enumeration with a case for each request.
///
/// `declarations` is the only place that states a request: its name, its sentence and its
/// arguments. Checking, `roost send`, its help and the reference are all made from it.
///
/// ```swift
/// enum Request: PluginRequest {
///     case stop, dim(to: Level)
///     static let declarations: [RequestDeclaration<Request>] = [
///         .init("stop", "Go dark at once.", .stop, effect: .safer),
///         .init("dim", "Go to that level, and stay.", Dimming.self) { .dim(to: $0.level) },
///     ]
/// }
/// ```
@usableFromInline
package protocol PluginRequest: Codable, Equatable, Sendable {
    static var declarations: [RequestDeclaration<Self>] { get }
}

extension PluginRequest {
    /// Looks at a request as somebody will send it, its name and then its arguments.
    ///
    /// - Returns: its effect.
    /// - Throws: that there is no such request, or what is wrong with its arguments.
    static func check(_ words: [String], of plugin: String) throws(PlainError) -> RequestEffect {
        let name = words.first ?? ""
        guard let declaration = declarations.first(where: { $0.description.name == name }) else {
            throw PlainError(declarations.map(\.description).lack(name, of: plugin))
        }
        let arguments = RequestArguments.words(Array(words.dropFirst()), files: [:])
        guard arguments.missingFile(of: declaration.description) == nil else {
            throw PlainError("\(name) takes a file, which only a person can send")
        }
        _ = try mapped(to: { PlainError($0.description) }) { () throws(ConfigurationErrors) in
            try declaration.read(arguments)
        }
        return declaration.description.effect
    }
}

/// Of a plugin that takes no requests. It has no case, so there is none.
@usableFromInline
package enum NoRequest: PluginRequest {
    @usableFromInline package static var declarations: [RequestDeclaration<NoRequest>] { [] }

    @usableFromInline
    package init(from decoder: any Decoder) throws {
        throw DecodingError.dataCorrupted(
            .init(codingPath: decoder.codingPath, debugDescription: "it takes no requests"))
    }

    @usableFromInline
    package func encode(to encoder: any Encoder) throws {}
}

/// One request that a plugin takes.
@usableFromInline
package struct RequestDeclaration<Request: Sendable>: Sendable {
    package private(set) var description: RequestDescription
    let read: @Sendable (RequestArguments) throws(ConfigurationErrors) -> Request

    /// A request without arguments.
    ///
    /// With a word of `confirmation`, to be given as `confirm`, it is irreversible.
    package init(
        _ name: String, _ summary: String, _ request: Request, effect: RequestEffect = .ordinary,
        confirmation: String? = nil
    ) {
        let arguments = confirmation.map(Confirmation.arguments) ?? []
        description = RequestDescription(
            name: name, summary: summary, arguments: arguments,
            effect: confirmation == nil ? effect : .irreversible)
        read = { given throws(ConfigurationErrors) in
            guard let confirmation else {
                _ = try given.read(NoArguments.self, of: name)
                return request
            }
            let confirmed = try given.read(Confirmation.self, of: name)
            guard confirmed.word == confirmation else {
                throw SettingPath(name).key("confirm").error(
                    "this cannot be undone; if it is what you want, add confirm=\(confirmation)")
            }
            return request
        }
    }

    /// A request with arguments, which are declared like settings. It is never `.safer`: each would be an entry of its own
    /// in the queue.
    package init<Arguments: PluginSettings>(
        _ name: String, _ summary: String, _ arguments: Arguments.Type, isHazardous: Bool = false,
        _ make: @escaping @Sendable (Arguments) -> Request
    ) {
        description = RequestDescription(
            name: name, summary: summary, arguments: SettingsReader.describe(Arguments.self),
            effect: isHazardous ? .hazardous : .ordinary)
        read = { given throws(ConfigurationErrors) in
            make(try given.read(Arguments.self, of: name))
        }
    }

    /// The same, with another time in which it may be done.
    package func within(_ timeout: Duration) -> RequestDeclaration {
        var other = self
        other.description.responseTimeout = timeout
        return other
    }

    /// The same, which somebody in a hurry may call so: such a word asks for nothing, and is answered with the name.
    package func alsoCalled(_ words: String...) -> RequestDeclaration {
        var other = self
        other.description.otherWords = words
        return other
    }

    /// The same, of one that is asked about once a second: the log has its name alone, so that it is one line a
    /// minute.
    package func repeated() -> RequestDeclaration {
        var other = momentary()
        other.description.isRepeated = true
        return other
    }

    /// The same, of one that changes nothing which is to be there after a power cut, such as a question: its answer
    /// says nothing of a memory that could not be saved, and does not wait for it.
    package func momentary() -> RequestDeclaration {
        var other = self
        other.description.isMomentary = true
        return other
    }
}

/// A request as the reference and the help show it.
package struct RequestDescription: Sendable {
    package let name: String
    package let summary: String
    package let arguments: [SettingDescription]
    package let effect: RequestEffect
    /// How long it may take to be done; `nil` for the usual time.
    package fileprivate(set) var responseTimeout: Duration?
    fileprivate(set) var isRepeated = false
    fileprivate(set) var isMomentary = false
    /// What else somebody may call it.
    package fileprivate(set) var otherWords: [String] = []
    /// The output that it is for, by hand; `nil` of a request to a plugin.
    package private(set) var output: PortAddress?

    /// What names it in the `allow` of a program that passes requests on: its name, or the output that it is for.
    package var allowedAs: String { output?.description ?? name }

    /// The same, to an output.
    func at(_ output: PortAddress) -> RequestDescription {
        var other = self
        other.output = output
        return other
    }

    /// How it is typed: "target LATITUDE LONGITUDE [ALTITUDE]".
    package var synopsis: String {
        let words = arguments.map { argument in
            let word = argument.key.uppercased()
            return argument.isRequired ? word : "[\(word)]"
        }
        return ([name] + words).joined(separator: " ")
    }
}

/// Those of a request that takes none.
private struct NoArguments: PluginSettings {
    init(_ read: SettingsReader) {}
}

/// The argument of a request that cannot be undone.
private struct Confirmation: PluginSettings {
    let word: String

    init(_ read: SettingsReader) {
        word = read("confirm", .text("the word"), default: "", "The word that confirms it.")
    }

    static func arguments(_ word: String) -> [SettingDescription] {
        [
            SettingDescription(
                key: "confirm", expected: "the word \"\(word)\"", isRequired: true,
                summary: "Without it nothing happens.", schema: { ["const": .string(word)] })
        ]
    }
}
