import Almanac
import Core
import JSON
import Settings
import Values

/// Makes a plan of rules as they were written, and reports every mistake in its place.
struct PlanBuilder {
    struct Mistake {
        let place: SettingPlace
        let error: LanguageError
        /// The text that it is in; `nil` of one that is about all of what stands there.
        let text: String?
    }

    private struct Parsed {
        var when: Clause?
        var until: Clause?
        var on: EventClause?
    }

    private let texts: [RuleText]
    private let grace: Duration
    private let longest: [String: Duration]
    private let place: Position?
    private var parsed: [Parsed] = []
    private(set) var ports = PortTable()
    private(set) var mistakes: [Mistake] = []
    private var code = CodeBuilder()

    init(
        _ texts: [RuleText], grace: Duration, longest: [String: Duration], place: Position?
    ) {
        self.texts = texts
        self.grace = grace
        self.longest = longest
        self.place = place
    }

    /// The plan; `nil` where there are mistakes.
    mutating func build() -> RulePlan? {
        for index in texts.indices { parse(index) }
        checkShapes()
        checkNames()
        resolve()
        guard mistakes.isEmpty else { return nil }
        let outputs = outputs()
        checkContradictions()
        guard mistakes.isEmpty else { return nil }
        let inputs = inputs
        code.names = Dictionary(
            inputs.enumerated().map { ($0.element.name, $0.offset) }, uniquingKeysWith: { $1 })
        let rules = texts.indices.map { rule($0, inputs) }
        return RulePlan(
            rules: rules, inputs: inputs, presses: presses, outputs: outputs, ops: code.ops,
            timers: code.timers, windows: code.windows,
            usesClock: clauses.contains { $0.clause.usesClock }, place: place)
    }

    static func place(_ index: Int, _ key: String, _ span: Range<Int>? = nil) -> SettingPlace {
        SettingPlace([.key("rules"), .index(index), .key(key)], span)
    }

    private mutating func report(
        _ error: LanguageError, _ index: Int, _ key: String, _ text: String?
    ) {
        mistakes.append(
            Mistake(
                place: Self.place(index, key, text == nil ? nil : error.span), error: error,
                text: text))
    }

    private mutating func report(
        _ message: String, _ index: Int, _ key: String,
        _ kind: ConfigurationError.Code = .conflict
    ) {
        report(LanguageError(message, at: 0..<0, kind), index, key, nil)
    }

    // MARK: Reading

    private mutating func parse(_ index: Int) {
        let text = texts[index]
        parsed.append(
            Parsed(
                when: clause(text.when, index, "when"), until: clause(text.until, index, "until"),
                on: nil))
        guard let on = text.on else { return }
        do throws(LanguageError) {
            let events = try EventClause(on)
            parsed[index].on = events
            for term in events.terms {
                ports.mention(term.name, at: Self.place(index, "on", term.span))
                let form: PortTable.Form = if case .press = term.kind { .press } else { .contact }
                guard let known = ports.use(term.name, as: form) else { continue }
                let error = LanguageError(
                    "\"\(term.name)\" is \(known.noun) elsewhere, and here \(form.noun)",
                    at: term.span)
                report(error, index, "on", on)
            }
        } catch {
            report(error, index, "on", on)
        }
    }

    private mutating func clause(_ text: String?, _ index: Int, _ key: String) -> Clause? {
        guard let text else { return nil }
        do throws(LanguageError) {
            let clause = try Clause(text)
            for index_ in clause.reachable {
                let node = clause.nodes[index_]
                switch node.kind {
                case .name(let name), .contact(let name, _), .known(let name, _):
                    let start = node.span.lowerBound
                    ports.mention(
                        name, at: Self.place(index, key, start..<start + name.utf8.count))
                default: break
                }
            }
            return clause
        } catch {
            report(error, index, key, text)
            return nil
        }
    }

    /// Every condition with its place.
    private var clauses: [(index: Int, key: String, clause: Clause)] {
        parsed.enumerated().flatMap { index, parsed in
            [("when", parsed.when), ("until", parsed.until)].compactMap { key, clause in
                clause.map { (index, key, $0) }
            }
        }
    }

    /// What each name is may be said by a later rule: all are looked at once before anything is a mistake.
    private mutating func resolve() {
        for pass in Typing.Pass.allCases {
            for (index, key, clause) in clauses {
                var typing = Typing(clause, ports, pass)
                typing.run()
                ports = typing.ports
                if key == "when" {
                    parsed[index].when = typing.clause
                } else {
                    parsed[index].until = typing.clause
                }
                for error in typing.errors { report(error, index, key, clause.text) }
            }
        }
    }

