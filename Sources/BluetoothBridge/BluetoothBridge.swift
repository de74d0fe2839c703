import BlueZ
import Control
import Core
import Glibc
import JSON
import LinuxIO
import Values

/// Passes requests on from phones to the running roost, and tells them what came of it. One thread waits for both.
package final class BluetoothBridge {
    private static let lookMilliseconds: Int32 = 1000
    /// As often as the locker tells its state.
    private static let newsPeriod = Duration.seconds(1)
    private static let greetingEvery = 5

    private struct Asker: Hashable {
        let central: String
        /// Of the locker's own command: nobody is told what came of it, as the locker told nobody.
        var isLocker = false
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
    private var roost: ServiceLink<Asker>

    /// - Throws: that there is no system bus.
    package init(
        _ settings: BluetoothSettings, clock: any Scheduler, log: Log
    ) throws(PlainError) {
        self.settings = settings
        self.clock = clock
        self.log = log
        gate = RequestGate(allow: settings.allow)
        locker = settings.locker.map(LockerState.init)
        roost = ServiceLink(
            settings.controlSocket, everyMilliseconds: 500, wantsCatalogue: true, log: log)
        service = try UARTService(
            service: LockerService.service, commands: LockerService.commands,
            messages: LockerService.messages, name: settings.name)
    }

    /// Runs until a signal ends the process, or the bus is gone.
    package func run() throws {
        while true {
            let now = clock.now
            if registration.isDue(at: now) { try service.register(on: settings.adapter) }
            for event in try service.work() { handle(event, at: clock.now) }
            for event in roost.work(at: clock.now) { handle(event, at: clock.now) }
            tellNews(at: clock.now)
            for bytes in outbox.take() where isSubscribed { try service.notify(bytes) }
            try wait()
        }
    }

    private func wait() throws(IOError) {
        let now = clock.now
        let bus = service.wait(at: now)
        var polled = [pollfd(fd: bus.descriptor, events: bus.events, revents: 0)]
        polled += roost.descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
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
                try ask(words, for: Asker(central: central), at: now)
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
        try ask([door, name], for: Asker(central: central, isLocker: true), at: now)
    }

    private func ask(
        _ words: [String], for asker: Asker, at now: Instant
    ) throws(PlainError) {
        let question = try gate.question(words, from: asker.central, roost.catalogue, at: now)
        try roost.ask(question.line, for: asker, sharedAs: question.sharedAs, at: now)
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

    private func handle(_ event: ServiceLink<Asker>.Event, at now: Instant) {
        switch event {
        case .there: break
        case .gone: locker?.forget()
        case .line(let line):
            guard let status = line["status"],
                let report = try? status.decode(as: StatusReport.self)
            else { return }
            if let news = locker?.note(report) { outbox.add(news) }
        case .answer(let answer, let askers):
            for asker in askers { handle(answer, to: asker, at: now) }
        case .unanswered(let askers):
            for asker in askers { refuse(PlainError("roost did not answer"), asker.central) }
        }
    }

    private func handle(_ answer: JSONValue, to asker: Asker, at now: Instant) {
        if case .string(let error)? = answer["error"] {
            if asker.isLocker {
                log.warning("not done for \(asker.central): \(error)")
            } else {
                outbox.add(answer: "error: \(error)")
            }
        } else if case .string(let message)? = answer["message"], !asker.isLocker {
            outbox.add(answer: "ok: \(message)")
        }
    }
}
