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

    struct Parsed {
        var when: Clause?
        var until: Clause?
        var on: EventClause?
    }

    let texts: [RuleText]
    private let grace: Duration
    let longest: [String: Duration]
    let place: Position?
    var parsed: [Parsed] = []
    private(set) var ports = PortTable()
    private(set) var mistakes: [Mistake] = []
    private(set) var uses = NameUses()
    /// Names that stand alone where a condition must: reported once it is known what they are.
    private var lone: [(name: String, place: NameUses.Place)] = []
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
        reportNames()
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

    mutating func report(
        _ error: LanguageError, _ index: Int, _ key: String, _ text: String?
    ) {
        let place = Self.place(index, key, text == nil ? nil : error.span)
        let isTold = mistakes.contains { $0.place == place && $0.error == error }
        if !isTold { mistakes.append(Mistake(place: place, error: error, text: text)) }
    }

    mutating func report(
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
                let isPress = if case .press = term.kind { true } else { false }
                ports.use(term.name, as: isPress ? .press : .contact)
                let place = NameUses.Place(rule: index, key: "on", span: term.span, text: on)
                uses.note(term.name, as: isPress ? .press : .contact, at: place)
            }
        } catch {
            report(error, index, "on", on)
        }
    }

    private mutating func clause(_ text: String?, _ index: Int, _ key: String) -> Clause? {
        guard let text else { return nil }
        do throws(LanguageError) {
            let clause = try Clause(text)
            uses.note(clause, in: index, key)
            for part in clause.reachable {
                let node = clause.nodes[part]
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
            if let name = error.loneName {
                let place = NameUses.Place(rule: index, key: key, span: error.span, text: text)
                lone.append((name, place))
            } else {
                report(error, index, key, text)
            }
            return nil
        }
    }

    /// What is wrong with names, which depends on all rules.
    private mutating func reportNames() {
        for (name, place) in lone {
            let cure =
                switch uses.first(of: name) {
                case .number?: "compare it with a number, as elsewhere"
                case .contact?: "write its state, as in \"\(name) is closed\""
                case .press?: "a button stands in \"on\", as in \"\(name).press\""
                case nil:
                    "write its state, as in \"\(name) is closed\", or compare it with a number"
                }
            report(
                LanguageError("\"\(name)\" alone is not a condition: \(cure)", at: place.span),
                place.rule, place.key, place.text)
        }
        for clash in uses.clashes {
            report(
                LanguageError(clash.message, at: clash.place.span), clash.place.rule,
                clash.place.key, clash.place.text)
        }
    }

    /// Every condition with its place.
    var clauses: [(index: Int, key: String, clause: Clause)] {
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
                // What a name of two kinds is compared with says nothing.
                guard !uses.hasClash(clause) else { continue }
                for error in typing.errors { report(error, index, key, clause.text) }
            }
        }
    }

    // MARK: Making

    private var inputs: [RulePlan.Input] {
        ports.names.compactMap { name in
            guard let mention = ports.mentions[name] else { return nil }
            switch ports.forms[name] {
            case .number(let dimension)?:
                return RulePlan.Input(
                    name: name, dimension: dimension, mention: mention,
                    hint: dimension == .number ? bareNumber(of: name) : nil)
            case .contact?:
                return RulePlan.Input(name: name, dimension: nil, mention: mention, hint: nil)
            case .press?, nil: return nil
            }
        }
    }

    /// What is told where a sensor with a unit stands at an input that is compared with a number without one.
    private func bareNumber(of name: String) -> String {
        for (_, _, clause) in clauses {
            for index in clause.reachable {
                guard let (other, bounds) = clause.bounds(of: index), other == name else {
                    continue
                }
                let figure = roundedText(of: bounds.figure, digits: 6)
                let share = abs(bounds.figure) < 1 ? bounds.figure * 100 : bounds.figure
                return
                    "It is compared with \(figure), which has no unit and so is a count: of a share write "
                    + "\"\(roundedText(of: share, digits: 6)) %\", of a temperature \"28 °C\""
            }
        }
        return "A number with no unit is a count; a temperature is written \"28 °C\""
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

    mutating func complain(
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
