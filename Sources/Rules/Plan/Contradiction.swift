import Settings
import Values

/// Finds conditions that no world can make true, as far as that can be seen without solving anything: of inputs that are
/// compared with quantities.
enum Contradiction {
    /// Which numbers make a comparison true.
    private struct Bounds {
        var low = -Double.infinity
        var high = Double.infinity
        var lowCounts = true
        var highCounts = true

        var isEmpty: Bool { low > high || (low == high && !(lowCounts && highCounts)) }

        func contains(_ other: Bounds) -> Bool {
            (low < other.low || (low == other.low && (lowCounts || !other.lowCounts)))
                && (high > other.high || (high == other.high && (highCounts || !other.highCounts)))
        }

        mutating func narrow(to other: Bounds) {
            if other.low > low || (other.low == low && !other.lowCounts) {
                (low, lowCounts) = (other.low, other.lowCounts)
            }
            if other.high < high || (other.high == high && !other.highCounts) {
                (high, highCounts) = (other.high, other.highCounts)
            }
        }
    }

    /// The first part that can never be true beside the parts before it; a division by a zero that is written out.
    static func within(_ clause: Clause) -> LanguageError? {
        for index in clause.reachable {
            let node = clause.nodes[index]
            if node.kind == .divide, isZero(node.right, clause) {
                return LanguageError("nothing is divided by zero", at: node.span, .conflict)
            }
        }
        let isJoined = Set(
            clause.reachable.filter { clause.nodes[$0].kind == .and }
                .flatMap { [clause.nodes[$0].left, clause.nodes[$0].right] })
        for index in clause.reachable
        where clause.nodes[index].kind == .and && !isJoined.contains(index) {
            if let error = among(parts(of: index, clause), clause) { return error }
        }
        return nil
    }

    private static func isZero(_ index: Int, _ clause: Clause) -> Bool {
        switch clause.nodes[index].kind {
        case .number(let value): value == 0
        case .quantity(let text): clause.nodes[index].dimension?.value(of: text) == 0
        default: false
        }
    }

    private static func parts(of index: Int, _ clause: Clause) -> [Int] {
        var parts: [Int] = []
        var rest = [index]
        while let next = rest.popLast() {
            let node = clause.nodes[next]
            if node.kind == .and {
                rest += [node.right, node.left]
            } else {
                parts.append(next)
            }
        }
        return parts
    }

    private static func among(_ parts: [Int], _ clause: Clause) -> LanguageError? {
        var numbers: [String: Bounds] = [:]
        var contacts: [String: Bool] = [:]
        for part in parts {
            let node = clause.nodes[part]
            if case .contact(let name, let isActive) = node.kind {
                if contacts.updateValue(isActive, forKey: name) == !isActive {
                    return never(node)
                }
            }
            guard let (name, bounds) = comparison(part, clause) else { continue }
            numbers[name, default: Bounds()].narrow(to: bounds)
            if numbers[name]?.isEmpty == true { return never(node) }
        }
        return nil
    }

    private static func never(_ node: Clause.Node) -> LanguageError {
        LanguageError(
            "this can never be true together with what stands before it", at: node.span, .conflict)
    }

    /// "room > 28 °C" as what room may be.
    private static func comparison(_ index: Int, _ clause: Clause) -> (String, Bounds)? {
        let node = clause.nodes[index]
        guard node.kind.isComparison else { return nil }
        let (left, right) = (clause.nodes[node.left], clause.nodes[node.right])
        let isUp = node.kind == .greater || node.kind == .greaterOrEqual
        let counts = node.kind == .lessOrEqual || node.kind == .greaterOrEqual
        switch (left.kind, right.kind) {
        case (.name(let name), .quantity(let text)):
            guard let value = right.dimension?.value(of: text) else { return nil }
            return (name, bounds(above: isUp, value, counts))
        case (.quantity(let text), .name(let name)):
            guard let value = left.dimension?.value(of: text) else { return nil }
            return (name, bounds(above: !isUp, value, counts))
        default: return nil
        }
    }

    private static func bounds(above isAbove: Bool, _ value: Double, _ counts: Bool) -> Bounds {
        isAbove
            ? Bounds(low: value, lowCounts: counts) : Bounds(high: value, highCounts: counts)
    }

    /// Whether `until` is true wherever `when` is, of conditions that are one comparison or one state each.
    static func implies(_ when: Clause, _ until: Clause) -> Bool {
        let (one, other) = (when.nodes[when.root].kind, until.nodes[until.root].kind)
        if case .contact = one { return one == other }
        guard let (name, bounds) = comparison(when.root, when),
            let (otherName, otherBounds) = comparison(until.root, until)
        else { return false }
        return name == otherName && otherBounds.contains(bounds)
    }
}
