import Core
import JSON
import Settings
import Values

/// A setting of a driver, as its manifest declares it.
package struct ManifestSetting: PluginSettings {
    /// Reads it from the settings of one driver, as the program will be given it: a number with a unit in the base unit of
    /// its quantity. `nil` where it was left out.
    private let value: @Sendable (_ key: String, SettingsReader) -> JSONValue?

    package init(_ read: SettingsReader) {
        let word = read(
            required: "kind",
            .matching("one of \(Self.kinds.joined(separator: ", "))", Self.kinds.contains),
            "What it takes.")
        let declaration = Declaration(read)
        isTime = word == "time" && (declaration.isRequired || declaration.fallback != nil)
        let claimed = read(
            optional: "claims",
            .matching(
                "one of \(Self.claimed.map(\.rawValue).joined(separator: ", "))",
                { word in Self.claimed.contains { $0.rawValue == word } }),
            "What the text names, for one driver alone.")
        claims = claimed.flatMap { Claim.Kind(rawValue: $0) }
        read.check(claims == nil || word == "text", "claims", "only a text names something")
        value = Self.reading(word, declaration, read)
    }

    /// Whether it is a time that cannot be left out.
    let isTime: Bool
    /// What the value of the setting names, for one driver alone.
    private let claims: Claim.Kind?

    /// Reads it, with what the value claims.
    func callAsFunction(_ key: String, _ read: SettingsReader) -> (value: JSONValue, claim: Claim?)?
    {
        value(key, read).map { value in
            guard let claims, case .string(let text) = value else { return (value, nil) }
            // A name below /dev and its whole path are the same.
            let thing = text.hasPrefix("/dev/") ? String(text.dropFirst(5)) : text
            return (value, Claim(claims, thing, key: key))
        }
    }

    private static let claimed: [Claim.Kind] = [
        .serialPort, .gpioLine, .pwmChannel, .oneWireDevice, .busAddress, .networkAddress,
    ]

    private static let kinds =
        ["text", "choice", "bool", "number", "integer"] + quantities.map(\.word)

    /// By their names without the article: "time", "temperature difference".
    private static let quantities: [(word: String, quantity: Quantity)] = Quantity.all.map {
        (String($0.noun.drop { $0 != " " }.dropFirst()), $0)
    }

    /// What stands beside the kind.
    private struct Declaration {
        let help: String
        let isRequired: Bool
        let fallback: JSONValue?
        let bounds: (JSONValue?, JSONValue?)
        let choices: [String]

        init(_ read: SettingsReader) {
            help = read(required: "help", .sentence, "What it is for.")
            isRequired = read("required", .bool, default: false, "Whether it must be given.")
            fallback = read(
                optional: "default", .json("a value of its kind"), "What it is when left out.")
            bounds = (
                read(optional: "from", .json("a value of its kind"), "The least it may be."),
                read(optional: "to", .json("a value of its kind"), "The most it may be.")
            )
            choices = read(
                "choices", .list(of: .text("a word"), count: 0...32), default: [],
                "The words of a choice.")
            read.check(
                !isRequired || fallback == nil, "required",
                "a setting that must be given has no default")
        }
    }

    private typealias Reading = @Sendable (String, SettingsReader) -> JSONValue?

    private static func reading(
        _ word: String, _ declaration: Declaration, _ read: SettingsReader
    ) -> Reading {
        let hasRange = !["text", "choice", "bool"].contains(word)
        for (key, bound) in [("from", declaration.bounds.0), ("to", declaration.bounds.1)] {
            read.check(
                (bound != nil) == hasRange || word.isEmpty, key,
                hasRange ? "missing; every number has a range" : "a \(word) has no range")
        }
        read.check(
            declaration.choices.isEmpty == (word != "choice"), "choices",
            word == "choice" ? "missing; expected a list of words" : "only a choice has them")
        switch word {
        case "bool": return reading(.bool, declaration, read) { .bool($0) }
        case "choice":
            let words = declaration.choices
            let list = words.map { "\"\($0)\"" }.joined(separator: ", ")
            let kind = SettingKind<String>.matching(
                "one of \(list)", schema: ["enum": .array(words.map { .string($0) })],
                words.contains)
            return reading(kind, declaration, read) { .string($0) }
        case "number", "integer":
            guard let range = range(declaration, read, Self.number) else { break }
            if word == "number" {
                return reading(.number(range), declaration, read) { .number($0) }
            }
            guard let low = Int(exactly: range.lowerBound),
                let high = Int(exactly: range.upperBound)
            else {
                read.check(false, "from", "the range of whole numbers is of whole numbers")
                break
            }
            return reading(.integer(low...high), declaration, read) { .number(Double($0)) }
        case "text": break
        default:
            let quantity = quantities.first { $0.word == word }?.quantity
            guard let quantity, let range = range(declaration, read, of: quantity) else { break }
            return reading(.measured(quantity, range), declaration, read) { .number($0) }
        }
        return reading(.text("a text"), declaration, read) { .string($0) }
    }

    private static func reading<Value>(
        _ kind: SettingKind<Value>, _ declaration: Declaration, _ read: SettingsReader,
        _ json: @escaping @Sendable (Value) -> JSONValue
    ) -> Reading {
        let help = declaration.help
        if declaration.isRequired { return { json($1(required: $0, kind, help)) } }
        guard let written = declaration.fallback else {
            return { $1(optional: $0, kind, help).map(json) }
        }
        do throws(ConfigurationErrors) {
            let fallback = try kind.parse(written, SettingPath(""))
            return { json($1($0, kind, default: fallback, help)) }
        } catch {
            read.check(false, "default", error.description)
            return { json($1(required: $0, kind, help)) }
        }
    }

    // MARK: Ranges

    private static func number(_ json: JSONValue) -> Double? {
        guard case .number(let number) = json else { return nil }
        return number
    }

    private static func range(
        _ declaration: Declaration, _ read: SettingsReader, of quantity: Quantity
    ) -> ClosedRange<Double>? {
        range(declaration, read) { json in
            guard case .string(let text) = json else { return nil }
            return try? quantity.parse(text).get()
        }
    }

    /// The range that is declared; `nil` where there is none, which is told.
    private static func range(
        _ declaration: Declaration, _ read: SettingsReader, _ value: (JSONValue) -> Double?
    ) -> ClosedRange<Double>? {
        guard let from = declaration.bounds.0, let to = declaration.bounds.1 else { return nil }
        guard let low = value(from) else {
            read.check(false, "from", "is no value of this kind: \(from.summary)")
            return nil
        }
        guard let high = value(to) else {
            read.check(false, "to", "is no value of this kind: \(to.summary)")
            return nil
        }
        guard low <= high else {
            read.check(false, "to", "is less than \"from\"")
            return nil
        }
        return low...high
    }
}