    // MARK: What does not go together

    private mutating func checkShapes() {
        for (index, text) in texts.enumerated() {
            let acts = !text.set.isEmpty || text.alert != nil
            if text.when == nil, text.on == nil, text.every == nil {
                report("say when it begins: with \"when\", \"on\" or \"every\"", index, "name")
            }
            if text.on != nil, text.every != nil {
                report("\"on\" and \"every\" do not go together: write two rules", index, "every")
            }
            if !acts, text.ask.isEmpty {
                report("it does nothing: say \"set\", \"ask\" or \"alert\"", index, "name")
            }
            let isOnce = text.on != nil || text.every != nil
            if isOnce, !text.set.isEmpty, text.time == nil, text.until == nil {
                report("say for how long: with \"for\" or \"until\"", index, "set")
            }
            if isOnce || text.time != nil, text.atLeast != nil {
                report("it is for a rule that begins and ends by a state", index, "at_least")
            }
            if text.resumes, text.time == nil {
                report("only what has \"for\" can go on after a restart", index, "resume")
            }
            if let every = text.every, let time = text.time, time >= every {
                report("must be shorter than \"every\"", index, "for")
            }
        }
    }

    private mutating func checkNames() {
        var rules: [String: Int] = [:]
        for (index, text) in texts.enumerated() {
            if let first = rules.updateValue(index, forKey: text.name) {
                report("rules[\(first)] is called so, too", index, "name")
            }
            for name in text.set.keys.sorted() {
                if Word.isKept(name) {
                    report(
                        "\"\(name)\" is a word of the language, and no output can be called so",
                        index, "set", .badName)
                } else if ports.mentions[name] != nil {
                    report(
                        "\"\(name)\" is an input, too: call one of the two differently", index,
                        "set"
                    )
                }
            }
        }
        for (index, key, clause) in clauses where clause.usesSun && place == nil {
            report(
                "where the sun stands needs \"latitude\" and \"longitude\" beside \"rules\"", index,
                key, .missingKey)
        }
        let set = Set(texts.flatMap(\.set.keys))
        for name in longest.keys.sorted() where !set.contains(name) {
            let near = nearestWords(to: name, among: set)
            let error = LanguageError(
                "no rule sets \"\(name)\".\(suggestion(near))", at: 0..<0, .unknownName)
            mistakes.append(
                Mistake(
                    place: SettingPlace([.key("longest"), .key(name)]), error: error, text: nil))
        }
    }

    private mutating func checkContradictions() {
        for (index, parsed) in parsed.enumerated() {
            for (key, clause) in [("when", parsed.when), ("until", parsed.until)] {
                guard let clause, let error = Contradiction.within(clause) else { continue }
                report(error, index, key, clause.text)
            }
            if let when = parsed.when, let until = parsed.until, texts[index].on == nil,
                Contradiction.implies(when, until)
            {
                let whole = 0..<until.text.utf8.count
                report(
                    LanguageError(
                        "is true whenever \"when\" is, so the rule would never begin", at: whole,
                        .conflict), index, "until", until.text)
            }
        }
    }

    // MARK: Making

    private var inputs: [RulePlan.Input] {
        ports.names.compactMap { name in
            guard let mention = ports.mentions[name] else { return nil }
            switch ports.forms[name] {
            case .number(let dimension)?:
                return RulePlan.Input(name: name, dimension: dimension, mention: mention)
            case .contact?: return RulePlan.Input(name: name, dimension: nil, mention: mention)
            case .press?, nil: return nil
            }
        }
    }

    private var presses: [RulePlan.Press] {
        ports.names.compactMap { name in
            guard ports.forms[name] == .press, let mention = ports.mentions[name] else {
                return nil
            }
            return RulePlan.Press(
                name: name, mention: mention, summary: "A button that the rules call \(name).")
        }
    }

    private mutating func outputs() -> [RulePlan.Output] {
        let names = Set(texts.flatMap(\.set.keys)).sorted()
        return names.compactMap { output($0) }
    }

