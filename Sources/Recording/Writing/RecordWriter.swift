import Core
import JSON
import Values

/// Makes lines of what happened, and has them written in batches: one write for each line costs a card many
/// times the data.
struct RecordWriter: Sendable {
    enum Item: Sendable {
        case step(RecordedStep, of: String)
        case line(LogLevel, source: String, String)
    }

    private static let schema = 1.0
    private static let batchBytes = 64 << 10
    /// What waits while nothing can be written: about a minute of a policy of 20 Hz.
    private static let waitingBytes = 1 << 20
    private static let retryEvery = Duration.seconds(10)
    /// What is kept before a failure, and recorded after it.
    private static let aroundFailure = Duration.seconds(60)

    private let settings: RecorderSettings
    private var subject: RecordSubject
    private var store: any RecordStore
    private let wall: @Sendable () -> WallTime?
    private let log: Log
    /// The inputs and outputs of the latest step, by policy.
    private var latest: [String: (inputs: JSONValue, outputs: JSONValue)] = [:]
    private var waiting = ""
    /// What was recorded when the first line of that came.
    private var subjectOfWaiting: RecordSubject?
    private var waitsSince: Instant?
    private var isUrgent = false
    /// Lines of steps that are written only if something fails soon.
    private var held: [(at: Instant, line: String)] = []
    private var recordsUntil: Instant?
    private var clock: (time: WallTime, at: Instant)?
    private var isPrepared = false
    private var isOpen = false
    /// The next segment begins with policies that have just begun.
    private var isBeginning = true
    private var retryAt: Instant?
    private var lostLines = 0
    private var run = 0

    init(
        _ settings: RecorderSettings, of subject: RecordSubject, in store: any RecordStore,
        wall: @escaping @Sendable () -> WallTime?, log: Log
    ) {
        self.settings = settings
        self.subject = subject
        self.store = store
        self.wall = wall
        self.log = log
    }

    // MARK: Lines

    mutating func add(_ item: Item, at now: Instant) {
        switch item {
        case .step(let step, let policy): add(step, of: policy)
        case .line(let level, let source, let text):
            append(
                Row(
                    .log, at: now,
                    [
                        "level": .string(level.rawValue), "of": .string(source),
                        "text": .string(text),
                    ]))
            if level == .error { noteFailure(at: now) }
        }
    }

    private mutating func add(_ step: RecordedStep, of policy: String) {
        let row = row(of: step, policy)
        if settings.steps == .all || recordsUntil.map({ step.at <= $0 }) ?? false {
            append(row)
        } else {
            held.append((step.at, row.line))
            if let oldest = held.first, step.at - oldest.at > Self.aroundFailure * 1.2 {
                held.removeAll { step.at - $0.at > Self.aroundFailure }
            }
        }
        if let beginning = step.beginning { subject.begin(policy, beginning) }
        if let settings = step.settings.last { subject.goOn(policy, with: settings) }
        guard let decision = step.decision else { return }
        append(
            Row(
                .decision, at: step.at,
                [
                    "of": .string(policy), "code": .string(decision.code),
                    "text": .string(decision.text), "failsafe": .bool(decision.isFailsafe),
                ]))
        isUrgent = true
        if decision.isFailsafe { noteFailure(at: step.at) }
    }

    /// Where steps may be left out, each stands for itself.
    private mutating func row(of step: RecordedStep, _ policy: String) -> Row {
        guard let inputs = step.inputs, let outputs = step.outputs else {
            latest[policy] = nil
            return Row(
                .lost, at: step.at, ["of": .string(policy), "why": "it does not go into JSON"])
        }
        let before = settings.steps == .all ? latest[policy] : nil
        latest[policy] = (inputs, outputs)
        var members: [String: JSONValue] = ["of": .string(policy)]
        if let before {
            members["in"] = step.hasSameInputs ? [:] : inputs.mergePatch(from: before.inputs)
            members["out"] = step.hasSameOutputs ? [:] : outputs.mergePatch(from: before.outputs)
        } else {
            (members["in"], members["out"], members["whole"]) = (inputs, outputs, true)
        }
        if let beginning = step.beginning { members["begins"] = beginning.json }
        if !step.settings.isEmpty { members["settings"] = .array(step.settings) }
        return Row(.step, at: step.at, members)
    }

