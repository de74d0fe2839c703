import Core
import Settings
import Values

/// Decides by rules. A value: the same state, inputs, plan and time give the same.
package struct RuleEngine: Sendable {
    struct OutputState: Sendable {
        /// Since when rules command it without a break; `Registers.never` while none does.
        var since = Registers.never
        /// It was commanded for too long, and no rule has let go of it since.
        var isTooLong = false
        /// The rule that commands it; -1 for none.
        var rule = -1
    }

    /// Something that people are told once.
    struct Happening: Sendable {
        let number: Int
        let rule: String
        let text: String
    }

    var registers: Registers
    var states: [RuleState]
    var outputs: [OutputState]
    /// Of each rule that has "at_most"; empty of others.
    var beginnings: [[Beginning]]
    /// Those of the last step, in the order of the outputs.
    package internal(set) var commands: [ActuatorCommand?]
    package internal(set) var asks: [OutgoingAsk] = []
    private var lastAsk: UInt64 = 0
    /// Those that are not answered: the number with the rule.
    private var waiting: [(number: UInt64, rule: Int)] = []
    /// What was answered last to each rule that was refused.
    private(set) var refusals: [String: String] = [:]
    private(set) var happenings: [Happening] = []
    package internal(set) var why = RuleWhy(RuleWhy.Story("idle"))
    /// The rule whose figures the reason has; -1 for none.
    var lead = -1
    var startedAt: Int64?
    private var lastStep: Int64 = 0
    package private(set) var memory = RuleMemory()
    /// What of an earlier life waits for a good clock.
    var pending: [String: RuleMemory.Kept] = [:]
    /// Of each contact whose changes count: what it was when it was last known, and its count of changes.
    private var former: [(state: Double, changes: UInt64)]
    /// Of each input that is a contact, its count of changes when it was last known.
    private var changes: [UInt64]
    /// Something has changed that the reason, or the memory, tells.
    var isChanged = true

    package init(_ plan: RulePlan) {
        registers = Registers(plan)
        states = Array(repeating: RuleState(), count: plan.rules.count)
        outputs = Array(repeating: OutputState(), count: plan.outputs.count)
        beginnings = Array(repeating: [], count: plan.rules.count)
        commands = Array(repeating: nil, count: plan.outputs.count)
        former = Array(repeating: (.nan, 0), count: plan.inputs.count)
        changes = Array(repeating: 0, count: plan.inputs.count)
    }

    package func commands(of plan: RulePlan) -> RuleCommands {
        RuleCommands(plan.outputNames, commands)
    }

    // MARK: A step

    /// Decides for now.
    ///
    /// - Returns: what is said to requests.
    package mutating func step(
        _ inputs: RuleInputs, by plan: RulePlan, at now: Instant
    ) -> [Response] {
        let time = now.nanoseconds
        if startedAt == nil { start(plan, at: time) }
        lastStep = time
        if !asks.isEmpty { asks = [] }
        registers.note(inputs.clock, by: plan, at: time)
        read(inputs, by: plan)
        registers.update(by: plan, at: time)
        if !pending.isEmpty { goOnWithPending(plan, at: time) }
        let responses =
            inputs.requests.isEmpty ? [] : inputs.requests.map { answer($0, plan, at: time) }
        for answer in inputs.answers { take(answer) }
        advanceAll(plan, at: time)
        if isChanged || plan.hasLongest {
            for index in plan.outputs.indices { command(index, plan.outputs[index], at: time) }
        }
        if isChanged {
            isChanged = false
            remember(plan)
            explain(inputs, by: plan)
        }
        showFigures(of: plan)
        return responses
    }

    /// Most rules of most steps have nothing to do, which a glance shows.
    private mutating func advanceAll(_ plan: RulePlan, at now: Int64) {
        for index in plan.glances.indices {
            let glance = plan.glances[index]
            if states[index].isQuiet {
                if glance.when >= 0, registers.values[Int(glance.when)] == 0 { continue }
                if glance.waitsForEvent, states[index].event < 0 { continue }
            }
            advance(index, plan.rules[index], at: now)
        }
    }

    private mutating func start(_ plan: RulePlan, at now: Int64) {
        startedAt = now
        for (index, rule) in plan.rules.enumerated() where states[index].endedAt == 0 {
            states[index].endedAt = now
            if let every = rule.every { states[index].dueAt = now.addingSaturating(every) }
        }
    }

    private mutating func read(_ inputs: RuleInputs, by plan: RulePlan) {
        for index in plan.eventRules where states[index].event >= 0 { states[index].event = -1 }
        readSamples(inputs, by: plan)
        for index in plan.eventRules {
            let events = plan.rules[index].events
            for number in events.indices where isNow(events[number].kind, inputs, plan) {
                states[index].event = Int16(clamping: number)
            }
        }
        var flickered: [Int] = []
        for index in plan.watched {
            let value = registers.inputs[index]
            guard value == value else { continue }
            if former[index].state == value, former[index].changes != changes[index] {
                flickered.append(index)
            }
            former[index] = (value, changes[index])
        }
        if !flickered.isEmpty { registers.breakTimers(by: flickered, of: plan) }
    }

    private mutating func readSamples(_ inputs: RuleInputs, by plan: RulePlan) {
        let isInOrder = inputs.readings.names == plan.names
        for index in plan.inputs.indices {
            let sample =
                isInOrder
                ? inputs.readings.samples[index] : inputs.readings.sample(of: plan.names[index])
            var value = Double.nan
            if let reading = sample?.good {
                switch (reading, plan.dimensions[index]) {
                case (.contact(let contact), nil):
                    value = contact.isActive ? 1 : 0
                    changes[index] = contact.changes
                case (.measurement(let measurement), let dimension?):
                    value = dimension.value(of: measurement)
                default: break
                }
            }
            registers.inputs[index] = value
        }
    }

    /// A contact that went there and back between two steps has been there. The first that is known of one is no change.
    private func isNow(
        _ kind: RulePlan.Event.Kind, _ inputs: RuleInputs, _ plan: RulePlan
    ) -> Bool {
        switch kind {
        case .press(let button, let press):
            return !inputs.presses.isEmpty
                && inputs.presses.contains {
                    $0.name == plan.presses[button].name && $0.event.value == press
                }
        case .becomes(let input, let isActive):
            let (value, wanted) = (registers.inputs[input], isActive ? 1.0 : 0.0)
            let before = former[input]
            guard value == value, before.state == before.state else { return false }
            if before.state != value { return value == wanted }
            return changes[input] >= before.changes.addingReportingOverflow(2).partialValue
                && changes[input] > before.changes
        }
    }

    // MARK: Rules

    private func value(_ condition: RulePlan.Condition?, otherwise: Double) -> Double {
        condition.map { registers.values[$0.register] } ?? otherwise
    }

    private mutating func advance(_ index: Int, _ rule: RulePlan.Rule, at now: Int64) {
        let when = value(rule.when, otherwise: 1)
        let until = value(rule.until, otherwise: 0)
        if states[index].isActive {
            goOn(index, rule, when, until, at: now)
        } else {
            mayBegin(index, rule, when, until, at: now)
        }
    }

    private mutating func goOn(
        _ index: Int, _ rule: RulePlan.Rule, _ when: Double, _ until: Double, at now: Int64
    ) {
        if states[index].isPaused { return end(index, at: now) }
        if states[index].event >= 0, when == 1, until == 0, let time = rule.time {
            states[index].endsAt = now.addingSaturating(time)
            isChanged = true
        }
        if states[index].endsAt <= now {
            end(index, at: now)
            states[index].isArmed = rule.when == nil || !rule.isByState
            return
        }
        // What says whether it goes on: 1 to end it.
        let ending =
            rule.until != nil ? until : rule.time == nil && rule.isByState ? 1 - when : 0
        guard ending == ending else { return doubt(index, rule, at: now) }
        states[index].unknownSince = Registers.never
        let isLongEnough = now - states[index].begunAt >= rule.atLeast
        if ending == 1, isLongEnough { end(index, at: now) }
    }

    /// It goes on for its grace; then what it sets goes to its safe level.
    private mutating func doubt(_ index: Int, _ rule: RulePlan.Rule, at now: Int64) {
        if states[index].unknownSince == Registers.never { states[index].unknownSince = now }
        guard now - states[index].unknownSince >= rule.grace else { return }
        end(index, at: now)
        states[index].trouble = .doubtful
    }

    private mutating func mayBegin(
        _ index: Int, _ rule: RulePlan.Rule, _ when: Double, _ until: Double, at now: Int64
    ) {
        if when == 0, !states[index].isArmed { states[index].isArmed = true }
        let isUnknown = when != when || (when == 1 && until != until)
        if isUnknown {
            if states[index].unknownSince == Registers.never { states[index].unknownSince = now }
            let isLong = now - states[index].unknownSince >= rule.grace
            if isLong { setTrouble(.doubtful, of: index) }
            return
        }
        states[index].unknownSince = Registers.never
        if states[index].trouble == .doubtful { setTrouble(.none, of: index) }
        let isCalled =
            rule.isByState
            ? states[index].isArmed
            : rule.every != nil ? states[index].dueAt <= now : states[index].event >= 0
        guard isCalled, when == 1, until == 0, !states[index].isPaused else {
            // What is used up is told while it would begin, and not after.
            if states[index].trouble == .spent, rule.isByState { setTrouble(.none, of: index) }
            return
        }
        guard rule.atLeast == 0 || now - states[index].endedAt >= rule.atLeast else { return }
        guard !isSpent(index, rule, at: now) else { return setTrouble(.spent, of: index) }
        begin(index, rule, at: now)
    }

    private mutating func setTrouble(_ trouble: RuleState.Trouble, of index: Int) {
        guard states[index].trouble != trouble else { return }
        states[index].trouble = trouble
        isChanged = true
    }

    private mutating func isSpent(_ index: Int, _ rule: RulePlan.Rule, at now: Int64) -> Bool {
        guard let atMost = rule.atMost else { return false }
        let (time, start) = (registers.time, startedAt ?? now)
        let window = atMost.window.nanoseconds
        beginnings[index].removeAll { $0.age(at: now, time, start: start) >= window }
        return beginnings[index].count >= atMost.count
    }

    private mutating func begin(_ index: Int, _ rule: RulePlan.Rule, at now: Int64) {
        isChanged = true
        setTrouble(.none, of: index)
        states[index].begunAt = now
        states[index].unknownSince = Registers.never
        states[index].endsAt = rule.time.map { now.addingSaturating($0) } ?? Registers.never
        states[index].cause = cause(of: rule)
        if let every = rule.every { states[index].dueAt = now.addingSaturating(every) }
        let wall = registers.time?.secondsSince1970
        if rule.atMost != nil { beginnings[index].append(Beginning(at: now, wall: wall)) }
        if rule.every != nil || rule.resumes {
            memory.rules[rule.name, default: .init()].lastBegan = wall
        }
        pending[rule.name] = nil
        ask(index, rule, at: now)
        guard !rule.isMomentary else {
            if let alert = rule.alert { tell(rule.name, alert) }
            states[index].endedAt = now
            return
        }
        states[index].isActive = true
    }

    private mutating func end(_ index: Int, at now: Int64) {
        isChanged = true
        states[index].isActive = false
        states[index].endedAt = now
        states[index].endsAt = Registers.never
        states[index].unknownSince = Registers.never
    }

    /// The first part of an "or" that is true; -1 for all of the condition.
    private func cause(of rule: RulePlan.Rule) -> Int16 {
        guard let condition = rule.when else { return -1 }
        var node = condition.clause.root
        while condition.clause.nodes[node].kind == .or {
            let (left, right) = (
                condition.clause.nodes[node].left, condition.clause.nodes[node].right
            )
            let isLeft = registers.values[Int(condition.registers[left])] == 1
            node = isLeft ? left : right
        }
        return Int16(clamping: node)
    }

    private mutating func tell(_ rule: String, _ text: String) {
        let number = (happenings.first?.number ?? 0) + 1
        happenings.insert(Happening(number: number, rule: rule, text: text), at: 0)
        if happenings.count > 10 { happenings.removeLast() }
    }

    // MARK: Outputs

    private mutating func command(_ index: Int, _ output: RulePlan.Output, at now: Int64) {
        let setter = output.setters.first { states[$0.rule].isActive }
        guard let setter else {
            if outputs[index].since != Registers.never {
                outputs[index] = OutputState()
                isChanged = true
            }
            if commands[index] != nil { commands[index] = nil }
            return
        }
        if outputs[index].since == Registers.never { outputs[index].since = now }
        if !outputs[index].isTooLong, let longest = output.longest,
            now - outputs[index].since >= longest
        {
            outputs[index].isTooLong = true
            isChanged = true
        }
        outputs[index].rule = outputs[index].isTooLong ? -1 : setter.rule
        let command = outputs[index].isTooLong ? nil : setter.command
        if commands[index] != command { commands[index] = command }
    }

    // MARK: Asking others

    private mutating func ask(_ index: Int, _ rule: RulePlan.Rule, at now: Int64) {
        guard !rule.asks.isEmpty else { return }
        let minute: Int64 = 60_000_000_000
        if states[index].asksSince == .min || now - states[index].asksSince >= minute {
            states[index].asksSince = now
            states[index].asks = 0
        }
        guard states[index].asks < RulePlan.mostAsksAMinute else {
            refusals[rule.name] =
                "more than \(RulePlan.mostAsksAMinute) times in a minute; nothing was asked"
            return setTrouble(.refused, of: index)
        }
        states[index].asks += 1
        for ask in rule.asks {
            lastAsk += 1
            asks.append(OutgoingAsk(lastAsk, ask.plugin, ask.words))
            waiting.append((lastAsk, index))
        }
        if waiting.count > 100 { waiting.removeFirst(waiting.count - 100) }
    }

    private mutating func take(_ answer: Response) {
        guard answer.isFinal,
            let place = waiting.firstIndex(where: { $0.number == answer.number })
        else { return }
        let rule = waiting.remove(at: place).rule
        guard answer.outcome == .refused, states.indices.contains(rule) else { return }
        refusedRules.append((rule, answer.message))
    }

    /// Taken by `explain`, which knows the names.
    private var refusedRules: [(rule: Int, message: String)] = [] {
        didSet { if !refusedRules.isEmpty { isChanged = true } }
    }

    mutating func noteRefusals(_ plan: RulePlan) {
        for (rule, message) in refusedRules where plan.rules.indices.contains(rule) {
            refusals[plan.rules[rule].name] = String(message.prefix(200))
            states[rule].trouble = .refused
        }
        refusedRules = []
    }

    // MARK: What people ask

    private mutating func answer(
        _ request: Event<RuleRequest>, _ plan: RulePlan, at now: Int64
    ) -> Response {
        switch request.value {
        case .setMode(let name, let mode):
            guard let index = plan.rules.firstIndex(where: { $0.name == name }) else {
                let near = suggestion(for: name, among: plan.rules.map(\.name))
                return Response(
                    to: request.number, .refused,
                    "no rule is called \"\(name.prefix(40))\".\(near)")
            }
            states[index].isPaused = mode == .paused
            isChanged = true
            return Response(
                to: request.number, .done,
                mode == .paused ? "\(name) is paused" : "\(name) decides by itself")
        }
    }

    // MARK: What outlives a restart

    private mutating func remember(_ plan: RulePlan) {
        for (index, rule) in plan.rules.enumerated() {
            let before = memory.rules[rule.name] ?? pending[rule.name]
            var kept = before ?? RuleMemory.Kept()
            kept.isPaused = states[index].isPaused
            kept.beginnings = beginnings[index]
            if pending[rule.name] == nil {
                kept.isUnderWay = rule.resumes && states[index].isActive
            }
            guard kept != before else { continue }
            memory.rules[rule.name] = kept.isEmpty ? nil : kept
        }
    }

    /// Begins where a memory says that another has been.
    package init(_ plan: RulePlan, resuming memory: RuleMemory) {
        self.init(plan)
        let names = Set(plan.rules.map(\.name))
        self.memory = RuleMemory(rules: memory.rules.filter { names.contains($0.key) })
        for (index, rule) in plan.rules.enumerated() {
            guard let kept = memory.rules[rule.name] else { continue }
            states[index].isPaused = kept.isPaused
            if rule.atMost != nil {
                beginnings[index] = kept.beginnings.suffix(AtMost.most)
                    .map { Beginning(at: nil, wall: $0.wall) }
            }
            if kept.lastBegan != nil { pending[rule.name] = kept }
        }
    }

    /// With a good clock it is known how long ago it was.
    private mutating func goOnWithPending(_ plan: RulePlan, at now: Int64) {
        guard let wall = registers.time?.secondsSince1970 else { return }
        let waiting = pending
        pending = [:]
        isChanged = true
        for (index, rule) in plan.rules.enumerated() {
            guard let kept = waiting[rule.name], let began = kept.lastBegan else { continue }
            let ago = wall - began
            if let every = rule.every {
                let left = max(0, min(Double(every), Double(every) - ago * 1e9))
                states[index].dueAt = min(states[index].dueAt, now.addingSaturating(Int64(left)))
            }
            guard rule.resumes, kept.isUnderWay, let time = rule.time, ago >= 0 else { continue }
            let left = Double(time) - ago * 1e9
            guard left > 0, !states[index].isActive, !states[index].isPaused,
                value(rule.until, otherwise: 0) == 0
            else { continue }
            states[index].isActive = true
            states[index].begunAt = now - (time - Int64(left))
            states[index].endsAt = now.addingSaturating(Int64(left))
            states[index].cause = -1
        }
    }

    // MARK: Change

    /// The state from which it goes on by another plan: rules of the same name are where they were, and what has to hold for
    /// a while has held as long as it has.
    package func successor(by new: RulePlan, after old: RulePlan) -> RuleEngine {
        var next = RuleEngine(new)
        let numbers = Dictionary(
            old.rules.enumerated().map { ($0.element.name, $0.offset) }, uniquingKeysWith: { $1 })
        next.registers.goOn(from: registers, of: old, in: new)
        (next.startedAt, next.lastStep) = (startedAt, lastStep)
        for (index, input) in new.inputs.enumerated() {
            guard let number = old.inputs.firstIndex(where: { $0.name == input.name }) else {
                continue
            }
            next.former[index] = former[number]
        }
        next.memory = RuleMemory(
            rules: memory.rules.filter { name, _ in new.rules.contains { $0.name == name } })
        next.pending = pending
        (next.lastAsk, next.happenings, next.refusals) = (lastAsk, happenings, refusals)
        for (index, rule) in new.rules.enumerated() {
            guard let number = numbers[rule.name] else {
                next.states[index].endedAt = lastStep
                if let every = rule.every, startedAt != nil {
                    next.states[index].dueAt = lastStep.addingSaturating(every)
                }
                continue
            }
            next.states[index] = states[number]
            if rule.atMost != nil { next.beginnings[index] = beginnings[number] }
            let (state, time) = (states[number], rule.time)
            if state.isActive {
                next.states[index].endsAt =
                    time.map { state.begunAt.addingSaturating($0) } ?? Registers.never
            }
            next.states[index].cause = -1
            if let every = rule.every {
                let last = state.begunAt == 0 ? startedAt ?? 0 : state.begunAt
                next.states[index].dueAt = last.addingSaturating(every)
            }
            if rule.isMomentary { next.states[index].isActive = false }
        }
        for (index, output) in new.outputs.enumerated() {
            guard let number = old.outputs.firstIndex(where: { $0.name == output.name }) else {
                continue
            }
            next.outputs[index] = outputs[number]
        }
        next.waiting = waiting.compactMap { number, rule in
            guard old.rules.indices.contains(rule) else { return nil }
            let name = old.rules[rule].name
            return new.rules.firstIndex { $0.name == name }.map { (number, $0) }
        }
        return next
    }

}

extension Readings {
    /// Of recorded inputs, which may be those of other rules.
    fileprivate func sample(of name: String) -> Sample<Reading>? {
        names.firstIndex(of: name).map { samples[$0] }
    }
}
