import BlueZ
import Core
import Devices
import Glibc
import LinuxIO
import PhoneMessages
import Program

/// Passes requests on from phones to the running roost, and tells them what came of it. One thread waits for both.
package final class BluetoothBridge {
    private static let lookMilliseconds: Int32 = 1000
    /// So often a roost that is not there is looked for.
    private static let retry = Duration.seconds(2)
    /// Of a request; the policy itself has less.
    private static let answerTimeout = Duration.seconds(10)
    private static let maxQuestions = 8
    /// As often as the locker tells its state.
    private static let newsPeriod = Duration.seconds(1)
    private static let greetingEvery = 5

    private enum Stage {
        /// Roost is asked what it takes.
        case listing([String])
        case answer
        /// Nobody is told what came of it, as the locker told nobody.
        case locker
    }

    private struct Question {
        let watch: ControlWatch
        let stage: Stage
        let central: String
        let until: Instant
        var isAnswered = false
    }

    private let settings: BluetoothSettings
    private let service: UARTService
    private let clock: any Scheduler
    private let log: Log
    private var registration = Registration()
    private var lines = UARTLines()
    private var gate: RequestGate
    private var locker: LockerState?
    private var outbox = UARTOutbox()
    private var isSubscribed = false
    private var newsDueAt = Instant.zero
    private var newsCount = 0
    private var watch: ControlWatch?
    private var watchDueAt = Instant.zero
    private var questions: [Question] = []

    /// - Throws: that there is no system bus.
    package init(
        _ settings: BluetoothSettings, clock: any Scheduler, log: Log
    ) throws(PlainError) {
        self.settings = settings
        self.clock = clock
        self.log = log
        gate = RequestGate(allow: settings.allow)
        locker = settings.locker.map(LockerState.init)
        service = try UARTService(
            service: LockerService.service, commands: LockerService.commands,
            messages: LockerService.messages, name: settings.name)
    }

    /// Runs until a signal ends the process, or the bus is gone.
    package func run() throws {
        while true {
            let now = clock.now
            if registration.isDue(at: now) { try service.register(on: settings.adapter) }
            if watch == nil, now >= watchDueAt { connect(at: now) }
            for event in try service.work() { handle(event, at: clock.now) }
            readState()
            readAnswers(at: clock.now)
            tellNews(at: clock.now)
            for bytes in outbox.take() where isSubscribed { try service.notify(bytes) }
            try wait()
        }
    }

    private func wait() throws(IOError) {
        let now = clock.now
        let bus = service.wait(at: now)
        var polled = [pollfd(fd: bus.descriptor, events: bus.events, revents: 0)]
        polled += ([watch?.socket] + questions.map { $0.watch.socket }).map {
            pollfd(fd: $0?.descriptor.number ?? -1, events: Int16(POLLIN), revents: 0)
        }
        let limits = [bus.milliseconds, Self.lookMilliseconds].filter { $0 >= 0 }
        try systemCall("poll") { poll(&polled, nfds_t(polled.count), limits.min() ?? -1) }
    }

    // MARK: The radio

    private func handle(_ event: UARTEvent, at now: Instant) {
        switch event {
        case .present(let isPresent):
            registration.note(present: isPresent)
            if !isPresent { log.warning("bluetoothd is gone") }
        case .registered(let what, let error):
            guard let news = registration.note(what, error, at: now) else { return }
            if error == nil { log.notice("\(news)") } else { log.warning("\(news)") }
        case .subscribed(let isOn):
            isSubscribed = isOn
            outbox.maxNotification = 20
            if isOn { (locker?.greeting ?? []).forEach { outbox.add($0) } }
            newsDueAt = now + Self.newsPeriod
        case .written(let bytes, let central, let room):
            outbox.maxNotification = min(room, 512)
            for message in lines.add(bytes, from: central, at: now) {
                handle(message, from: central, at: now)
            }
        }
    }

    private func handle(_ message: UARTLines.Message, from central: String, at now: Instant) {
        do throws(PlainError) {
            switch message {
            case .line(let text):
                let words = text.split(separator: " ").map(String.init)
                try ask(
                    ["request": "requests"], .listing(words), for: central,
                    isSafer: RequestGate.areSafer(words), at: now)
            case .locker(let command): try lock(command, for: central, at: now)
            case .refused(let why): throw PlainError(why)
            }
        } catch {
            refuse(error, central)
        }
    }

    private func lock(
        _ command: LockerCommand, for central: String, at now: Instant
    ) throws(PlainError) {
        guard let door = settings.locker else {
            throw PlainError("'0' and '1' are for a door: \"locker\" names none")
        }
        let name = command == .lock ? "lock" : "auto"
        let listing: JSONValue = ["plugins": [["name": .string(door), "requests": []]]]
        let question = try gate.question([door, name], from: central, listing: listing, at: now)
        try ask(question, .locker, for: central, isSafer: false, at: now)
    }

    private func refuse(_ why: PlainError, _ central: String) {
        log.warning("refused to \(central): \(why)")
        outbox.add(answer: "error: \(why)")
    }

    private func tellNews(at now: Instant) {
        guard isSubscribed, now >= newsDueAt else { return }
        newsDueAt = now + Self.newsPeriod
        newsCount += 1
        // BlueZ remembers who was subscribed, and tells nobody that a telephone has come back: so each hears in time what
        // the locker told whoever came.
        let isForAll = newsCount % Self.greetingEvery == 0
        for message in locker?.greeting.suffix(isForAll ? 2 : 1) ?? [] { outbox.add(message) }
    }

    // MARK: The running roost

    private func connect(at now: Instant) {
        watchDueAt = now + Self.retry
        do throws(IOError) {
            watch = try ControlWatch(
                settings.controlSocket, asking: ["request": "watch", "every_ms": 500])
            log.notice("roost is there")
        } catch {
            log.debug("roost is not there: \(error)")
        }
    }

    private func readState() {
        guard let watch else { return }
        for line in watch.read() {
            guard let status = line["status"],
                let report = try? status.decode(as: StatusReport.self)
            else { continue }
            if let news = locker?.note(report) { outbox.add(news) }
        }
        guard watch.hasEnded else { return }
        log.warning("roost is gone")
        self.watch = nil
        locker?.forget()
    }

    private func ask(
        _ line: JSONValue, _ stage: Stage, for central: String, isSafer: Bool, at now: Instant
    ) throws(PlainError) {
        guard isSafer || questions.count < Self.maxQuestions else {
            throw PlainError("too many requests wait already")
        }
        do throws(IOError) {
            let watch = try ControlWatch(settings.controlSocket, asking: line)
            questions.append(
                Question(
                    watch: watch, stage: stage, central: central, until: now + Self.answerTimeout))
        } catch {
            throw PlainError("roost is not running, or has no time")
        }
    }

    private func readAnswers(at now: Instant) {
        for index in questions.indices {
            guard let answer = questions[index].watch.read().first else { continue }
            questions[index].isAnswered = true
            handle(answer, to: questions[index], at: now)
        }
        questions.removeAll { $0.isAnswered || $0.watch.hasEnded || $0.until <= now }
    }

    private func handle(_ answer: JSONValue, to question: Question, at now: Instant) {
        let central = question.central
        switch question.stage {
        case .listing(let words):
            do throws(PlainError) {
                let asked = try gate.question(words, from: central, listing: answer, at: now)
                try ask(
                    asked, .answer, for: central, isSafer: RequestGate.areSafer(words), at: now)
            } catch {
                refuse(error, central)
            }
        case .answer:
            if case .string(let message)? = answer["message"] {
                outbox.add(answer: "ok: \(message)")
            } else if case .string(let error)? = answer["error"] {
                outbox.add(answer: "error: \(error)")
            }
        case .locker:
            if case .string(let error)? = answer["error"] {
                log.warning("not done for \(central): \(error)")
            }
        }
    }
}
