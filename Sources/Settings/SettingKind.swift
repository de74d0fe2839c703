import JSON

/// What a setting may be: how it is written, checked and shown in the reference.
///
/// - SeeAlso: `SettingKinds.swift` for the kinds there are.
package struct SettingKind<Value: Sendable>: Sendable {
    /// What the reference and the errors call it: "a time from 10ms to 1s, such as \"250ms\"".
    package var expected: String { makeExpected() }
    /// Words for people are made when somebody reads them: most settings are right.
    let makeExpected: @Sendable () -> String
    /// Turns JSON into the value; on failure says what is wrong, at the path it is given.
    package let parse: @Sendable (JSONValue, SettingPath) throws(ConfigurationErrors) -> Value
    /// Stands in for the value while settings are only being described or have failed to parse.
    var placeholder: Value { makePlaceholder() }
    private let makePlaceholder: @Sendable () -> Value
    /// Writes a value as it would stand in the file, for the reference.
    let text: @Sendable (Value) -> String
    /// Turns JSON that parses into what all JSON of the same meaning turns into; see `NormalForm.swift`.
    let normalize: @Sendable (JSONValue) -> JSONValue
    /// The settings inside, for kinds that are objects or lists of objects.
    var members: [SettingDescription] { makeMembers() }
    let makeMembers: @Sendable () -> [SettingDescription]
    /// What a JSON Schema says of it; see `ConfigurationSchema`.
    let schema: @Sendable () -> JSONValue
    /// How a word of a command line, which is always a text, is written in JSON.
    let meaningOfWord: @Sendable (String) -> JSONValue
    /// Of a kind that is the content of a file: the most bytes that it may have.
    var fileLimit: Int?
    /// What else it could be, for `roost why`; `nil` where that is not tried.
    var alternatives: SettingAlternatives?

    init(
        expected: @autoclosure @escaping @Sendable () -> String,
        placeholder: @autoclosure @escaping @Sendable () -> Value,
        members: @autoclosure @escaping @Sendable () -> [SettingDescription] = [],
        schema: @autoclosure @escaping @Sendable () -> JSONValue = [:],
        normalize: (@Sendable (JSONValue) -> JSONValue)? = nil,
        meaningOfWord: @escaping @Sendable (String) -> JSONValue = { .string($0) },
        text: @escaping @Sendable (Value) -> String,
        parse: @escaping @Sendable (JSONValue, SettingPath) throws(ConfigurationErrors) -> Value
    ) {
        makeExpected = expected
        makePlaceholder = placeholder
        makeMembers = members
        self.schema = schema
        self.normalize =
            normalize ?? { json in
                do throws(ConfigurationErrors) {
                    return .string(text(try parse(json, SettingPath(""))))
                } catch {
                    return json
                }
            }
        self.meaningOfWord = meaningOfWord
        self.text = text
        self.parse = parse
    }

    /// A kind of which all that can be wrong is that it is not what was `expected`: then `read` gives
    /// nothing. `isRange` says that it takes numbers of a range: another number is out of that.
    init(
        expected: @autoclosure @escaping @Sendable () -> String,
        placeholder: @autoclosure @escaping @Sendable () -> Value,
        schema: @autoclosure @escaping @Sendable () -> JSONValue,
        isRange: Bool = false, normalize: (@Sendable (JSONValue) -> JSONValue)? = nil,
        meaningOfWord: @escaping @Sendable (String) -> JSONValue = { .string($0) },
        text: @escaping @Sendable (Value) -> String,
        read: @escaping @Sendable (JSONValue) -> Value?
    ) {
        self.init(
            expected: expected(), placeholder: placeholder(), schema: schema(),
            normalize: normalize, meaningOfWord: meaningOfWord, text: text,
            parse: { json, path throws(ConfigurationErrors) in
                if let value = read(json) { return value }
                let isOutOfRange = if case .number = json { isRange } else { false }
                throw path.wrongValue(
                    json, expected: expected(), isOutOfRange ? .outOfRange : .wrongValue,
                    correction: Self.asMeant(json, by: meaningOfWord) { read($0) != nil })
            })
    }

    /// What stands in quotes and would be right without them.
    private static func asMeant(
        _ json: JSONValue, by meaningOfWord: (String) -> JSONValue, _ isRight: (JSONValue) -> Bool
    ) -> ConfigurationError.Correction? {
        guard case .string(let word) = json else { return nil }
        let meant = meaningOfWord(word)
        return isRight(meant) ? .replace(with: meant) : nil
    }

    func meaning(of json: JSONValue) -> JSONValue {
        guard case .string(let word) = json else { return json }
        return meaningOfWord(word)
    }

    /// A word that is a number, where a number is expected.
    @Sendable static func number(_ word: String) -> JSONValue {
        guard let number = Double(word), number.isFinite else { return .string(word) }
        return .number(number)
    }
}
