import Almanac
import Values

/// Writes conditions as a list of things to work out. What is written twice, in one rule or in many, is worked out once.
struct CodeBuilder {
    /// The numbers of inputs, by their names.
    var names: [String: Int] = [:]
    private(set) var ops: [Op] = []
    private(set) var timers = 0
    private(set) var windows: [DailySpan] = []
    private var known: [Op: Int32] = [:]

    mutating func condition(_ clause: Clause) -> RulePlan.Condition {
        var registers = [Int32](repeating: -1, count: clause.nodes.count)
        for index in clause.reachable {
            registers[index] = add(clause.nodes[index], registers)
        }
        return RulePlan.Condition(clause: clause, registers: registers)
    }

    /// The number of the input that a node names.
    func input(of node: Clause.Node) -> Int? {
        switch node.kind {
        case .name(let name), .contact(let name, _), .known(let name, _): names[name]
        default: nil
        }
    }

    private mutating func add(_ op: Op) -> Int32 {
        if let index = known[op] { return index }
        let index = Int32(ops.count)
        ops.append(op)
        known[op] = index
        return index
    }

    private mutating func input(_ name: String) -> Int32 {
        add(Op(code: .input, left: Int32(names[name] ?? 0)))
    }

    private mutating func add(_ node: Clause.Node, _ registers: [Int32]) -> Int32 {
        let left = node.left >= 0 ? registers[node.left] : -1
        let right = node.right >= 0 ? registers[node.right] : -1
        func two(_ code: Op.Code) -> Op { Op(code: code, left: left, right: right) }
        switch node.kind {
        case .quantity(let text):
            return add(.constant(node.dimension?.value(of: text) ?? .nan))
        case .number(let value): return add(.constant(value))
        case .name(let name): return input(name)
        case .negate: return add(two(.negate))
        case .add: return add(two(.add))
        case .subtract: return add(two(.subtract))
        case .multiply: return add(two(.multiply))
        case .divide: return add(two(.divide))
        case .average: return add(two(.average))
        case .smallest: return add(two(.smallest))
        case .largest: return add(two(.largest))
        case .less: return add(two(.less))
        case .lessOrEqual: return add(two(.lessOrEqual))
        case .greater: return add(Op(code: .less, left: right, right: left))
        case .greaterOrEqual: return add(Op(code: .lessOrEqual, left: right, right: left))
        case .and: return add(two(.and))
        case .or: return add(two(.or))
        case .not: return add(two(.not))
        case .always: return add(.constant(1))
        case .contact(let name, let isActive):
            let state = input(name)
            return isActive ? state : add(Op(code: .not, left: state))
        case .known(let name, let isKnown):
            let state = add(Op(code: .known, left: input(name)))
            return isKnown ? state : add(Op(code: .not, left: state))
        case .since(let time): return since(left, time)
        case .after(let time): return window(DailySpan(from: time, to: .clock(minute: 0)))
        case .before(let time): return window(DailySpan(from: .clock(minute: 0), to: time))
        case .window(let span): return window(span)
        case .days(let bits): return add(Op(code: .days, value: Double(bits)))
        }
    }

    private mutating func since(_ condition: Int32, _ time: Duration) -> Int32 {
        let nanoseconds = Double(time.nanoseconds)
        let key = Op(code: .since, left: condition, value: nanoseconds)
        if let index = known[key] { return index }
        let index = add(
            Op(code: .since, left: condition, right: Int32(timers), value: nanoseconds))
        known[key] = index
        timers += 1
        return index
    }

    private mutating func window(_ span: DailySpan) -> Int32 {
        let index = windows.firstIndex(of: span) ?? windows.count
        if index == windows.count { windows.append(span) }
        return add(Op(code: .window, left: Int32(index)))
    }
}
