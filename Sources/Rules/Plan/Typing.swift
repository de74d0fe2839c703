import Settings
import Values

/// Finds out what each number of a condition is a number of: by its unit, and of an input by what it is compared with.
struct Typing {
    var clause: Clause
    var ports: PortTable
    /// How much counts: units say more than bare numbers, and only then is what is not known a mistake.
    enum Pass: CaseIterable {
        case units, numbers, mistakes
    }

    private let pass: Pass
    private var isFinal: Bool { pass == .mistakes }
    private(set) var errors: [LanguageError] = []

    init(_ clause: Clause, _ ports: PortTable, _ pass: Pass) {
        self.clause = clause
        self.ports = ports
        self.pass = pass
    }

    /// Looks at the whole condition.
    mutating func run() {
        for index in clause.reachable {
            let node = clause.nodes[index]
            switch node.kind {
            case .contact(let name, _): ports.use(name, as: .contact)
            case .less, .lessOrEqual, .greater, .greaterOrEqual: compare(node)
            case .known(let name, _):
                if isFinal, ports.forms[name] == nil {
                    add(
                        "nothing says what \"\(name)\" is: use it in another condition, too",
                        at: node.span)
                }
            default: break
            }
        }
    }

    private mutating func add(_ message: String, at span: Range<Int>) {
        if isFinal { errors.append(LanguageError(message, at: span)) }
    }

    private mutating func compare(_ node: Clause.Node) {
        let before = errors.count
        var left = infer(node.left, nil)
        var right = infer(node.right, left)
        if left == nil, clause.nodes[node.left].kind == .subtract, isFlexible(node.right) {
            right = infer(node.right, .difference)
        }
        if left == nil, right != nil { left = infer(node.left, right) }
        if isFlexible(node.left), right != nil, left != right { left = infer(node.left, right) }
        if isFlexible(node.right), left != nil, left != right { right = infer(node.right, left) }
        guard isFinal, errors.count == before else { return }
        guard let left, let right else {
            return add(
                "nothing says what these are: write a unit, as in \"\(example(of: node))\"",
                at: node.span)
        }
        guard left != right else { return }
        add(
            "this is \(right.noun), and is compared with \(left.noun)",
            at: clause.nodes[node.right].span)
    }

    /// A comparison with a unit, of what is compared without one.
    private func example(of node: Clause.Node) -> String {
        let (left, right) = (clause.nodes[node.left].kind, clause.nodes[node.right].kind)
        if case .name(let one) = left, case .name(let other) = right {
            return "\(one) - \(other) > 0 K"
        }
        let name = clause.reachable.lazy.compactMap { index -> String? in
            guard case .name(let name) = clause.nodes[index].kind,
                ports.forms[name] == nil
            else { return nil }
            return name
        }.first
        return "\(name ?? "room") > 20 °C"
    }

    /// Whether it is made of quantities alone, of which one may be a temperature or a difference of two.
    private func isFlexible(_ index: Int) -> Bool {
        let node = clause.nodes[index]
        switch node.kind {
        case .quantity(let text): return Dimension.all(of: text).count > 1
        case .negate: return isFlexible(node.left)
        default: return false
        }
    }

    /// What a number is of, where `wanted` would fit; `nil` while nobody knows.
    private mutating func infer(_ index: Int, _ wanted: Dimension?) -> Dimension? {
        let found = find(index, wanted)
        if let found { clause.nodes[index].dimension = found }
        return found
    }

    private mutating func find(_ index: Int, _ wanted: Dimension?) -> Dimension? {
        let node = clause.nodes[index]
        switch node.kind {
        case .quantity(let text): return quantity(text, wanted, at: node.span)
        case .number: return number(wanted, at: node)
        case .name(let name):
            if let known = ports.dimension(of: name) { return known }
            guard let wanted else { return nil }
            guard !wanted.quantities.isEmpty else {
                add(
                    "\"\(name)\" would be \(wanted.noun), which no sensor gives", at: node.span)
                return nil
            }
            ports.use(name, as: .number(wanted))
            return wanted
        case .negate: return infer(node.left, wanted)
        case .average, .smallest, .largest: return both(node, wanted)
        case .add, .subtract: return sum(node, wanted)
        case .multiply, .divide: return product(node, wanted)
        default: return nil
        }
    }

