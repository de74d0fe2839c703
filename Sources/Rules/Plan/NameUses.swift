/// What the rules use each name as, whatever its unit: one that is two things is told once, where it is what it is least
/// often.
struct NameUses {
    enum Use: Int {
        case number, contact, press

        var noun: String {
            switch self {
            case .number: "a number"
            case .contact: "a contact"
            case .press: "a button"
            }
        }
    }

    /// A name in the text of one key of one rule.
    struct Place {
        let rule: Int
        let key: String
        let span: Range<Int>
        let text: String
    }

    struct Clash {
        let place: Place
        let message: String
    }

    private var uses: [String: [(use: Use, place: Place)]] = [:]

    mutating func note(_ name: String, as use: Use, at place: Place) {
        uses[name, default: []].append((use, place))
    }

    /// Notes the names of a condition.
    mutating func note(_ clause: Clause, in rule: Int, _ key: String) {
        for index in clause.reachable {
            let node = clause.nodes[index]
            let place = Place(rule: rule, key: key, span: node.span, text: clause.text)
            switch node.kind {
            case .name(let name): note(name, as: .number, at: place)
            case .contact(let name, _): note(name, as: .contact, at: place)
            default: break
            }
        }
    }

    func first(of name: String) -> Use? { uses[name]?.first?.use }

    private func isClash(_ name: String) -> Bool {
        guard let all = uses[name], let first = all.first else { return false }
        return all.contains { $0.use != first.use }
    }

    func hasClash(_ clause: Clause) -> Bool {
        clause.reachable.contains { index in
            switch clause.nodes[index].kind {
            case .name(let name), .contact(let name, _), .known(let name, _): isClash(name)
            default: false
            }
        }
    }

    /// In the order of their names.
    var clashes: [Clash] {
        uses.keys.filter { isClash($0) }.sorted().compactMap { name in
            guard let all = uses[name] else { return nil }
            var counts: [Use: Int] = [:]
            for (use, _) in all { counts[use, default: 0] += 1 }
            // Of two that are as frequent, the one that comes later.
            let order = all.map(\.use).reduce(into: [Use]()) { order, use in
                if !order.contains(use) { order.append(use) }
            }
            let odd = order.reversed().min { (counts[$0] ?? 0) < (counts[$1] ?? 0) }
            guard let odd, let place = all.first(where: { $0.use == odd })?.place else {
                return nil
            }
            let others = order.filter { $0 != odd }.map(\.noun).joined(separator: " and ")
            return Clash(
                place: place, message: "\"\(name)\" is \(others) elsewhere, and here \(odd.noun)")
        }
    }
}
