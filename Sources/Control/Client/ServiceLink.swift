import Core
import JSON
import LinuxIO
import Values

/// The connection of a program beside the service to the running roost: what it is told of it, and what it asks.
///
/// A roost that refuses to be watched, hangs or says nothing is one that does not answer, as one that is not there: the
/// connection ends, and another one is tried for. Nothing here waits: its owner does, for `descriptors` in `poll`.
package struct ServiceLink<Asker: Hashable> {
    package enum Event {
        /// The state and what happens follow.
        case there
        /// Roost does not answer any more.
        case gone
        /// A line of `watch`.
        case line(JSONValue)
        /// What became of a request, for all who share it.
        case answer(JSONValue, to: [Asker])
        /// Nobody says what became of it.
        case unanswered([Asker])
    }

    private struct Question {
        let watch: ControlWatch
        let askers: [Asker]
        let until: Instant
        /// Of one that is shared.
        let key: String?
    }

    /// What others ask for that is under way already.
    private struct Waiting {
        var question: JSONValue
        var askers: [Asker]
        let until: Instant
    }

    /// So often a roost that does not answer is tried again.
    package static var retry: Duration { .seconds(2) }
    /// Roost tells its state every 5 s in any case.
    package static var maxSilence: Duration { .seconds(15) }
    /// Of a request; the policy itself has less.
    package static var answerTimeout: Duration { .seconds(10) }
    /// So many may be under way at once; of those that are shared the rest wait.
    package static var maxQuestions: Int { 8 }
    /// Of a flood so many are answered each; the others hear what these are told.
    private static var maxAskers: Int { 1000 }

    private let path: String
    private let watchQuestion: JSONValue
    private let log: Log
    private var watch: ControlWatch?
    private var isAnswered = false
    private var heardAt = Instant.zero
    private var dueAt = Instant.zero
    private var lastProblem = ""
    private var questions: [Question] = []
    /// By what is shared, in the order in which it was first asked for.
    private var waiting: [(key: String, Waiting)] = []
    private let wantsCatalogue: Bool
    /// The requests that its plugins take; `nil` while that is not known, or not wanted.
    package private(set) var catalogue: RequestCatalogue?
    private var catalogueQuestion: (watch: ControlWatch, askedAt: Instant)?
    private var catalogueAskedAt = Instant.zero

    /// `everyMilliseconds` is how often roost looks at its state. `wantsCatalogue`: it keeps `catalogue`, and has it
    /// before it says that roost is there.
    package init(
        _ path: String, everyMilliseconds: Double, wantsCatalogue: Bool = false, log: Log
    ) {
        self.path = path
        self.wantsCatalogue = wantsCatalogue
        watchQuestion = ["request": "watch", "every_ms": .number(everyMilliseconds)]
        self.log = log
    }

    /// Whether roost answers.
    package var isThere: Bool { isAnswered }

    /// What is to be waited for, to be read.
    package var descriptors: [Int32] {
        ([watch, catalogueQuestion?.watch] + questions.map(\.watch))
            .compactMap { $0?.socket.descriptor.number }
    }

    /// Reads what has come, and does what is due: to be called after each wait, and each second.
    package mutating func work(at now: Instant) -> [Event] {
        if watch == nil, catalogueQuestion == nil, now >= dueAt { connect(at: now) }
        readCatalogue(at: now)
        return readState(at: now) + readAnswers(at: now)
    }

    // MARK: What its plugins take

    private mutating func askForCatalogue(at now: Instant) {
        catalogueQuestion = (try? ControlWatch(path, asking: ["request": "requests"]))
            .map { ($0, now) }
    }

    private mutating func readCatalogue(at now: Instant) {
        guard let (question, askedAt) = catalogueQuestion else { return }
        if let answer = question.read().first {
            catalogueQuestion = nil
            guard let new = RequestCatalogue(answer) else {
                return noteProblem("does not say what it takes: \(Self.words(of: answer))")
            }
            (catalogue, catalogueAskedAt) = (new, askedAt)
            if watch == nil { beginToWatch(at: now) }
        } else if question.hasEnded || now - askedAt >= Self.answerTimeout {
            catalogueQuestion = nil
        }
    }

    /// After a change of its configuration other plugins may run.
    private mutating func checkCatalogue(against line: JSONValue, at now: Instant) {
        guard wantsCatalogue, catalogueQuestion == nil,
            case .number(let age)? = line["status"]?["configuration"]?["age_seconds"],
            now - .seconds(age) > catalogueAskedAt
        else { return }
        askForCatalogue(at: now)
    }

    // MARK: What it is told

    private mutating func connect(at now: Instant) {
        dueAt = now + Self.retry
        if wantsCatalogue { askForCatalogue(at: now) } else { beginToWatch(at: now) }
    }

    private mutating func beginToWatch(at now: Instant) {
        do throws(IOError) {
            watch = try ControlWatch(path, asking: watchQuestion)
            heardAt = now
        } catch {
            log.debug("roost is not there: \(error)")
        }
    }

    private mutating func readState(at now: Instant) -> [Event] {
        guard let watch else { return [] }
        var events: [Event] = []
        for line in watch.read() {
            heardAt = now
            if !isAnswered {
                guard line["ok"] == true else {
                    return events + lost("refuses to be watched: \(Self.words(of: line))", at: now)
                }
                isAnswered = true
                lastProblem = ""
                log.notice("roost is there")
                events.append(.there)
            } else {
                checkCatalogue(against: line, at: now)
                events.append(.line(line))
            }
        }
        if watch.hasEnded { return events + lost("is gone", at: now) }
        guard now - heardAt < Self.maxSilence else {
            return events + lost("says nothing for \(text(of: Self.maxSilence))", at: now)
        }
        return events
    }

    /// - Returns: that it is gone, where it was there.
    private mutating func lost(_ why: String, at now: Instant) -> [Event] {
        (watch, catalogue, catalogueQuestion) = (nil, nil, nil)
        dueAt = max(dueAt, now)
        noteProblem(why)
        defer { isAnswered = false }
        return isAnswered ? [.gone] : []
    }

    private mutating func noteProblem(_ why: String) {
        if why != lastProblem { log.warning("roost \(why)") }
        lastProblem = why
    }

    private static func words(of refusal: JSONValue) -> String {
        guard case .string(let why)? = refusal["error"] else { return refusal.line }
        return why
    }

    // MARK: What it asks

    /// Asks, on a connection of its own, since answers come in any order.
    ///
    /// `sharedAs` is the name of what may be asked once for all who ask for it: while it is under way, it is asked once
    /// more when that is answered, for all who have come meanwhile. So each is followed by one that began after it.
    ///
    /// - Throws: that it was not asked.
    package mutating func ask(
        _ question: JSONValue, for asker: Asker, sharedAs key: String? = nil, at now: Instant
    ) throws(PlainError) {
        if let key, hold(question, for: asker, as: key, at: now) { return }
        guard questions.count < Self.maxQuestions else {
            throw PlainError("too many requests wait already")
        }
        guard begin(question, for: [asker], as: key, at: now) else {
            throw PlainError("roost is not running, or has no time")
        }
    }

    /// - Returns: whether it waits for one of the same kind, or for a place.
    private mutating func hold(
        _ question: JSONValue, for asker: Asker, as key: String, at now: Instant
    ) -> Bool {
        if let index = waiting.firstIndex(where: { $0.key == key }) {
            waiting[index].1.question = question
            let askers = waiting[index].1.askers
            if askers.count < Self.maxAskers || !askers.contains(asker) {
                waiting[index].1.askers.append(asker)
            }
            return true
        }
        let isFull = questions.count >= Self.maxQuestions && waiting.count < Self.maxAskers
        guard isFull || questions.contains(where: { $0.key == key }) else { return false }
        waiting.append(
            (key, Waiting(question: question, askers: [asker], until: now + Self.answerTimeout)))
        return true
    }

    private mutating func begin(
        _ question: JSONValue, for askers: [Asker], as key: String?, at now: Instant
    ) -> Bool {
        guard let watch = try? ControlWatch(path, asking: question) else { return false }
        questions.append(
            Question(watch: watch, askers: askers, until: now + Self.answerTimeout, key: key))
        return true
    }

    private mutating func readAnswers(at now: Instant) -> [Event] {
        var events: [Event] = []
        questions.removeAll { question in
            if let answer = question.watch.read().first {
                events.append(.answer(answer, to: question.askers))
            } else if question.watch.hasEnded || question.until <= now {
                events.append(.unanswered(question.askers))
            } else {
                return false
            }
            return true
        }
        return events + beginWaiting(at: now)
    }

    private mutating func beginWaiting(at now: Instant) -> [Event] {
        var events: [Event] = []
        for (key, next) in waiting where !questions.contains(where: { $0.key == key }) {
            let isFull = questions.count >= Self.maxQuestions
            guard !isFull || next.until <= now else { continue }
            if isFull || !begin(next.question, for: next.askers, as: key, at: now) {
                events.append(.unanswered(next.askers))
            }
            waiting.removeAll { $0.key == key }
        }
        return events
    }
}
