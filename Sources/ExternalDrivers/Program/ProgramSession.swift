import JSON
import Values

/// The conversation with the program of a driver, without the program: lines and time in, actions out.
struct ProgramSession: Sendable {
    enum Action: Sendable {
        case send([UInt8])
        case publish(port: String, ExternalPort.Line)
        /// Said once of each kind.
        case warn(String)
        case fail(DeviceError)
    }

    /// The most bytes of a line, with its end.
    static let maxLine = 65536
    /// How often the program is asked whether it is still there, and how long it may take to answer.
    static let pingPeriod = Duration.seconds(1)
    static let pongLimit = Duration.seconds(3)
    /// How many things a program may have shown by `roost status`.
    private static let maxInfo = 16

    private let instance: String
    private let manifest: Manifest
    private let json: JSONValue
    private let portNames: Set<String>
    private(set) var isReady = false
    private let readyLimit: Instant
    private var lastPing: UInt64 = 0
    /// When each ping was sent that is not answered yet, the oldest first.
    private var unanswered: [(number: UInt64, at: Instant)] = []
    /// None before it is ready: until then it has a limit of its own.
    private var nextPing: Instant
    private var buffer = LineBuffer(limit: maxLine - 1)
    /// Whether the line that is dropped now, because it is too long, was counted before its end.
    private var isCounted = false
    private(set) var lines: UInt64 = 0
    private(set) var refused: UInt64 = 0
    /// How many pings were answered.
    private(set) var answered: UInt64 = 0
    private(set) var latestProblem: String?
    private(set) var info: [String: JSONValue] = [:]

    /// `json` is the manifest as it stands in its file.
    init(_ instance: String, _ manifest: Manifest, _ json: JSONValue, at now: Instant) {
        self.instance = instance
        self.manifest = manifest
        self.json = json
        portNames = Set(manifest.ports.keys)
        readyLimit = now + manifest.readyWithin
        nextPing = now + Self.pingPeriod
    }

    /// The first line that a program is given.
    func start(
        _ settings: [String: JSONValue], version: Int = Manifest.version
    ) -> [UInt8] {
        line([
            "start": .number(Double(version)), "driver": .string(manifest.name),
            "instance": .string(instance), "settings": .object(settings),
        ])
    }

    /// When `tick` is to be called next.
    var nextWake: Instant { isReady ? nextPing : readyLimit }

    mutating func tick(at now: Instant) -> [Action] {
        guard isReady else {
            guard now >= readyLimit else { return [] }
            let seconds = shortText(of: manifest.readyWithin.seconds)
            let said = latestProblem.map { "; it wrote what is no answer: \($0)" } ?? ""
            return [.fail(DeviceError(.timeout, "is not ready within \(seconds) s\(said)"))]
        }
        if let oldest = unanswered.first, now - oldest.at >= Self.pongLimit {
            return [.fail(DeviceError(.timeout, "the program does not answer: it hangs"))]
        }
        guard now >= nextPing else { return [] }
        nextPing = now + Self.pingPeriod
        lastPing += 1
        unanswered.append((lastPing, now))
        return [.send(line(["ping": .number(Double(lastPing))]))]
    }

    // MARK: Lines

    /// Takes the next bytes, however they are cut.
    mutating func receive(_ bytes: [UInt8], at now: Instant) -> [Action] {
        var actions: [Action] = []
        for event in buffer.append(bytes) {
            lines += 1
            switch event {
            case .line(let line): take(line, at: now, &actions)
            case .tooLong:
                if !isCounted { refuseLongLine(&actions) }
                isCounted = false
            }
        }
        // It may have no end.
        if buffer.isDropping, !isCounted {
            isCounted = true
            refuseLongLine(&actions)
        }
        return actions
    }

    private mutating func refuseLongLine(_ actions: inout [Action]) {
        refuse("a line of more than \(Self.maxLine) bytes", &actions)
    }

    private mutating func take(_ line: [UInt8], at now: Instant, _ actions: inout [Action]) {
        guard line.contains(where: { $0 > 0x20 }) else { return }
        let json: JSONValue
        do throws(JSONSyntaxError) {
            json = try JSONValue(parsing: line)
        } catch {
            let text = printable(String(decoding: line.prefix(80), as: UTF8.self))
            return refuse("a line that is no JSON (\(error.message)): \(text)", &actions)
        }
        guard case .object(let members) = json else {
            return refuse("a line that is no object: \(printable(json.summary))", &actions)
        }
        take(members, at: now, &actions)
    }

    private mutating func take(
        _ members: [String: JSONValue], at now: Instant, _ actions: inout [Action]
    ) {
        if let version = members["ready"] {
            beReady(version, members["manifest"], at: now, &actions)
        } else if members["fault"] != nil {
            actions.append(.fail(fault(members)))
        } else if !isReady {
            refuse("a line before it was ready", &actions)
        } else if let number = members["pong"] {
            // Whoever answers one has read those before it.
            guard case .number(let number) = number, number <= Double(lastPing) else { return }
            let before = unanswered.count
            unanswered.removeAll { Double($0.number) <= number }
            answered += UInt64(before - unanswered.count)
        } else if case .object(let info)? = members["info"] {
            show(info, &actions)
        } else if case .string(let port)? = members["port"] {
            publish(port, members, at: now, &actions)
        } else {
            let keys = members.keys.sorted().joined(separator: ", ")
            refuse("a line that means nothing here: \(printable(keys))", &actions)
        }
    }

