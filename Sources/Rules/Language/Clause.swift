import Almanac
import Settings
import Values

/// A condition that was read, flat: each node stands behind those that it is made of, and the last is the whole.
struct Clause: Sendable {
    /// In bytes.
    static let longest = 2000
    /// How deep brackets, signs and "not" may stand within each other.
    static let deepest = 32

    struct Node: Sendable {
        let kind: Kind
        let left: Int
        let right: Int
        let span: Range<Int>
        /// The same with the brackets around it: a part that others are made of is as long as that.
        var outer: Range<Int>
        /// Of a number, once it is known.
        var dimension: Dimension?

        init(_ kind: Kind, _ left: Int = -1, _ right: Int = -1, at span: Range<Int>) {
            self.kind = kind
            self.left = left
            self.right = right
            self.span = span
            outer = span
        }
    }

    enum Kind: Equatable, Sendable {
        // Numbers.
        case quantity(String)
        case number(Double)
        case name(String)
        case negate, add, subtract, multiply, divide, average, smallest, largest
        // Conditions.
        case less, lessOrEqual, greater, greaterOrEqual
        case contact(String, isActive: Bool)
        case known(String, isKnown: Bool)
        case after(TimeOfDay)
        case before(TimeOfDay)
        case window(DailySpan)
        case days(UInt8)
        case and, or, not
        case since(Duration)
        case always

        var isNumber: Bool {
            switch self {
            case .quantity, .number, .name, .negate, .add, .subtract, .multiply, .divide,
                .average, .smallest, .largest:
                true
            default: false
            }
        }

        var isComparison: Bool {
            switch self {
            case .less, .lessOrEqual, .greater, .greaterOrEqual: true
            default: false
            }
        }
    }

    let text: String
    var nodes: [Node]
    var root: Int { nodes.count - 1 }

    /// - Throws: what is wrong with it first.
    init(_ text: String) throws(LanguageError) {
        self.text = text
        guard text.utf8.count <= Self.longest else {
            throw LanguageError(
                "a condition has at most \(Self.longest) bytes, and this has \(text.utf8.count)",
                at: 0..<0, .outOfRange)
        }
        var parser = ClauseParser(try Tokens(text).all)
        nodes = try parser.whole()
    }

    /// The part of the text that a node was read from.
    func words(of node: Int) -> String {
        let bytes = Array(text.utf8)
        let span = nodes[node].span.clamped(to: 0..<bytes.count)
        return String(decoding: bytes[span], as: UTF8.self)
    }

    /// The nodes that count: those that the whole is made of, each behind its parts.
    var reachable: [Int] {
        var isReachable = [Bool](repeating: false, count: nodes.count)
        if !nodes.isEmpty { isReachable[root] = true }
        for index in nodes.indices.reversed() where isReachable[index] {
            for part in [nodes[index].left, nodes[index].right] where part >= 0 {
                isReachable[part] = true
            }
        }
        return nodes.indices.filter { isReachable[$0] }
    }

    /// Whether it goes by the clock, and by the sun.
    var usesClock: Bool {
        nodes.contains {
            switch $0.kind {
            case .after, .before, .window, .days: true
            default: false
            }
        }
    }

    var usesSun: Bool {
        nodes.contains {
            switch $0.kind {
            case .after(let time), .before(let time): time.event != nil
            case .window(let span): span.needsPlace
            default: false
            }
        }
    }
}