    private mutating func output(_ name: String) -> RulePlan.Output? {
        var setters: [RulePlan.Setter] = []
        var kinds: [String]?
        var mention: SettingPlace?
        let isShared = texts.count { $0.set[name] != nil } > 1
        for (index, text) in texts.enumerated() {
            guard let value = text.set[name] else { continue }
            let place = SettingPlace(Self.place(index, "set").steps + [.key(name)])
            mention = mention ?? place
            guard let command = ActuatorCommand(words: value) else {
                complain(
                    "expected \"on\", \"off\", \"blink\", a level such as \"40 %\" or an angle such as \"90 deg\"",
                    at: place, .wrongValue)
                continue
            }
            let fitting = (kinds ?? command.kinds).filter(command.kinds.contains)
            if fitting.isEmpty {
                complain("another rule sets \"\(name)\" to something of another kind", at: place)
            }
            kinds = fitting
            if isShared, text.priority == nil {
                complain("several rules set \"\(name)\": say a \"priority\" in each", at: place)
            } else if let other = setters.first(where: { $0.priority == text.priority ?? 0 }) {
                complain(
                    "\"\(texts[other.rule].name)\" sets \"\(name)\" with the same \"priority\"",
                    at: place)
            }
            setters.append(
                RulePlan.Setter(rule: index, command: command, priority: text.priority ?? 0))
        }
        guard let mention else { return nil }
        return RulePlan.Output(
            name: name, kinds: kinds ?? [], mention: mention,
            longest: longest[name].map(\.nanoseconds),
            setters: setters.sorted { $0.priority > $1.priority })
    }

    private mutating func complain(
        _ message: String, at place: SettingPlace, _ kind: ConfigurationError.Code = .conflict
    ) {
        mistakes.append(
            Mistake(place: place, error: LanguageError(message, at: 0..<0, kind), text: nil))
    }

    private mutating func rule(_ index: Int, _ inputs: [RulePlan.Input]) -> RulePlan.Rule {
        let (text, parsed) = (texts[index], parsed[index])
        let isOnce = text.on != nil || text.every != nil
        let names = [parsed.when, parsed.until].compactMap { $0 }.flatMap { clause in
            clause.reachable.compactMap { code.input(of: clause.nodes[$0]) }
        }
        var figures: [Int] = []
        for name in names where !figures.contains(name) && figures.count < 3 {
            figures.append(name)
        }
        return RulePlan.Rule(
            name: text.name, when: parsed.when.map { code.condition($0) },
            until: parsed.until.map { code.condition($0) },
            events: parsed.on.map { events($0) } ?? [], every: text.every?.nanoseconds,
            time: text.time?.nanoseconds, grace: (text.grace ?? grace).nanoseconds,
            atLeast: text.atLeast?.nanoseconds ?? 0, atMost: text.atMost, resumes: text.resumes,
            priority: text.priority ?? 0,
            asks: text.ask.sorted { $0.key < $1.key }.map { plugin, words in
                RulePlan.Ask(
                    plugin: plugin, words: words.split(separator: " ").map(String.init),
                    mention: SettingPlace(Self.place(index, "ask").steps + [.key(plugin)]))
            }, alert: text.alert, severity: text.severity, figures: figures,
            isMomentary: isOnce && text.time == nil && text.until == nil, isByState: !isOnce,
            set: text.set)
    }

    private func events(_ clause: EventClause) -> [RulePlan.Event] {
        clause.terms.compactMap { term in
            let bytes = Array(clause.text.utf8)
            let words = String(
                decoding: bytes[term.span.clamped(to: 0..<bytes.count)], as: UTF8.self)
            switch term.kind {
            case .press(let press):
                guard let number = presses.firstIndex(where: { $0.name == term.name }) else {
                    return nil
                }
                return RulePlan.Event(kind: .press(number, press), words: words)
            case .becomes(let isActive):
                guard let number = code.names[term.name] else { return nil }
                return RulePlan.Event(kind: .becomes(number, isActive: isActive), words: words)
            }
        }
    }
}

extension ActuatorCommand {
    /// "on", "off", "blink", "40 %", "90 deg"; `nil` for anything else.
    init?(words text: String) {
        switch text {
        case "on": self = .on
        case "off": self = .off
        case "blink": self = .pattern(.blink)
        default:
            if case .success(let ratio) = Quantity.fraction.parse(text),
                let level = Level(ratio)
            {
                self = .level(level)
            } else if case .success(let degrees) = Quantity.angle.parse(text),
                (-360...360).contains(degrees)
            {
                self = .angle(.degrees(degrees))
            } else {
                return nil
            }
        }
    }
}