    private mutating func beReady(
        _ version: JSONValue, _ manifest: JSONValue?, at now: Instant, _ actions: inout [Action]
    ) {
        guard version == .number(Double(Manifest.version)) else {
            let words = "it speaks version \(version.line.prefix(20)) of the protocol"
            return actions.append(
                .fail(DeviceError(.refused, "\(words), and this is version \(Manifest.version)")))
        }
        guard manifest == json else {
            return actions.append(
                .fail(
                    DeviceError(
                        .refused,
                        manifest == nil
                            ? "it does not send its manifest with \"ready\""
                            : "the program was started with another plugin.json than was read here: "
                                + "restart Roost after an upgrade of the plugin")))
        }
        guard !isReady else { return }
        isReady = true
        nextPing = now + Self.pingPeriod
    }

    private func fault(_ members: [String: JSONValue]) -> DeviceError {
        let kind: DeviceError.Kind
        if case .string(let word)? = members["fault"] {
            kind = DeviceError.Kind(rawValue: word) ?? .other
        } else {
            kind = .other
        }
        guard case .string(let text)? = members["text"], !text.isEmpty else {
            return DeviceError(kind, "the program says that it cannot go on, and not why")
        }
        return DeviceError(kind, printable(text))
    }

    /// What is shown by `roost status`: each figure stays until the program gives another.
    private mutating func show(_ new: [String: JSONValue], _ actions: inout [Action]) {
        for (name, value) in new.sorted(by: { $0.key < $1.key }) {
            guard (1...40).contains(name.utf8.count), printable(name) == name,
                info[name] != nil || info.count < Self.maxInfo
            else {
                return refuse("more than \(Self.maxInfo) members of \"info\"", &actions)
            }
            switch value {
            case .string(let text): info[name] = .string(printable(text))
            case .bool, .number, .wideInteger, .null: info[name] = value
            case .array, .object:
                refuse("a member of \"info\" that is a list or an object", &actions)
            }
        }
    }

    // MARK: Values

    private mutating func publish(
        _ port: String, _ members: [String: JSONValue], at now: Instant, _ actions: inout [Action]
    ) {
        guard portNames.contains(port) else {
            let known = portNames.sorted().joined(separator: ", ")
            return refuse("a port \"\(printable(port))\"; the manifest has \(known)", &actions)
        }
        if case .string(let why)? = members["absent"] {
            actions.append(.publish(port: port, .absent(printable(why), at: now)))
        } else if case .string(let word)? = members["event"] {
            actions.append(.publish(port: port, .event(word, at: now)))
        } else if let value = members["value"] {
            guard let taken = taken(members["taken"], at: now) else {
                return refuse("a value of \(port) that is taken in the future, or never", &actions)
            }
            var doubt: String?
            if case .string(let why)? = members["doubt"] { doubt = printable(why) }
            actions.append(.publish(port: port, .value(value, taken: taken, doubt: doubt)))
        } else {
            refuse("a line of \(port) without \"value\", \"absent\" or \"event\"", &actions)
        }
    }

    /// When a value was taken, by the clock that all processes share; `nil` of what cannot be so.
    private func taken(_ json: JSONValue?, at now: Instant) -> Instant? {
        let nanoseconds: Int64
        switch json {
        case nil: return now
        case .number(let number)?:
            guard let whole = Int64(exactly: number) else { return nil }
            nanoseconds = whole
        case .wideInteger(let wide)?:
            guard let whole = Int64(exactly: wide.value) else { return nil }
            nanoseconds = whole
        default: return nil
        }
        let taken = Instant(nanoseconds: nanoseconds)
        return nanoseconds >= 0 && taken <= now ? taken : nil
    }

    /// The end refused a value that stood in a line of the program.
    mutating func refuseValue(of port: String, _ why: String) -> [Action] {
        var actions: [Action] = []
        refuse("a value of \(port): \(why)", &actions)
        return actions
    }

    /// Counts what cannot be used, and tells of the first.
    private mutating func refuse(_ what: String, _ actions: inout [Action]) {
        refused += 1
        latestProblem = what
        if refused == 1 {
            actions.append(.warn("refused \(what); more are counted as lines_refused"))
        }
    }

    // MARK: Texts

    private func line(_ members: [String: JSONValue]) -> [UInt8] {
        Array(JSONValue.object(members).line.utf8) + [0x0A]
    }
}

/// A text of a program as people are shown it: short, on one line, without what could move a cursor.
func printable(_ text: String) -> String {
    String(
        text.unicodeScalars.prefix(200).map { scalar in
            let moves = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
            return moves ? "?" : Character(scalar)
        })
}
