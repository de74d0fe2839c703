import Core
@testable import JSON
import TestSupport

extension JSONValue {
    /// Any value, with the letters and numbers that writers and readers get wrong.
    static func arbitrary(depth: Int, using generator: inout SeededGenerator) -> JSONValue {
        func text() -> String {
            let letters = Array("aé€😀\"\\/\n\u{1}\u{1F}\u{7F}\u{2028} ".unicodeScalars)
            var text = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0...6, using: &generator) {
                text.append(letters[Int.random(in: 0..<letters.count, using: &generator)])
            }
            return String(text)
        }
        func items() -> [JSONValue] {
            (0..<Int.random(in: 0...4, using: &generator)).map { _ in
                arbitrary(depth: depth - 1, using: &generator)
            }
        }
        switch Int.random(in: 0..<(depth > 0 ? 8 : 6), using: &generator) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &generator))
        case 2: return JSONValue(integer: Int64(truncatingIfNeeded: generator.next())) ?? .null
        case 3: return .number(Double(Int.random(in: -300...300, using: &generator)))
        case 4: return .number(Double.random(in: -1e6...1e6, using: &generator))
        case 5: return .string(text())
        case 6: return .array(items())
        default:
            let members = items().map { (text(), $0) }
            return .object(Dictionary(members, uniquingKeysWith: { _, last in last }))
        }
    }
}
