import JSON
import Settings

/// What is wrong with a text of the language, and where in it.
struct LanguageError: Error, Equatable, Sendable {
    let code: ConfigurationError.Code
    let message: String
    /// In bytes of UTF-8 from the start of the text.
    let span: Range<Int>
    /// What would be right in the place of that, where it is certain.
    let replacement: String?
    /// The name that stands where a condition must: what it is elsewhere says what is missing.
    let loneName: String?

    init(
        _ message: String, at span: Range<Int>,
        _ code: ConfigurationError.Code = .wrongValue, replacement: String? = nil,
        loneName: String? = nil
    ) {
        self.code = code
        self.message = message
        self.span = span
        self.replacement = replacement
        self.loneName = loneName
    }

    /// A word of the language that stands where a name must.
    static func kept(_ word: Token, _ what: String) -> LanguageError {
        LanguageError(
            "\"\(word.text)\" is a word of the language, and no \(what) can be called so",
            at: word.span, .badName)
    }

    /// The whole text as it would be right.
    func corrected(_ text: String) -> ConfigurationError.Correction? {
        guard let replacement else { return nil }
        let bytes = Array(text.utf8)
        guard span.upperBound <= bytes.count else { return nil }
        let whole = bytes[..<span.lowerBound] + Array(replacement.utf8) + bytes[span.upperBound...]
        return .replace(with: .string(String(decoding: whole, as: UTF8.self)))
    }
}
