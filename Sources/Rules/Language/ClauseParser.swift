import Almanac
import Settings
import Values

/// Reads a condition. From what binds least to what binds most: or, and, not, since, comparisons, + and -, * and /.
struct ClauseParser {
    private let tokens: [Token]
    private var position = 0
    private var depth = 0
    private var nodes: [Clause.Node] = []

    init(_ tokens: [Token]) {
        self.tokens = tokens
    }

    private var token: Token { tokens[min(position, tokens.count - 1)] }

    private mutating func take() -> Token {
        defer { position += 1 }
        return token
    }

    private mutating func take(_ word: Word) -> Token? { token.isWord(word) ? take() : nil }

    private mutating func add(_ node: Clause.Node) -> Int {
        nodes.append(node)
        return nodes.count - 1
    }

    private func span(_ first: Int, _ last: Int) -> Range<Int> {
        nodes[first].span.lowerBound..<nodes[last].span.upperBound
    }

    /// All of the text, which must be one condition.
    mutating func whole() throws(LanguageError) -> [Clause.Node] {
        guard token.kind != .end else {
            throw LanguageError("there is no condition in it", at: token.span)
        }
        let root = try disjunction()
        try condition(root)
        guard token.kind == .end else { throw unexpected("and, or, or the end") }
        return nodes
    }

    /// What stands where something else must.
    private func unexpected(_ wanted: String) -> LanguageError {
        if token.kind == .word, let right = Word.foreign[token.text], right != token.text {
            return LanguageError(
                "\"\(token.text)\" is not of this language here. Did you mean \"\(right)\"?",
                at: token.span, replacement: right)
        }
        let found = token.kind == .end ? "the end" : "\"\(token.text.prefix(40))\""
        let kept =
            token.kind == .word && Word.isKept(token.text)
            ? "; it is a word of the language, and nothing can be called so" : ""
        return LanguageError("expected \(wanted), found \(found)\(kept)", at: token.span)
    }

    /// Refuses a number where a condition must be.
    private func condition(_ node: Int) throws(LanguageError) {
        guard nodes[node].kind.isNumber else { return }
        let span = nodes[node].span
        guard case .name(let name) = nodes[node].kind else {
            throw LanguageError(
                "this is a number, and a condition is expected: compare it", at: span)
        }
        throw LanguageError(
            "\"\(name)\" alone says nothing: write \"\(name) is closed\", or compare it with a number",
            at: span)
    }

    private func number(_ node: Int) throws(LanguageError) {
        guard !nodes[node].kind.isNumber else { return }
        throw LanguageError("this is a condition, and a number is expected", at: nodes[node].span)
    }

    private mutating func deeper<Value>(
        _ read: (inout ClauseParser) throws(LanguageError) -> Value
    ) throws(LanguageError) -> Value {
        guard depth < Clause.deepest else {
            throw LanguageError(
                "brackets, signs and \"not\" stand in each other \(Clause.deepest) deep at most",
                at: token.span, .outOfRange)
        }
        depth += 1
        defer { depth -= 1 }
        return try read(&self)
    }

    // MARK: Conditions

    private mutating func disjunction() throws(LanguageError) -> Int {
        var left = try conjunction()
        while take(.or) != nil {
            try condition(left)
            let right = try conjunction()
            try condition(right)
            left = add(Clause.Node(.or, left, right, at: span(left, right)))
        }
        return left
    }

    /// What stands between "and"s. One "after" and one "before" among them are a part of the day together, which may go
    /// over midnight.
    private mutating func conjunction() throws(LanguageError) -> Int {
        var parts = [try negation()]
        while take(.and) != nil {
            parts.append(try negation())
        }
        guard parts.count > 1, let first = parts.first, let last = parts.last else {
            return parts[0]
        }
        for part in parts { try condition(part) }
        let whole = span(first, last)
        parts = try withWindow(parts)
        var left = parts[0]
        for (index, part) in parts.dropFirst().enumerated() {
            let isLast = index == parts.count - 2
            let end = max(nodes[part].span.upperBound, whole.lowerBound)
            left = add(
                Clause.Node(
                    .and, left, part, at: isLast ? whole : whole.lowerBound..<end))
        }
        return left
    }

    private mutating func withWindow(_ parts: [Int]) throws(LanguageError) -> [Int] {
        var from: (index: Int, time: TimeOfDay)?
        var to: (index: Int, time: TimeOfDay)?
        for part in parts {
            switch nodes[part].kind {
            case .after(let time):
                guard from == nil else { throw twice("after", nodes[part].span) }
                from = (part, time)
            case .before(let time):
                guard to == nil else { throw twice("before", nodes[part].span) }
                to = (part, time)
            default: break
            }
        }
        guard let from, let to else { return parts }
        let spans = [nodes[from.index].span, nodes[to.index].span]
        let start = spans.map(\.lowerBound).min() ?? 0
        let end = spans.map(\.upperBound).max() ?? 0
        let window = add(
            Clause.Node(.window(DailySpan(from: from.time, to: to.time)), at: start..<end))
        return parts.filter { $0 != from.index && $0 != to.index } + [window]
    }

