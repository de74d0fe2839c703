import Core
import Settings
import Values

/// The words of a fault command, taken one by one.
struct FaultParser {
    private let line: String
    private var rest: ArraySlice<String>

    init(_ line: String) {
        self.line = String(line.prefix(120))
        rest = line.split(whereSeparator: \.isWhitespace).map(String.init)[...]
    }

    var peek: String? { rest.first }

    mutating func next() -> String? { rest.popFirst() }

    /// Takes a word if it is the next one.
    mutating func skip(_ word: String) -> Bool {
        guard peek == word else { return false }
        rest.removeFirst()
        return true
    }

    /// Takes a number with its unit, in base units.
    mutating func quantity(
        _ quantity: Quantity, _ range: ClosedRange<Double>
    ) throws(PlainError) -> Double {
        let what =
            "\(quantity.noun) from \(quantity.text(range.lowerBound)) to "
            + quantity.text(range.upperBound)
        guard let word = next() else { throw expected(what, found: nil) }
        switch quantity.parse(word) {
        case .failure(let error): throw PlainError("\"\(line)\": \(error)")
        case .success(let value) where range.contains(value): return value
        case .success: throw expected(what, found: word)
        }
    }

    /// Takes a time; the range is in seconds.
    mutating func time(_ seconds: ClosedRange<Double>) throws(PlainError) -> Duration {
        .nanoseconds(Int64((try quantity(.time, seconds) * 1e9).rounded()))
    }

    mutating func optionalTime(
        _ seconds: ClosedRange<Double>
    ) throws(PlainError) -> Duration? {
        rest.isEmpty ? nil : try time(seconds)
    }

    /// Takes the name of a configuration key, "section:key".
    mutating func key() throws(PlainError) -> String {
        guard let word = next(), word.utf8.contains(UInt8(ascii: ":")) else {
            throw expected("a configuration key such as control:altitude_max", found: nil)
        }
        return word.lowercased()
    }

    mutating func optionalAngle() throws(PlainError) -> Angle? {
        rest.isEmpty ? nil : .degrees(try quantity(.angle, -360...360))
    }

    mutating func way() throws(PlainError) -> FaultCommand.Way {
        switch next() {
        case nil: .both
        case "up": .up
        case "down": .down
        case let word: throw expected("up (to the drone), down (from it) or nothing", found: word)
        }
    }

    func expectEnd() throws(PlainError) {
        if let word = peek { throw expected("nothing more", found: word) }
    }

    func expected(_ what: String, found word: String?) -> PlainError {
        let found = word.map { "\"\($0.prefix(40))\"" } ?? "nothing"
        return PlainError("\"\(line)\": expected \(what), found \(found)")
    }
}
