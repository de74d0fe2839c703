import Almanac
import Settings
import Values

/// Reads a condition. From what binds least to what binds most: or, and, not, since, comparisons, + and -, * and /.
struct ClauseParser {
    let tokens: [Token]
    private var position = 0
    private var depth = 0
    var nodes: [Clause.Node] = []

    init(_ tokens: [Token]) {
        self.tokens = tokens
    }

    var token: Token { tokens[min(position, tokens.count - 1)] }
    var following: Token { tokens[min(position + 1, tokens.count - 1)] }

    mutating func take() -> Token {
        defer { position += 1 }
        return token
    }

    mutating func take(_ word: Word) -> Token? { token.isWord(word) ? take() : nil }

    mutating func add(_ node: Clause.Node) -> Int {
        nodes.append(node)
        return nodes.count - 1
    }

    func span(_ first: Int, _ last: Int) -> Range<Int> {
        nodes[first].outer.lowerBound..<nodes[last].outer.upperBound
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
    func unexpected(_ wanted: String) -> LanguageError {
        if let right = Word.foreign[token.text] { return foreign(token, right) }
        let found = token.kind == .end ? "the end" : "\"\(token.text.prefix(40))\""
        return LanguageError("expected \(wanted), found \(found)", at: token.span)
    }

    private func foreign(_ token: Token, _ right: String) -> LanguageError {
        LanguageError(
            "\"\(token.text)\" is not of this language here. Did you mean \"\(right)\"?",
            at: token.span, replacement: right)
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
            "\"\(name)\" alone is not a condition: write its state, as in \"\(name) is closed\", or compare it with a number",
            at: span, loneName: name)
    }

    func number(_ node: Int) throws(LanguageError) {
        guard !nodes[node].kind.isNumber else { return }
        throw LanguageError("this is a condition, and a number is expected", at: nodes[node].span)
    }

    mutating func deeper<Value>(
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

    mutating func disjunction() throws(LanguageError) -> Int {
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
            let end = max(nodes[part].outer.upperBound, whole.lowerBound)
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
        let spans = [nodes[from.index].outer, nodes[to.index].outer]
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
            Clause.Node(.not, part, at: word.span.lowerBound..<nodes[part].outer.upperBound))
    }

    private mutating func dwell() throws(LanguageError) -> Int {
        let part = try comparison()
        guard token.isWord(.since) else {
            // "for" is what others say.
            if token.kind == .word, token.text == "for" { throw foreign(token, "since") }
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
                .since(time), part, at: nodes[part].outer.lowerBound..<end.upperBound))
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
        if nodes[left].kind.isNumber, let sign = Word.comparisons[token.text] {
            throw comparisonInWords(sign, from: token.span.lowerBound)
        }
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

    /// "above", "is greater than", with the sign that is meant.
    private func comparisonInWords(_ sign: String, from start: Int) -> LanguageError {
        let end = following.kind == .word && following.text == "than" ? following : token
        return LanguageError(
            "numbers are compared with <, <=, > or >=. Did you mean \"\(sign)\"?",
            at: start..<end.span.upperBound, replacement: sign)
    }

    /// "rain is wet", "door is not closed", "room is unknown"
    private mutating func state(of left: Int) throws(LanguageError) -> Int {
        guard case .name(let name) = nodes[left].kind else {
            throw LanguageError(
                "only the name of an input stands before \"is\"", at: nodes[left].span)
        }
        let verb = take()
        let isDenied = take(.not) != nil
        if !isDenied, let sign = Word.comparisons[token.text] {
            throw comparisonInWords(sign, from: verb.span.lowerBound)
        }
        let word = take()
        if word.kind == .quantity || word.kind == .number {
            throw LanguageError(
                "\"is\" is for the state of a contact; numbers are compared with <, <=, > or >=",
                at: verb.span)
        }
        let start = nodes[left].span.lowerBound
        let span = start..<max(word.span.upperBound, nodes[left].span.upperBound)
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
        let found = word.kind == .end ? "the end" : "\"\(word.text.prefix(40))\""
        throw LanguageError(
            "expected a state, found \(found).\(suggestion(near)) Active is "
                + "\(ContactWord.active.joined(separator: ", ")); inactive is "
                + ContactWord.inactive.joined(separator: ", "),
            at: word.span, .unknownName, replacement: near.count == 1 ? near[0] : nil)
    }
}