    private mutating func append(_ row: Row) {
        if waiting.isEmpty { subjectOfWaiting = subject }
        waiting += row.line
        waitsSince = waitsSince ?? row.at
    }

    /// Something failed: what was kept for that is written, and what follows.
    private mutating func noteFailure(at now: Instant) {
        isUrgent = true
        recordsUntil = now + Self.aroundFailure
        for (at, line) in held where now - at <= Self.aroundFailure { waiting += line }
        held = []
    }

    mutating func noteLoss(steps: Int, lines: Int, at now: Instant) {
        guard steps + lines > 0 else { return }
        latest = [:]
        append(
            Row(.lost, at: now, ["steps": .number(Double(steps)), "lines": .number(Double(lines))]))
        log.warning("the record misses \(steps) steps and \(lines) lines: they came too fast")
    }

    // MARK: Writing

    /// Another configuration runs.
    mutating func goOn(with configuration: Configuration) {
        subject.goOn(with: configuration)
    }

    mutating func finish(at now: Instant) {
        append(Row(.end, at: now, [:]))
        isUrgent = true
        retryAt = nil
        write(at: now)
    }

    /// Writes what waits, if it is time to.
    mutating func write(at now: Instant) {
        noteClock(at: now)
        let isLate = waitsSince.map { now - $0 >= settings.writeEvery } ?? false
        guard isUrgent || isLate || waiting.utf8.count >= Self.batchBytes else { return }
        if let retryAt, now < retryAt { return dropTooMuch(at: now) }
        do throws(PlainError) {
            try writeWaiting(at: now)
        } catch {
            if retryAt == nil {
                log.error("nothing can be recorded: \(error); retrying; the log says when it works")
            }
            (retryAt, isOpen) = (now + Self.retryEvery, false)
            dropTooMuch(at: now)
        }
    }

    private mutating func writeWaiting(at now: Instant) throws(PlainError) {
        if !isPrepared {
            if let repaired = try store.prepare() { log.notice("record repaired: \(repaired)") }
            isPrepared = true
            run = store.nextNumber
        }
        // A segment can be read without those before it, which may be deleted. What waits still needs
        // them, so it goes to the old one.
        if !isOpen { try begin(at: now) }
        try store.append(waiting)
        (waiting, waitsSince, isUrgent) = ("", nil, false)
        if store.isSegmentFull { (latest, isOpen) = ([:], false) }
        guard retryAt != nil else { return }
        retryAt = nil
        log.notice("recording again; \(lostLines) lines are missing")
        lostLines = 0
    }

    /// The header is from the time of what it stands before.
    private mutating func begin(at now: Instant) throws(PlainError) {
        let begin = min(now, waitsSince ?? now)
        let time = wall()?.after(begin - now)
        var header = (waiting.isEmpty ? subject : subjectOfWaiting ?? subject).header
        header["schema"] = .number(Self.schema)
        header["run"] = .number(Double(run))
        if isBeginning { header["begins"] = true }
        if let time { clock = (time, begin) }
        header.merge(Self.members(of: time)) { $1 }
        try store.begin(Row(.segment, at: begin, header).line)
        (isOpen, isBeginning) = (true, false)
    }

    /// While nothing can be written, what waits is bounded, and starts over when it was too much.
    private mutating func dropTooMuch(at now: Instant) {
        guard waiting.utf8.count > Self.waitingBytes else { return }
        lostLines += waiting.utf8.count { $0 == UInt8(ascii: "\n") }
        (waiting, waitsSince, latest) = ("", nil, [:])
        isBeginning = false
        append(Row(.lost, at: now, ["lines": .number(Double(lostLines))]))
    }

    private mutating func noteClock(at now: Instant) {
        guard let before = clock, let time = wall() else { return }
        let expected = before.time.secondsSince1970 + now.seconds(since: before.at)
        guard
            abs(time.secondsSince1970 - expected) > 1
                || time.secondsAheadOfUTC != before.time.secondsAheadOfUTC
        else { return }
        clock = (time, now)
        append(Row(.clock, at: now, Self.members(of: time)))
    }

    private static func members(of time: WallTime?) -> [String: JSONValue] {
        guard let time else { return [:] }
        return [
            "utc": .number(time.secondsSince1970),
            "offset": .number(Double(time.secondsAheadOfUTC)),
        ]
    }
}
