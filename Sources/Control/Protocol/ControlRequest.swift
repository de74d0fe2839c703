import Core
import JSON
import Settings
import Values

/// What can be asked over the control socket: one JSON object a line.
///
/// - `{"request": "status"}`: how everything is.
/// - `{"request": "checks"}`: what policies look at before they begin, and whether they would.
/// - `{"request": "requests"}`: what the plugins that run can be asked for, and what is shown of
///   the policies.
/// - `{"request": "history"}`: what each figure was in the last hour, every ten seconds.
/// - `{"request": "years"}`: what each quarter of an hour of the last year was, for policies that have it.
/// - `{"request": "metrics"}`: how everything is as a text for Prometheus, in `"text"`.
/// - `{"request": "watch", "every_ms": 500}`: from now on, a line for each event and for each change of the
///   state, which is looked at every so often: `docs/status.md`.
/// - `{"request": "plan", "text": CONFIGURATION, "files": {NAME: {"file": NAME, "text": CONTENT}}}`: what it
///   would take to go on with that configuration; `"apply"` does it, or says why not and changes nothing. Either
///   is answered with the code "busy" while another one is judged. "deadline_ns" of `"apply"` is as below; with
///   `"probation": false` it is not taken back where health falls: whoever goes back knows what was before.
///   `{"request": "apply", "problem": TEXT}` tells of one that was found bad before it was sent.
/// - `{"request": "use", "policy": NAME, "name": SHADOW}`: the policy goes on with the settings of that shadow, or
///   by its own name with its own; answered as `"apply"`, "deadline_ns" is as below.
/// - `{"request": "acknowledge"}`: a person knows of the change that was undone, and things may begin again.
/// - `{"request": "restart", "name": NAME}`: one driver is closed and started again, or one policy restarts;
///   answered when that has begun.
/// - `{"request": "send", "words": ["pilot", "target", "52.5", "13.4", "altitude=3"]}`, or, from a
///   program, `{"request": "send", "to": "pilot", "name": "target", "arguments": {"latitude": 52.5,
///   "longitude": 13.4, "altitude": "3m"}}`. "to" may be left out where only one plugin takes such
///   a request. What names a file is answered with the code "needs-file" until the file's content
///   comes too: `"files": {"mission": {"file": NAME, "text": CONTENT}}`. "deadline_ns" says until when the sender waits, on the machine's monotonic clock. "by" is for the log, from a
///   program that asks for somebody else. Such a program says how far that somebody may go: `"at_most": "safer"`,
///   an effect of `RequestEffect`, and `"allow": [NAME, ...]`. What goes further is answered with the code
///   "forbidden".
package enum ControlRequest: Equatable, Sendable {
    case status
    case checks
    case requests
    case metrics
    case history
    case years
    case watch(every: Duration)
    case plan(ConfigurationOffer)
    case apply(ConfigurationOffer, deadline: Instant?, onProbation: Bool = true)
    /// Whoever wanted to apply a configuration has found it bad: nothing changes, and the status says so.
    case refuse(why: String)
    /// A policy goes on with the settings of a shadow of it.
    case use(String, policy: String, deadline: Instant?)
    case restart(String)
    case acknowledge
    case send(
        AddressedRequest, deadline: Instant?, by: String? = nil, limit: RequestLimit = .unlimited)

    /// What `"request"` may be.
    package enum Kind: String, CaseIterable, Sendable {
        case status, checks, requests, metrics, history, years, watch, plan, apply, use,
            acknowledge,
            restart, send
    }

    package var kind: Kind {
        switch self {
        case .status: .status
        case .checks: .checks
        case .requests: .requests
        case .metrics: .metrics
        case .history: .history
        case .years: .years
        case .watch: .watch
        case .plan: .plan
        case .apply, .refuse: .apply
        case .use: .use
        case .acknowledge: .acknowledge
        case .restart: .restart
        case .send: .send
        }
    }

    /// The longest request in bytes. A file's content in it is written as JSON, which makes it longer;
    /// `SettingKind.file` says how long it may be itself.
    package static let maxLineBytes = 256 << 10

    /// Reads a request.
    ///
    /// - Throws: what is wrong with it, for the sender. Nothing is half done.
    package init(line: [UInt8]) throws(PlainError) {
        let json: JSONValue
        do throws(JSONSyntaxError) {
            json = try JSONValue(parsing: line)
        } catch {
            throw PlainError("a request is one JSON object on one line; \(error)")
        }
        try self.init(json: json)
    }

    /// Reads one that is a value already.
    ///
    /// - Throws: as for a line.
    package init(json: JSONValue) throws(PlainError) {
        guard case .object(let members) = json else {
            throw PlainError("expected a JSON object, found \(json.summary)")
        }
        guard case .string(let name)? = members["request"], let kind = Kind(rawValue: name) else {
            let names = Kind.allCases.map { "\"\($0.rawValue)\"" }
            throw PlainError(
                "\"request\" must be \(names.dropLast().joined(separator: ", ")) or "
                    + "\(names.last ?? ""), found \(members["request"]?.summary ?? "nothing")")
        }
        switch kind {
        case .status: self = try Self.plain(.status, members)
        case .checks: self = try Self.plain(.checks, members)
        case .requests: self = try Self.plain(.requests, members)
        case .metrics: self = try Self.plain(.metrics, members)
        case .history: self = try Self.plain(.history, members)
        case .acknowledge: self = try Self.plain(.acknowledge, members)
        case .years: self = try Self.plain(.years, members)
        case .watch:
            try Self.allow(["request", "every_ms"], in: members)
            self = .watch(every: try Self.period(members["every_ms"]))
        case .plan: self = .plan(try Self.offer(members))
        case .apply where members["problem"] != nil:
            try Self.allow(["request", "problem"], in: members)
            guard case .string(let why)? = members["problem"] else {
                throw PlainError("\"problem\" must be a text")
            }
            self = .refuse(why: why)
        case .apply:
            self = .apply(
                try Self.offer(members), deadline: try Self.deadline(members),
                onProbation: try Self.probation(members["probation"]))
        case .use: self = try Self.use(members)
        case .restart:
            try Self.allow(["request", "name"], in: members)
            guard case .string(let name)? = members["name"] else {
                throw PlainError("\"name\" must be the name of a driver or a policy, a text")
            }
            self = .restart(name)
        case .send:
            self = .send(
                try Self.addressed(members), deadline: try Self.deadline(members),
                by: try Self.sender(members["by"]), limit: try Self.limit(members))
        }
    }

    /// One that says nothing more.
    private static func plain(
        _ request: ControlRequest, _ members: [String: JSONValue]
    ) throws(PlainError) -> ControlRequest {
        try allow(["request"], in: members)
        return request
    }

    private static func offer(
        _ members: [String: JSONValue]
    ) throws(PlainError) -> ConfigurationOffer {
        try allow(
            ["request", "text", "files", "selection", "kept", "deadline_ns", "probation"],
            in: members)
        guard case .string(let text)? = members["text"] else {
            throw PlainError("\"text\" must be a configuration as a text")
        }
        return ConfigurationOffer(
            text: text, files: try files(members["files"]),
            selection: try selection(members["selection"]), kept: try kept(members["kept"]))
    }

    private static func kept(_ json: JSONValue?) throws(PlainError) -> KeptSettings? {
        guard let json else { return nil }
        guard let kept = try? json.decode(as: KeptSettings.self) else {
            throw PlainError(
                "\"kept\" must have \"policies\" and \"drivers\", objects of settings by name")
        }
        return kept
    }

    private static func probation(_ json: JSONValue?) throws(PlainError) -> Bool {
        switch json {
        case nil: return true
        case .bool(let isWanted)?: return isWanted
        default: throw PlainError("\"probation\" must be true or false")
        }
    }

    private static func selection(
        _ json: JSONValue?
    ) throws(PlainError) -> [String: String]? {
        guard let json else { return nil }
        guard let selection = try? json.decode(as: [String: String].self) else {
            throw PlainError("\"selection\" must be an object of policies and names, both texts")
        }
        return selection
    }

    private static func use(
        _ members: [String: JSONValue]
    ) throws(PlainError) -> ControlRequest {
        try allow(["request", "policy", "name", "deadline_ns"], in: members)
        guard case .string(let policy)? = members["policy"],
            case .string(let name)? = members["name"]
        else { throw PlainError("\"use\" needs \"policy\" and \"name\", two texts") }
        return .use(name, policy: policy, deadline: try deadline(members))
    }

    /// What a request says of its sender, however it is addressed.
    private static let ofSender = ["deadline_ns", "by", "at_most", "allow"]

    private static func addressed(
        _ members: [String: JSONValue]
    ) throws(PlainError) -> AddressedRequest {
        if let words = members["words"] {
            try allow(["request", "words", "files"] + ofSender, in: members)
            return .words(try texts("words", words), files: try files(members["files"]))
        }
        try allow(["request", "to", "name", "arguments"] + ofSender, in: members)
        guard case .string(let name)? = members["name"] else {
            throw PlainError("\"send\" needs \"words\", a list of texts, or \"name\", a text")
        }
        guard case .object(let arguments) = members["arguments"] ?? [:] else {
            throw PlainError("\"arguments\" must be an object")
        }
        switch members["to"] {
        case nil: return .named(name, of: nil, arguments: arguments)
        case .string(let plugin): return .named(name, of: plugin, arguments: arguments)
        case let other?: throw PlainError("\"to\" must be a text, found \(other.summary)")
        }
    }

    private static func texts(_ key: String, _ json: JSONValue) throws(PlainError) -> [String] {
        guard case .array(let items) = json else {
            throw PlainError("\"\(key)\" must be a list of texts, found \(json.summary)")
        }
        var texts: [String] = []
        for item in items {
            guard case .string(let text) = item else {
                throw PlainError("\"\(key)\" must be a list of texts, found \(item.summary) in it")
            }
            texts.append(text)
        }
        return texts
    }

    private static func files(
        _ json: JSONValue?
    ) throws(PlainError) -> [String: FileText] {
        guard let json else { return [:] }
        guard case .object(let members) = json else {
            throw PlainError("\"files\" must be an object, found \(json.summary)")
        }
        var files: [String: FileText] = [:]
        for (key, value) in members {
            guard let file = FileText(value) else {
                throw PlainError("in \"files\", each must be {\"file\": NAME, \"text\": CONTENT}")
            }
            files[key] = file
        }
        return files
    }

    private static func deadline(_ members: [String: JSONValue]) throws(PlainError) -> Instant? {
        switch members["deadline_ns"] {
        case nil: return nil
        case .number(let number)?:
            guard let nanoseconds = Int64(exactly: number) else { break }
            return Instant(nanoseconds: nanoseconds)
        case .wideInteger(let integer)?:
            guard let nanoseconds = Int64(exactly: integer.value) else { break }
            return Instant(nanoseconds: nanoseconds)
        default: break
        }
        throw PlainError("\"deadline_ns\" must be a whole number of nanoseconds")
    }

    private static func period(_ json: JSONValue?) throws(PlainError) -> Duration {
        switch json {
        case nil: return .milliseconds(500)
        case .number(let milliseconds)? where (100...60_000).contains(milliseconds):
            return .milliseconds(Int64(milliseconds))
        default: throw PlainError("\"every_ms\" must be a number from 100 to 60000")
        }
    }

    /// Who it is that a program speaks for: short, and nothing that steers a terminal.
    private static func sender(_ json: JSONValue?) throws(PlainError) -> String? {
        guard let json else { return nil }
        guard case .string(let text) = json, (1...80).contains(text.utf8.count),
            text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) })
        else { throw PlainError("\"by\" must be a text of 1 to 80 printable ASCII characters") }
        return text
    }

    private static func limit(
        _ members: [String: JSONValue]
    ) throws(PlainError) -> RequestLimit {
        var effect = RequestLimit.unlimited.effect
        if let json = members["at_most"] {
            guard case .string(let word) = json, let known = RequestEffect(rawValue: word) else {
                let words = RequestEffect.allCases.map(\.rawValue).joined(separator: ", ")
                throw PlainError("\"at_most\" must be one of \(words), found \(json.summary)")
            }
            effect = known
        }
        guard let names = members["allow"] else { return RequestLimit(atMost: effect) }
        return RequestLimit(atMost: effect, names: try texts("allow", names))
    }

    private static func allow(
        _ known: [String], in members: [String: JSONValue]
    ) throws(PlainError) {
        for key in members.keys.sorted() where !known.contains(key) {
            throw PlainError(
                "unknown key \"\(key.prefix(40))\"; known: "
                    + known.joined(separator: ", "))
        }
    }
}