    private func twice(_ word: String, _ span: Range<Int>) -> LanguageError {
        LanguageError(
            "there is another \"\(word)\" beside this one; put two parts of a day into brackets, with \"or\" between them",
            at: span, .conflict)
    }

    private mutating func negation() throws(LanguageError) -> Int {
        guard let word = take(.not) else { return try dwell() }
        let part = try deeper { parser throws(LanguageError) in try parser.negation() }
        try condition(part)
        return add(
            Clause.Node(.not, part, at: word.span.lowerBound..<nodes[part].span.upperBound))
    }

    private mutating func dwell() throws(LanguageError) -> Int {
        let part = try comparison()
        guard token.isWord(.since) else {
            // "for" is what others say.
            if token.kind == .word, token.text == "for" { throw unexpected("\"since\"") }
            return part
        }
        try condition(part)
        _ = take()
        let end = token.span
        guard token.kind == .quantity || token.kind == .number else {
            throw unexpected("a time such as \"2 min\"")
        }
        let time = try duration(take())
        return add(
            Clause.Node(
                .since(time), part, at: nodes[part].span.lowerBound..<end.upperBound))
    }

    /// From a tenth of a second to a week.
    private func duration(_ token: Token) throws(LanguageError) -> Duration {
        switch Quantity.time.parse(token.text) {
        case .failure(let error):
            throw LanguageError(
                error.description, at: token.span,
                token.kind == .number ? .missingUnit : .unknownUnit)
        case .success(let seconds):
            guard (0.1...604_800).contains(seconds) else {
                throw LanguageError(
                    "from \"100ms\" to \"168h\" is expected here", at: token.span, .outOfRange)
            }
            return .nanoseconds(Int64((seconds * 1e9).rounded()))
        }
    }

    private static let comparisons: [String: Clause.Kind] = [
        "<": .less, "<=": .lessOrEqual, ">": .greater, ">=": .greaterOrEqual,
    ]

    private mutating func comparison() throws(LanguageError) -> Int {
        let left = try sum()
        if token.isWord(.is) { return try state(of: left) }
        guard token.kind == .sign, let kind = Self.comparisons[token.text] else { return left }
        try number(left)
        _ = take()
        let right = try sum()
        try number(right)
        if token.kind == .sign, Self.comparisons[token.text] != nil {
            throw LanguageError(
                "compare two numbers at a time, and join that with \"and\"", at: token.span)
        }
        return add(Clause.Node(kind, left, right, at: span(left, right)))
    }

    /// "rain is wet", "door is not closed", "room is unknown"
    private mutating func state(of left: Int) throws(LanguageError) -> Int {
        guard case .name(let name) = nodes[left].kind else {
            throw LanguageError(
                "only the name of an input stands before \"is\"", at: nodes[left].span)
        }
        _ = take()
        let isDenied = take(.not) != nil
        let word = take()
        let span =
            nodes[left].span.lowerBound..<max(word.span.upperBound, nodes[left].span.upperBound)
        if word.isWord(.known) || word.isWord(.unknown) {
            return add(
                Clause.Node(
                    .known(name, isKnown: word.isWord(.known) != isDenied), at: span))
        }
        return add(
            Clause.Node(
                .contact(name, isActive: try contactState(word) != isDenied), at: span))
    }

    private func contactState(_ word: Token) throws(LanguageError) -> Bool {
        if word.kind == .word, let state = ContactWord.state(word.text) { return state }
        let known = ContactWord.active + ContactWord.inactive
        let near = word.kind == .word ? nearestWords(to: word.text, among: known) : []
        throw LanguageError(
            "expected a state, found \"\(word.text.prefix(40))\".\(suggestion(near)) Active is "
                + "\(ContactWord.active.joined(separator: ", ")); inactive is "
                + ContactWord.inactive.joined(separator: ", "),
            at: word.span, .unknownName, replacement: near.count == 1 ? near[0] : nil)
    }

    // MARK: Numbers

    private mutating func sum() throws(LanguageError) -> Int {
        var left = try product()
        while token.isSign("+") || token.isSign("-") {
            let kind: Clause.Kind = take().text == "+" ? .add : .subtract
            try number(left)
            let right = try product()
            try number(right)
            left = add(Clause.Node(kind, left, right, at: span(left, right)))
        }
        return left
    }

    private mutating func product() throws(LanguageError) -> Int {
        var left = try factor()
        while token.isSign("*") || token.isSign("/") {
            let kind: Clause.Kind = take().text == "*" ? .multiply : .divide
            try number(left)
            let right = try factor()
            try number(right)
            left = add(Clause.Node(kind, left, right, at: span(left, right)))
        }
        return left
    }

    private mutating func factor() throws(LanguageError) -> Int {
        guard token.isSign("-") else { return try primary() }
        let sign = take()
        // A sign before a number is of the number: "-5 °C" is no negative of a temperature.
        if token.kind == .quantity || token.kind == .number {
            let next = take()
            let span = sign.span.lowerBound..<next.span.upperBound
            return try literal(next, "-\(next.text)", at: span)
        }
        let part = try deeper { parser throws(LanguageError) in try parser.factor() }
        try number(part)
        return add(
            Clause.Node(.negate, part, at: sign.span.lowerBound..<nodes[part].span.upperBound))
    }

