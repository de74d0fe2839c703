/// Which numbers make a comparison of one input true.
struct Bounds {
    var low = -Double.infinity
    var high = Double.infinity
    var lowCounts = true
    var highCounts = true

    var isEmpty: Bool { low > high || (low == high && !(lowCounts && highCounts)) }
    var isAbove: Bool { low > -.infinity }
    /// Of a comparison: where it becomes true.
    var figure: Double { isAbove ? low : high }

    func contains(_ other: Bounds) -> Bool {
        (low < other.low || (low == other.low && (lowCounts || !other.lowCounts)))
            && (high > other.high || (high == other.high && (highCounts || !other.highCounts)))
    }

    func meets(_ other: Bounds) -> Bool {
        var both = self
        both.narrow(to: other)
        return !both.isEmpty
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

extension Clause {
    /// "room > 28 °C" as what room may be.
    func bounds(of index: Int) -> (name: String, bounds: Bounds)? {
        let node = nodes[index]
        guard node.kind.isComparison else { return nil }
        let isUp = node.kind == .greater || node.kind == .greaterOrEqual
        let counts = node.kind == .lessOrEqual || node.kind == .greaterOrEqual
        switch (nodes[node.left].kind, nodes[node.right].kind) {
        case (.name(let name), _):
            guard let value = figure(node.right) else { return nil }
            return (name, Self.bounds(above: isUp, value, counts))
        case (_, .name(let name)):
            guard let value = figure(node.left) else { return nil }
            return (name, Self.bounds(above: !isUp, value, counts))
        default: return nil
        }
    }

    /// A number that is written out, in base units.
    private func figure(_ index: Int) -> Double? {
        switch nodes[index].kind {
        case .quantity(let text): nodes[index].dimension?.value(of: text)
        case .number(let value): value
        default: nil
        }
    }

    private static func bounds(above isAbove: Bool, _ value: Double, _ counts: Bool) -> Bounds {
        isAbove
            ? Bounds(low: value, lowCounts: counts) : Bounds(high: value, highCounts: counts)
    }

    /// What "and", or "or", joins in a part, in the order of the text; through brackets.
    func parts(of index: Int, joinedBy joint: Kind) -> [Int] {
        var parts: [Int] = []
        var rest = [index]
        while let next = rest.popLast() {
            let node = nodes[next]
            if node.kind == joint {
                rest += [node.right, node.left]
            } else {
                parts.append(next)
            }
        }
        return parts
    }

    /// The same of "and", also of what has to hold for a while: what is true for a while is true.
    func partsSince(of index: Int) -> [Int] {
        var parts: [Int] = []
        var rest = [index]
        while let next = rest.popLast() {
            let node = nodes[next]
            switch node.kind {
            case .and: rest += [node.right, node.left]
            case .since: rest.append(node.left)
            default: parts.append(next)
            }
        }
        return parts
    }

    /// What it compares inputs with: in what "and", or "or", joins, also where that has to hold for a while.
    func thresholds(joinedBy joint: Kind) -> [Threshold] {
        parts(of: root, joinedBy: joint).compactMap { part in
            var node = part
            while case .since = nodes[node].kind { node = nodes[node].left }
            return bounds(of: node).map {
                Threshold(node: node, name: $0.name, bounds: $0.bounds, isHeld: node != part)
            }
        }
    }

    struct Threshold {
        let node: Int
        let name: String
        let bounds: Bounds
        /// It counts only after a while.
        let isHeld: Bool
    }
}
