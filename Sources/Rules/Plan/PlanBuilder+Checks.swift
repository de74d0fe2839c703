import Core
import JSON
import Settings
import Values

/// What does not go together.
extension PlanBuilder {
    mutating func checkShapes() {
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
                report(
                    "must be shorter than \"every\": it would be due again before it has ended",
                    index,
                    "for")
            }
            checkLongest(index, text)
            checkAsks(index, text)
        }
    }

    /// A time that the longest time of an output would cut short each time.
    private mutating func checkLongest(_ index: Int, _ text: RuleText) {
        guard let time = text.time else { return }
        for output in text.set.keys.sorted() {
            guard let most = longest[output], most < time else { continue }
            report(
                "is longer than \"longest\" of \"\(output)\", which is \(Values.text(of: most)): it would never be on for so long",
                index, "for")
        }
    }

    /// Who confirms knows what for, at that moment.
    private mutating func checkAsks(_ index: Int, _ text: RuleText) {
        for (plugin, words) in text.ask.sorted(by: { $0.key < $1.key })
        where words.split(separator: " ").contains(where: { $0.hasPrefix("accept=") }) {
            complain(
                "a rule cannot confirm: leave \"accept=\" out, which only a person can say",
                at: SettingPlace(Self.place(index, "ask").steps + [.key(plugin)]), .beyondLimits)
        }
    }

    mutating func checkNames() {
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
        checkCodes(outputs: set)
        // Which of the two is misspelt, nobody knows here.
        let known = set.isEmpty ? "nothing" : set.sorted().joined(separator: ", ")
        for name in longest.keys.sorted() where !set.contains(name) {
            complain(
                "no rule sets \"\(name)\"; the rules set \(known)",
                at: SettingPlace([.key("longest"), .key(name)]), .unknownName)
        }
    }

    /// The code of the reason is made of the names of rules: none may be what the code says of something else.
    private mutating func checkCodes(outputs: Set<String>) {
        let rules = Set(texts.map(\.name))
        for (index, text) in texts.enumerated() {
            let name = text.name
            if ["idle", "safe", "more"].contains(name) || Word.isKept(name) {
                report(
                    "\"\(name)\" has a meaning of its own: a rule cannot be called so", index,
                    "name", .badName)
            }
            for suffix in ["-doubtful", "-spent", "-refused", "-paused", "-too-long"]
            where name.hasSuffix(suffix) {
                let other = String(name.dropLast(suffix.count))
                let isOutput = suffix == "-too-long"
                guard isOutput ? outputs.contains(other) : rules.contains(other) else { continue }
                report(
                    "\"\(name)\" is what is reported of \(isOutput ? "the output" : "the rule") \"\(other)\": a rule cannot be called so",
                    index, "name", .badName)
            }
        }
    }

    mutating func checkContradictions() {
        for (index, parsed) in parsed.enumerated() {
            for (key, clause) in [("when", parsed.when), ("until", parsed.until)] {
                guard let clause, let error = Contradiction.within(clause) else { continue }
                report(error, index, key, clause.text)
            }
            guard let when = parsed.when, let until = parsed.until else { continue }
            let whole = 0..<until.text.utf8.count
            if Implication.holds(when, until) {
                report(
                    LanguageError(
                        "is true whenever \"when\" is, so the rule would never begin", at: whole,
                        .conflict), index, "until", until.text)
            } else if texts[index].on == nil, texts[index].every == nil,
                let (band, node, _) = Band.odd(when, until), band == .overlapping
            {
                report(
                    LanguageError(
                        "is true where \"when\" is, too: near this figure the rule would begin and end with each small "
                            + "change. Leave a gap between the two figures",
                        at: until.nodes[node].span, .conflict), index, "until", until.text)
            }
        }
    }
}