    private mutating func literal(
        _ token: Token, _ text: String, at span: Range<Int>
    ) throws(LanguageError) -> Int {
        if token.kind == .quantity { return add(Clause.Node(.quantity(text), at: span)) }
        guard let value = Double(text), value.isFinite else {
            throw LanguageError("this number is too large", at: span, .outOfRange)
        }
        return add(Clause.Node(.number(value), at: span))
    }

    private mutating func primary() throws(LanguageError) -> Int {
        switch token.kind {
        case .quantity, .number:
            let next = take()
            return try literal(next, next.text, at: next.span)
        case .sign where token.text == "(":
            _ = take()
            let inner = try deeper { parser throws(LanguageError) in try parser.disjunction() }
            guard token.isSign(")") else { throw unexpected("\")\"") }
            _ = take()
            return inner
        case .word: return try word()
        case .time:
            throw LanguageError(
                "a time of day stands behind \"after\" or \"before\"", at: token.span)
        case .sign, .end: throw unexpected("a condition or a number")
        }
    }

    private mutating func word() throws(LanguageError) -> Int {
        let functions: [Word: Clause.Kind] = [
            .average: .average, .smallest: .smallest, .largest: .largest,
        ]
        switch Word(rawValue: token.text) {
        case .always?:
            return add(Clause.Node(.always, at: take().span))
        case .after?, .before?: return try timeOfDay()
        case .on?: return try days()
        case let function? where functions[function] != nil:
            return try call(functions[function] ?? .average)
        case .some: throw unexpected("a condition or a number")
        case nil: break
        }
        if let right = Word.foreign[token.text] {
            throw LanguageError(
                "\"\(token.text)\" is not of this language. Did you mean \"\(right)\"?",
                at: token.span, replacement: right)
        }
        let name = take()
        guard isPlainName(name.text) else {
            throw LanguageError(
                "\"\(name.text.prefix(40))\" cannot be a name: \(plainNameRule)", at: name.span,
                .badName)
        }
        return add(Clause.Node(.name(name.text), at: name.span))
    }

    /// "average(north, south)"
    private mutating func call(_ kind: Clause.Kind) throws(LanguageError) -> Int {
        let word = take()
        guard token.isSign("(") else { throw unexpected("\"(\" behind \"\(word.text)\"") }
        _ = take()
        var parts: [Int] = []
        repeat {
            let part = try deeper { parser throws(LanguageError) in try parser.sum() }
            try number(part)
            parts.append(part)
            guard token.isSign(",") else { break }
            _ = take()
        } while true
        guard token.isSign(")") else { throw unexpected("\",\" or \")\"") }
        let whole = word.span.lowerBound..<take().span.upperBound
        guard parts.count == 2 else {
            throw LanguageError("it takes two numbers, with a comma between them", at: whole)
        }
        return add(Clause.Node(kind, parts[0], parts[1], at: whole))
    }

    // MARK: Times

    private mutating func timeOfDay() throws(LanguageError) -> Int {
        let word = take()
        let (time, end) = try time()
        let span = word.span.lowerBound..<end
        return add(
            Clause.Node(word.isWord(.after) ? .after(time) : .before(time), at: span))
    }

    private mutating func time() throws(LanguageError) -> (TimeOfDay, end: Int) {
        let first = take()
        var text = first.text
        var end = first.span.upperBound
        if first.kind == .word, token.isSign("+") || token.isSign("-") {
            let sign = take()
            let offset = take()
            text += sign.text + offset.text.filter { $0 != " " }
            end = offset.span.upperBound
        }
        let span = first.span.lowerBound..<max(end, first.span.upperBound)
        guard first.kind == .word || first.kind == .time, let time = TimeOfDay(text) else {
            let events = TimeOfDay.SunEvent.allCases.map(\.rawValue)
            let near = first.kind == .word ? nearestWords(to: text, among: events) : []
            throw LanguageError(
                "expected a time of day such as \"21:30\" or \"sunset+30min\", found "
                    + "\"\(text.prefix(40))\".\(suggestion(near))", at: span,
                replacement: near.count == 1 ? near[0] : nil)
        }
        return (time, end)
    }

    /// "on saturday, sunday"
    private mutating func days() throws(LanguageError) -> Int {
        let word = take()
        var bits: UInt8 = 0
        var end = word.span.upperBound
        repeat {
            let day = take()
            guard day.kind == .word, let bit = DayWord.bits(day.text) else {
                let near = day.kind == .word ? nearestWords(to: day.text, among: DayWord.all) : []
                throw LanguageError(
                    "expected a day, found \"\(day.text.prefix(40))\".\(suggestion(near)) There are "
                        + DayWord.all.joined(separator: ", "), at: day.span, .unknownName,
                    replacement: near.count == 1 ? near[0] : nil)
            }
            bits |= bit
            end = day.span.upperBound
            guard token.isSign(",") else { break }
            _ = take()
        } while true
        return add(Clause.Node(.days(bits), at: word.span.lowerBound..<end))
    }
}