    private mutating func quantity(
        _ text: String, _ wanted: Dimension?, at span: Range<Int>
    ) -> Dimension? {
        let all = Dimension.all(of: text)
        if let wanted, all.contains(wanted) { return wanted }
        if let first = all.first {
            return first
        }
        guard isFinal, case .failure(let error)? = (wanted ?? .temperature).units?.parse(text),
            case .unknownUnit(meant: let meant) = error.kind
        else { return nil }
        let unit = text.split(separator: " ").last.map(String.init) ?? text
        let told =
            wanted == nil ? "there is no unit \"\(unit.prefix(20))\"" : error.description
        errors.append(LanguageError(told, at: span, .unknownUnit, replacement: meant))
        return nil
    }

    private mutating func number(_ wanted: Dimension?, at node: Clause.Node) -> Dimension? {
        guard let wanted, wanted != .number else { return pass == .units ? nil : .number }
        guard isFinal, case .number(let value) = node.kind else { return nil }
        // Zero is the same in most units, but nobody should have to know in which. 0.35 may be 35 % as well as 0.35 %.
        let isPart = wanted == .percent && value != 0 && abs(value) < 1
        let base = wanted.text(wanted == .percent && !isPart ? value / 100 : value)
        errors.append(
            LanguageError(
                "a number without a unit, where \(wanted.noun) is expected. Did you mean \"\(base)\"?",
                at: node.span, .missingUnit,
                replacement: wanted == .percent && !isPart ? base : nil))
        return nil
    }

    /// Of two numbers of which each may say what the other is.
    private mutating func both(_ node: Clause.Node, _ wanted: Dimension?) -> Dimension? {
        var left = infer(node.left, wanted)
        let right = infer(node.right, left ?? wanted)
        if left == nil, let right { left = infer(node.left, right) }
        guard let left, let right else { return nil }
        guard left == right else {
            add("one is \(left.noun), and the other \(right.noun)", at: node.span)
            return nil
        }
        return left
    }

    private mutating func sum(_ node: Clause.Node, _ wanted: Dimension?) -> Dimension? {
        let isDifference = node.kind == .subtract
        var left = infer(node.left, nil)
        var right = infer(node.right, nil)
        // "outside + 2 °C": what is added to a temperature is a difference.
        if left == .temperature, right == .temperature, isFlexible(node.right) {
            right = infer(node.right, .difference)
        } else if left == .temperature, right == .temperature, !isDifference,
            isFlexible(node.left)
        {
            left = infer(node.left, .difference)
        }
        if left == nil, right == nil, let wanted {
            let part: Dimension = isDifference && wanted == .difference ? .temperature : wanted
            left = infer(node.left, part)
            right = infer(node.right, wanted == .temperature ? .difference : part)
        } else if left == nil, let known = right {
            left = infer(node.left, known == .difference ? .temperature : known)
        } else if right == nil, let known = left {
            right = infer(node.right, known == .temperature && !isDifference ? .difference : known)
        }
        guard let left, let right else { return nil }
        switch (left, right) {
        case (.temperature, .temperature) where isDifference: return .difference
        case (.temperature, .difference): return .temperature
        case (.difference, .temperature) where !isDifference: return .temperature
        case (.temperature, .temperature):
            add("two temperatures cannot be added; write a difference in K", at: node.span)
            return nil
        case let (one, other) where one == other: return one
        default:
            add(
                "\(left.noun) and \(right.noun) cannot be \(isDifference ? "subtracted" : "added")",
                at: node.span)
            return nil
        }
    }

    private mutating func product(_ node: Clause.Node, _ wanted: Dimension?) -> Dimension? {
        let isQuotient = node.kind == .divide
        var left = infer(node.left, nil)
        var right = infer(node.right, nil)
        if left == nil, right == .number, let wanted { left = infer(node.left, wanted) }
        if right == nil, left == .number, !isQuotient, let wanted {
            right = infer(node.right, wanted)
        }
        if isQuotient, wanted == .number || wanted == nil {
            if left == nil, let right, right != .number { left = infer(node.left, right) }
            if right == nil, let left, left != .number { right = infer(node.right, left) }
        }
        guard let left, let right else { return nil }
        if left == .temperature || right == .temperature {
            add(
                "a temperature has no natural zero to multiply by; subtract two of them first",
                at: node.span)
            return nil
        }
        switch (left, right) {
        case (_, .number): return left
        case (.number, _) where !isQuotient: return right
        case let (one, other) where one == other && isQuotient: return .number
        default:
            add(
                "\(left.noun) and \(right.noun) cannot be \(isQuotient ? "divided" : "multiplied")",
                at: node.span)
            return nil
        }
    }
}
