import Almanac
import Settings
import Values

/// Finds conditions that no world can make true, as far as that can be seen without solving anything: of inputs that are
/// compared with quantities.
enum Contradiction {
    /// The first part that can never be true beside the parts before it; a division by a zero that is written out.
    static func within(_ clause: Clause) -> LanguageError? {
        for index in clause.reachable {
            let node = clause.nodes[index]
            if node.kind == .divide, isZero(node.right, clause) {
                return LanguageError("nothing is divided by zero", at: node.span, .conflict)
            }
        }
        for index in clause.reachable {
            if let error = beyondSensors(index, clause) { return error }
        }
        let isJoined = Set(
            clause.reachable.filter { clause.nodes[$0].kind == .and }
                .flatMap { [clause.nodes[$0].left, clause.nodes[$0].right] })
        for index in clause.reachable
        where clause.nodes[index].kind == .and && !isJoined.contains(index) {
            let parts = clause.parts(of: index, joinedBy: .and)
            if let error = among(parts, clause) ?? times(of: parts, clause) { return error }
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
            guard let (name, bounds) = clause.bounds(of: part) else { continue }
            numbers[name, default: Bounds()].narrow(to: bounds)
            if numbers[name]?.isEmpty == true { return never(node) }
        }
        return nil
    }

    private static func never(_ node: Clause.Node) -> LanguageError {
        LanguageError(
            "this can never be true together with what stands before it", at: node.span, .conflict)
    }

    /// A comparison with what no sensor says, or what each says.
    private static func beyondSensors(_ index: Int, _ clause: Clause) -> LanguageError? {
        guard let (_, bounds) = clause.bounds(of: index) else { return nil }
        let node = clause.nodes[index]
        let dimension =
            clause.nodes[node.left].dimension ?? clause.nodes[node.right].dimension
        guard let dimension, let possible = dimension.possible else { return nil }
        let all = Bounds(low: possible.lowerBound, high: possible.upperBound)
        let always = bounds.contains(all)
        guard always || !bounds.meets(all) else { return nil }
        return LanguageError(
            "\(dimension.noun) is from \(dimension.text(possible.lowerBound)) to "
                + "\(dimension.text(possible.upperBound)), so this is \(always ? "always" : "never") true",
            at: node.span, .outOfRange)
    }

    // MARK: Times of the day

    /// An "after" and a "before" that do not stand side by side: each is a part of one day by itself.
    private static func times(of parts: [Int], _ clause: Clause) -> LanguageError? {
        var after: [(node: Int, time: TimeOfDay)] = []
        var before: [(node: Int, time: TimeOfDay)] = []
        for part in parts.flatMap({ clause.partsSince(of: $0) }) {
            switch clause.nodes[part].kind {
            case .after(let time): after.append((part, time))
            case .before(let time): before.append((part, time))
            default: break
            }
        }
        for from in after {
            for to in before
            where minutes(of: from.time).lowerBound >= minutes(of: to.time).upperBound {
                let (first, second) = (clause.words(of: from.node), clause.words(of: to.node))
                return LanguageError(
                    "never true: \"\(first)\" lasts until midnight, and \"\(second)\" begins then. Write the two side by side, "
                        + "as in \"(\(first) and \(second))\", for a time that goes over midnight",
                    at: clause.nodes[max(from.node, to.node)].span, .conflict)
            }
        }
        return nil
    }

    /// When it can be, in minutes of the local day: the sun's times of a morning are before noon, and those of an evening after it.
    private static func minutes(of time: TimeOfDay) -> ClosedRange<Int> {
        switch time {
        case .clock(let minute): minute...minute
        case .sun(let event, let offset):
            event.isMorning ? (offset...720 + offset) : (720 + offset...1440 + offset)
        }
    }
}
