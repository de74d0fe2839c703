import Almanac
import PolicyKit
import Values

/// What the conditions of a plan come to now, with what that needs to remember. Allocates nothing once it is there.
struct Registers: Sendable {
    /// Of the inputs, in their order; not a number while unknown.
    var inputs: [Double]
    /// Of the ops, in their order.
    private(set) var values: [Double]
    /// Since when the condition of a timer has been true, in nanoseconds; `never` while it is not.
    private(set) var timers: [Int64]
    private var windows: [Double]
    /// The parts of the day, as they lie in this half of it: the sun's are not worked out for each minute.
    private var spans: [DailyWindow] = []
    private var knownHalf: HalfDay?
    private var days = DayPlan()
    private var minute: Int?
    private var dayBit = Double.nan

    static let never = Int64.max

    init(_ plan: RulePlan) {
        inputs = Array(repeating: .nan, count: plan.inputs.count)
        values = Array(repeating: .nan, count: plan.ops.count)
        timers = Array(repeating: Self.never, count: plan.timers)
        windows = Array(repeating: .nan, count: plan.windows.count)
    }

    /// The time if it can be believed.
    var time: WallTime? { days.time }

    /// Goes on with the timers of the same conditions of another plan.
    mutating func goOn(from other: Registers, of old: RulePlan, in new: RulePlan) {
        var running: [String: Int64] = [:]
        for (words, timer) in old.timerWords { running[words] = other.timers[timer] }
        for (words, timer) in new.timerWords {
            if let since = running[words] { timers[timer] = since }
        }
        days = other.days
    }

    mutating func note(_ clock: Sample<WallTime>?, by plan: RulePlan, at now: Int64) {
        days.note(clock, [], at: nil, now: Instant(nanoseconds: now))
        guard let time = days.time else {
            guard minute != nil else { return }
            minute = nil
            dayBit = .nan
            for index in windows.indices { windows[index] = .nan }
            return
        }
        let current = Int((time.localSeconds / 60).rounded(.down))
        guard current != minute else { return }
        minute = current
        // In autumn the clock shows an hour twice: the second time nothing begins or ends.
        let shown = time.firstShown
        let half = HalfDay(shown)
        if half != knownHalf {
            knownHalf = half
            spans = plan.windows.map { $0.window(at: shown, plan.place ?? .origin) }
        }
        dayBit = Double(DayWord.bit(ofLocalDay: time.localDay))
        for index in windows.indices {
            windows[index] = spans[index].minutesLeft(at: shown) == nil ? 0 : 1
        }
    }

    /// Begins the time of each condition anew that goes by one of these contacts: they have changed and changed back since the
    /// last step, so the condition has not been true without a break.
    mutating func breakTimers(by contacts: [Int], of plan: RulePlan) {
        for (timer, inputs) in plan.timerContacts.enumerated()
        where inputs.contains(where: contacts.contains) {
            timers[timer] = Self.never
        }
    }

    /// Works out everything, each from what stands before it.
    mutating func update(by plan: RulePlan, at now: Int64) {
        // Taken out, so that it can be written while the rest is read.
        var results: [Double] = []
        swap(&results, &values)
        plan.ops.withUnsafeBufferPointer { ops in
            results.withUnsafeMutableBufferPointer { results in
                for index in ops.indices {
                    results[index] = result(of: ops[index], UnsafeBufferPointer(results), now)
                }
            }
        }
        swap(&results, &values)
    }

    @inline(__always)
    private mutating func result(
        of op: Op, _ values: UnsafeBufferPointer<Double>, _ now: Int64
    ) -> Double {
        func left() -> Double { values[Int(op.left)] }
        func right() -> Double { values[Int(op.right)] }
        switch op.code {
        case .input: return inputs[Int(op.left)]
        case .constant: return op.value
        case .negate: return -left()
        case .add: return Self.finite(left() + right())
        case .subtract: return Self.finite(left() - right())
        case .multiply: return Self.finite(left() * right())
        case .divide: return Self.finite(left() / right())
        case .average: return Self.finite(left() / 2 + right() / 2)
        case .smallest: return Self.known(left(), right()) ? min(left(), right()) : .nan
        case .largest: return Self.known(left(), right()) ? max(left(), right()) : .nan
        case .less: return Self.known(left(), right()) ? left() < right() ? 1 : 0 : .nan
        case .lessOrEqual: return Self.known(left(), right()) ? left() <= right() ? 1 : 0 : .nan
        case .and:
            if left() == 0 || right() == 0 { return 0 }
            return Self.known(left(), right()) ? 1 : .nan
        case .or:
            if left() == 1 || right() == 1 { return 1 }
            return Self.known(left(), right()) ? 0 : .nan
        case .not: return 1 - left()
        case .known: return left().isNaN ? 0 : 1
        case .since: return since(left(), Int(op.right), Int64(op.value), now)
        case .window: return windows[Int(op.left)]
        case .days:
            guard dayBit == dayBit else { return .nan }
            return Int(op.value) & Int(dayBit) == 0 ? 0 : 1
        }
    }

    private static func known(_ one: Double, _ other: Double) -> Bool {
        one == one && other == other
    }

    /// What is no number any more, such as a quotient of zero, is unknown.
    private static func finite(_ value: Double) -> Double { value.isFinite ? value : .nan }

    /// A moment in which it is not true, or not known, begins the time anew.
    private mutating func since(
        _ condition: Double, _ timer: Int, _ time: Int64, _ now: Int64
    ) -> Double {
        guard condition == 1 else {
            timers[timer] = Self.never
            return condition
        }
        if timers[timer] > now { timers[timer] = now }
        return now - timers[timer] >= time ? 1 : 0
    }
}

extension RulePlan {
    /// The words of each condition that has to hold for a while, with the number of its timer.
    var timerWords: [(String, Int)] {
        rules.flatMap { rule in
            [rule.when, rule.until].compactMap { $0 }.flatMap { condition in
                condition.clause.reachable.compactMap { node -> (String, Int)? in
                    guard case .since = condition.clause.nodes[node].kind else { return nil }
                    let op = ops[Int(condition.registers[node])]
                    let part = condition.clause.nodes[node].left
                    return (condition.clause.words(of: part), Int(op.right))
                }
            }
        }
    }
}

/// A window is the same for as long as all of this is.
private struct HalfDay: Equatable, Sendable {
    private let day: Int
    private let isBeforeNoon: Bool
    private let ahead: Int

    init(_ time: WallTime) {
        day = time.localDay
        isBeforeNoon = time.localMinute < 720
        ahead = time.secondsAheadOfUTC
    }
}
