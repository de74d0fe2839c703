/// Whether one condition is true wherever another is, as far as their parts show it.
struct Implication {
    private let one: Clause
    private let other: Clause

    /// Whether `other` is true wherever `one` is.
    static func holds(_ one: Clause, _ other: Clause) -> Bool {
        Implication(one: one, other: other).holds(one.root, other.root)
    }

    private func holds(_ left: Int, _ right: Int) -> Bool {
        let ways = one.parts(of: left, joinedBy: .or)
        if ways.count > 1 { return ways.allSatisfy { holds($0, right) } }
        let needs = other.parts(of: right, joinedBy: .and)
        if needs.count > 1 { return needs.allSatisfy { holds(left, $0) } }
        let facts = one.parts(of: left, joinedBy: .and)
        let goals = other.parts(of: right, joinedBy: .or)
        if facts.count > 1 || goals.count > 1 {
            return facts.contains { fact in goals.contains { holds(fact, $0) } }
        }
        return isSimple(left, right)
    }

    /// Of parts that nothing joins.
    private func isSimple(_ left: Int, _ right: Int) -> Bool {
        if case .always = other.nodes[right].kind { return true }
        if isSame(left, right) { return true }
        if case .since(let time) = one.nodes[left].kind {
            let part = one.nodes[left].left
            if case .since(let otherTime) = other.nodes[right].kind {
                return time >= otherTime && holds(part, other.nodes[right].left)
            }
            return holds(part, right)
        }
        guard let (name, bounds) = one.bounds(of: left),
            let (otherName, otherBounds) = other.bounds(of: right)
        else { return false }
        return name == otherName && otherBounds.contains(bounds)
    }

    private func isSame(_ left: Int, _ right: Int) -> Bool {
        let (one, other) = (self.one.nodes[left], self.other.nodes[right])
        guard one.kind == other.kind else { return false }
        for (part, otherPart) in [(one.left, other.left), (one.right, other.right)]
        where part >= 0 && otherPart >= 0 {
            guard isSame(part, otherPart) else { return false }
        }
        return true
    }
}

/// How the figures with which a rule begins and ends lie to each other, of an input that both go by.
enum Band {
    /// It would end where it may begin: it begins and ends at one figure, whatever the other says.
    case overlapping
    case none
    /// It ends further on, and not on the way back.
    case sameSide

    /// - Returns: what is odd, with the node of "until"; `nil` where there is a way back.
    static func odd(_ when: Clause, _ until: Clause) -> (band: Band, node: Int, name: String)? {
        let (begins, ends) = (
            when.thresholds(joinedBy: .and), until.thresholds(joinedBy: .or)
        )
        let pairs = begins.flatMap { begin in
            ends.filter { $0.name == begin.name }.map { (begin: begin, end: $0) }
        }
        let back = pairs.filter { $0.begin.bounds.isAbove != $0.end.bounds.isAbove }
        for (begin, end) in back where !end.isHeld {
            let (first, last) = (begin.bounds.figure, end.bounds.figure)
            if first != last, (last > first) == begin.bounds.isAbove {
                return (.overlapping, end.node, end.name)
            }
            if first == last, !begin.isHeld { return (.none, end.node, end.name) }
        }
        guard back.isEmpty, until.parts(of: until.root, joinedBy: .or).count == 1 else {
            return nil
        }
        return pairs.first.map { (.sameSide, $0.end.node, $0.end.name) }
    }
}
