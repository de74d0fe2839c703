import JSON
import Settings
import Values

/// A request with the plugin that it is for, as it came from a person or a program.
package enum AddressedRequest: Equatable, Sendable {
    /// The words of `roost send`: `[PLUGIN] REQUEST [ARGUMENT ...]`, with the content of the files
    /// that they name, by the names of the arguments.
    case words([String], files: [String: FileText] = [:])
    /// As a program sends it; `nil` for the only plugin that takes such a request.
    case named(String, of: String?, arguments: [String: JSONValue])

    /// What was asked, for the log, bounded.
    func words(name: String) -> String {
        switch self {
        case .words(let words, _):
            let rest = words.drop { $0 != name }
            return String(rest.joined(separator: " ").prefix(200))
        case .named(let name, _, let arguments):
            guard !arguments.isEmpty else { return name }
            return String("\(name) \(JSONValue.object(arguments).line)".prefix(200))
        }
    }
}

/// Finds out whom a request is for, of those who can be asked now.
struct RequestAddressing {
    typealias Target = RequestBroker.Target
    typealias Resolved = (Target, RequestDescription, RequestArguments)

    let targets: [Target]
    /// See `RequestBroker`.
    var refusal: (_ name: String) -> String? = { _ in nil }

    /// Finds who is meant, and what.
    ///
    /// - Throws: that nobody, or more than one, takes it; with those that there are.
    func resolve(_ request: AddressedRequest) throws(RequestError) -> Resolved {
        switch request {
        case .named(let name, let plugin?, let arguments):
            guard let target = try target(named: plugin, for: name) else {
                throw unknown(plugin, among: targets.map(\.name))
            }
            return (target, try target.description(of: name), .json(arguments))
        case .named(let name, nil, let arguments):
            let (target, description) = try onlyTarget(of: name)
            return (target, description, .json(arguments))
        case .words(let words, let files): return try resolve(words, files)
        }
    }

    private func resolve(
        _ words: [String], _ files: [String: FileText]
    ) throws(RequestError) -> Resolved {
        guard let first = words.first else {
            throw .invalid("nothing to ask for; \(known)")
        }
        let second = words.dropFirst().first
        // A request may be called as an output that nobody asks.
        let isRequest = targets.contains { $0.output == nil && $0.names.contains(first) }
        guard let target = try target(named: first, for: second, isRequest: isRequest) else {
            let (target, description) = try onlyTarget(of: first)
            return (target, description, .words(Array(words.dropFirst()), files: files))
        }
        guard let second else {
            throw .invalid("ask \(first) for what? It takes \(target.requestNames)")
        }
        let description = try target.description(of: second)
        return (target, description, .words(Array(words.dropFirst(2)), files: files))
    }

    /// Who is called so: a plugin or an output by its name, or by its driver's name the only output of it that takes such a
    /// request.
    ///
    /// - Returns: `nil` where nobody is.
    /// - Throws: that several are, or that nobody may switch what is called so.
    private func target(
        named name: String, for request: String?, isRequest: Bool = false
    ) throws(RequestError) -> Target? {
        let exact = targets.first { $0.name == name }
        let outputs = targets.filter { $0.output?.driver == name }
        let able = outputs.filter { target in request.map(target.names.contains) ?? false }
        if let exact, able.isEmpty || request.map(exact.names.contains) ?? true { return exact }
        if isRequest, able.isEmpty { return nil }
        let meant = able.isEmpty ? outputs : able
        if let only = meant.first, meant.count == 1 { return only }
        guard meant.isEmpty else {
            let names = meant.map { "\"\($0.name)\"" }.joined(separator: " or ")
            throw .invalid("\(name) has several outputs; say \(names)")
        }
        if let why = refusal(name) { throw .refused("refused: \(why)") }
        return nil
    }

    private func unknown(_ name: String, among words: [String]) -> RequestError {
        .invalid(
            "nothing here is called \"\(name.prefix(40))\".\(suggestion(for: name, among: words)) \(known)"
        )
    }

    /// The only plugin that takes a request of this name. An output is never meant without its name: another may be added.
    private func onlyTarget(
        of name: String
    ) throws(RequestError) -> (Target, RequestDescription) {
        let able = targets.filter { $0.output == nil && $0.names.contains(name) }
        guard let target = able.first else {
            let words = targets.flatMap { $0.names + [$0.name] }
            let hint =
                hurriedHint(for: name, among: targets.flatMap(\.queue.descriptions))
                ?? suggestion(for: name, among: words)
            throw .invalid("nothing here takes a request \"\(name.prefix(40))\".\(hint) \(known)")
        }
        guard able.count == 1 else {
            let choices = able.map { "\"\($0.name) \(name)\"" }.joined(separator: " or ")
            throw .invalid("several take \"\(name)\"; say \(choices)")
        }
        return (target, try target.description(of: name))
    }

    /// Who takes what, for the end of an error.
    private var known: String {
        guard !targets.isEmpty else { return "No plugin that runs takes requests" }
        return "There are: "
            + targets.map { "\($0.name) (\($0.requestNames))" }
            .joined(separator: "; ")
    }
}

extension RequestBroker.Target {
    fileprivate var names: [String] { queue.descriptions.map(\.name) }
    fileprivate var requestNames: String { names.joined(separator: ", ") }

    fileprivate func description(of name: String) throws(RequestError) -> RequestDescription {
        guard let description = queue.descriptions.first(where: { $0.name == name }) else {
            throw .invalid(queue.descriptions.lack(name, of: self.name))
        }
        return description
    }
}

extension [RequestDescription] {
    /// That a plugin takes no request of this name, and which ones it takes.
    func lack(_ name: String, of plugin: String) -> String {
        let names = map(\.name)
        let hint = hurriedHint(for: name, among: self) ?? suggestion(for: name, among: names)
        let list = names.isEmpty ? "nothing" : names.joined(separator: ", ")
        return "\(plugin) takes no request \"\(name.prefix(40))\".\(hint) It takes \(list)"
    }
}

/// Those that somebody in a hurry may call so; one that wants a word of confirmation comes last.
package func requests(
    meantBy word: String, among known: [RequestDescription]
) -> [RequestDescription] {
    let found = known.filter { $0.otherWords.contains(word.lowercased()) }
    return found.filter { $0.arguments.isEmpty } + found.filter { !$0.arguments.isEmpty }
}

/// " Did you mean "land" (Land where it is, whatever it is doing.)?"; `nil` where nobody means any by that.
private func hurriedHint(for word: String, among known: [RequestDescription]) -> String? {
    let found = requests(meantBy: word, among: known)
    guard !found.isEmpty else { return nil }
    let words = found.map { "\"\($0.synopsis)\" (\($0.summary))" }
    return " Did you mean \(words.joined(separator: " or "))?"
}
