import Settings
import Values

/// Numbers, brackets and names: what binds most.
extension ClauseParser {
    mutating func sum() throws(LanguageError) -> Int {
        try chain(["+": .add, "-": .subtract]) { parser throws(LanguageError) in
            try parser.product()
        }
    }

    private mutating func product() throws(LanguageError) -> Int {
        try chain(["*": .multiply, "/": .divide]) { parser throws(LanguageError) in
            try parser.factor()
        }
    }

    /// Parts with one of these signs between them, taken together from the left.
    private mutating func chain(
        _ kinds: [String: Clause.Kind],
        _ part: (inout ClauseParser) throws(LanguageError) -> Int
    ) throws(LanguageError) -> Int {
        var left = try part(&self)
        while token.kind == .sign, let kind = kinds[token.text] {
            _ = take()
            try number(left)
            let right = try part(&self)
            try number(right)
            left = add(Clause.Node(kind, left, right, at: span(left, right)))
        }
        return left
    }

    private mutating func factor() throws(LanguageError) -> Int {
        guard token.isSign("-") else { return try primary() }
        let sign = take()
        // A sign before a number is of the number: "-5 °C" is not the negative of a temperature.
        if token.kind == .quantity || token.kind == .number {
            let next = take()
            let span = sign.span.lowerBound..<next.span.upperBound
            return try literal(next, "-\(next.text)", at: span)
        }
        let part = try deeper { parser throws(LanguageError) in try parser.factor() }
        try number(part)
        return add(
            Clause.Node(.negate, part, at: sign.span.lowerBound..<nodes[part].outer.upperBound))
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
            let open = take()
            let inner = try deeper { parser throws(LanguageError) in try parser.disjunction() }
            guard token.isSign(")") else { throw unexpected("\")\"") }
            nodes[inner].outer = open.span.lowerBound..<take().span.upperBound
            return inner
        case .word: return try word()
        case .time:
            throw LanguageError(
                "a time of day stands behind \"after\" or \"before\"", at: token.span)
        case .sign, .end: throw unexpected("a condition or a number")
        }
    }

    private mutating func word() throws(LanguageError) -> Int {
        if Word.isKept(token.text), isUsedAsName { throw .kept(token, "input") }
        switch Word(rawValue: token.text) {
        case .always?:
            return add(Clause.Node(.always, at: take().span))
        case .after?, .before?: return try timeOfDay()
        case .on?: return try days()
        case .average?: return try call(.average)
        case .smallest?: return try call(.smallest)
        case .largest?: return try call(.largest)
        case .dawn?, .sunrise?, .sunset?, .dusk?:
            throw LanguageError(
                "a time of day stands behind \"after\" or \"before\"", at: token.span)
        case .and?, .or?, .not?, .is?, .since?, .becomes?:
            throw unexpected("a condition or a number")
        case .some: throw .kept(token, "input")
        case nil: break
        }
        if Word.foreign[token.text] != nil { throw unexpected("a condition or a number") }
        if following.isSign("(") { throw unknownFunction() }
        let name = take()
        guard isPlainName(name.text) else {
            throw LanguageError(
                "\"\(name.text.prefix(40))\" cannot be a name: \(plainNameRule)", at: name.span,
                .badName)
        }
        return add(Clause.Node(.name(name.text), at: name.span))
    }

    /// Whether a word of the language stands where the name of an input would: by what is behind it.
    private var isUsedAsName: Bool {
        let next = following
        if next.kind == .sign { return !["(", ")", "."].contains(next.text) }
        return next.isWord(.is)
    }

    private func unknownFunction() -> LanguageError {
        let right = Word.foreignFunctions[token.text.lowercased()]
        let known = Word.functions.map(\.rawValue)
        let near = right.map { [$0] } ?? nearestWords(to: token.text, among: known)
        return LanguageError(
            "there is no function \"\(token.text.prefix(40))\".\(suggestion(near)) There are "
                + known.joined(separator: ", "), at: token.span, .unknownName,
            replacement: near.count == 1 ? near[0] : nil)
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
}
