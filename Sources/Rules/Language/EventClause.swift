import Settings
import Values

/// What begins a rule, once each time: presses of a button, and contacts that change.
struct EventClause: Sendable {
    enum Kind: Equatable, Sendable {
        case press(ButtonPress)
        case becomes(isActive: Bool)
    }

    struct Term: Equatable, Sendable {
        let name: String
        let kind: Kind
        let span: Range<Int>
    }

    let text: String
    let terms: [Term]

    /// "button.press or motion becomes detected"
    ///
    /// - Throws: what is wrong with it first.
    init(_ text: String) throws(LanguageError) {
        self.text = text
        guard text.utf8.count <= Clause.longest else {
            throw LanguageError(
                "it has at most \(Clause.longest) bytes, and this has \(text.utf8.count)",
                at: 0..<0, .outOfRange)
        }
        let tokens = try Tokens(text).all
        var terms: [Term] = []
        var index = 0
        repeat {
            terms.append(try Self.term(tokens, at: &index))
            guard tokens[index].isWord(.or) else { break }
            index += 1
        } while true
        let rest = tokens[index]
        guard rest.kind == .end else {
            throw LanguageError(
                "expected \"or\" or the end, found \"\(rest.text.prefix(40))\"; what must be true then is said by \"when\"",
                at: rest.span)
        }
        self.terms = terms
    }

    private static func term(
        _ tokens: [Token], at index: inout Int
    ) throws(LanguageError) -> Term {
        let name = tokens[index]
        if name.kind == .word, Word.isKept(name.text) {
            throw .kept(name, "button and no contact")
        }
        guard name.kind == .word, isName(name.text) else {
            let found = name.kind == .end ? "the end" : "\"\(name.text.prefix(40))\""
            throw LanguageError(
                "expected an event such as \"button.press\" or \"door becomes open\", found \(found)",
                at: name.span)
        }
        let joint = tokens[min(index + 1, tokens.count - 1)]
        let word = tokens[min(index + 2, tokens.count - 1)]
        let span = name.span.lowerBound..<max(name.span.upperBound, word.span.upperBound)
        index = min(index + 3, tokens.count - 1)
        if joint.isSign(".") {
            let presses = ButtonPress.allCases.map(\.rawValue)
            if word.kind == .word, let press = ButtonPress(rawValue: word.text) {
                return Term(name: name.text, kind: .press(press), span: span)
            }
            let near = nearestWords(to: word.text, among: presses)
            throw LanguageError(
                "expected what was done with the button, found \"\(word.text.prefix(40))\".\(suggestion(near)) There are "
                    + presses.joined(separator: ", "), at: word.span, .unknownName,
                replacement: near.count == 1 ? near[0] : nil)
        }
        guard joint.isWord(.becomes) else {
            throw LanguageError(
                "expected \".press\" or \"becomes\" behind \"\(name.text.prefix(40))\"; for a state use \"when\"",
                at: joint.span)
        }
        guard word.kind == .word, let isActive = ContactWord.state(word.text) else {
            let near = nearestWords(
                to: word.text, among: ContactWord.active + ContactWord.inactive)
            throw LanguageError(
                "expected a state, found \"\(word.text.prefix(40))\".\(suggestion(near))",
                at: word.span, .unknownName, replacement: near.count == 1 ? near[0] : nil)
        }
        return Term(name: name.text, kind: .becomes(isActive: isActive), span: span)
    }

    private static func isName(_ text: String) -> Bool { text.utf8.count <= 40 }
}
