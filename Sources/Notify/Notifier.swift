import Control
import Core
import Glibc
import HTTPClient
import LinuxIO
import Values

/// Tells people what happens to the running roost, over HTTP. One thread waits for both in `HTTPClient.wait`.
package final class Notifier {
    private static let look = Duration.seconds(1)
    /// The file is not written more often: it is on an SD card.
    private static let saveInterval = Duration.seconds(5)
    /// The first lines of `watch` tell what happened before somebody watched: whoever never did is told of what is new.
    private static let maxFirstAge = Duration.seconds(5)

    private let settings: NotifySettings
    private let clock: any Scheduler
    private let log: Log
    private let http: HTTPClient
    private let boot = SavedState.bootNow ?? ""
    private var observer: ServiceObserver
    private var channels: [String: Channel]
    private var roost: ServiceLink<Never>
    private var savedVersion = 0
    private var saveDueAt = Instant.zero
    private var lastSaveProblem = ""

    package init(_ settings: NotifySettings, clock: any Scheduler, log: Log) throws(PlainError) {
        self.settings = settings
        self.clock = clock
        self.log = log
        http = try HTTPClient()
        roost = ServiceLink(settings.controlSocket, everyMilliseconds: 1000, log: log)
        let saved = Self.saved(settings.state, log)
        let isSameBoot = saved?.boot == boot && !boot.isEmpty
        observer = ServiceObserver(
            goneAfter: settings.goneAfter, standing: saved?.standing ?? [:],
            seenUntil: saved.map { isSameBoot ? $0.seenUntil : .zero } ?? clock.now
                - Self.maxFirstAge,
            at: clock.now)
        channels = settings.channels.mapValues(Channel.init)
        for (name, waiting) in saved?.waiting ?? [:] {
            channels[name]?.queue.restore(waiting)
            if channels[name] == nil, !waiting.isEmpty {
                log.warning(
                    "there is no channel \"\(name)\" any more: \(waiting.count) messages are dropped"
                )
            }
        }
    }

    /// A file that cannot be read loses what was in it, and nothing more.
    private static func saved(_ path: String, _ log: Log) -> SavedState? {
        do throws(PlainError) {
            return try SavedState.read(path)
        } catch {
            log.error("what was kept is lost: \(error)")
            return nil
        }
    }

    /// Runs until that is asked for; then what has not gone out is in the file.
    package func run(until end: EndRequest) {
        while !end.isSet {
            iterate(at: clock.now)
            http.wait(alsoFor: roost.descriptors.first, atMost: Self.look)
        }
        for name in channels.keys { channels[name]?.queue.settle() }
        save(at: clock.now)
    }

    private func iterate(at now: Instant) {
        for event in roost.work(at: now) { note(event, at: now) }
        tell(observer.due(at: now), at: now)
        for (name, outcome) in http.finished() { note(Delivery(outcome), of: name, at: now) }
        for name in channels.keys.sorted() { send(name, at: now) }
        if version != savedVersion, now >= saveDueAt { save(at: now) }
    }

    // MARK: The running roost

    private func note(_ event: ServiceLink<Never>.Event, at now: Instant) {
        switch event {
        case .line(let line): tell(observer.note(line, at: now), at: now)
        case .gone: observer.noteGone(at: now)
        case .there, .answer, .unanswered: break
        }
    }

    private func tell(_ news: [Notification], at now: Instant) {
        let time = LocalClock.now
        for var one in news {
            one.time = time
            for name in channels.keys { channels[name]?.queue.add(one, at: now) }
        }
    }

    // MARK: The channels

    private func send(_ name: String, at now: Instant) {
        let time = LocalClock.now
        guard let channel = channels[name],
            let batch = channels[name]?.queue.next(at: now, time: time)
        else { return }
        do throws(PlainError) {
            try http.begin(try channel.post(batch, service: observer.name, at: time), as: name)
        } catch {
            note(.failed("\(error)", retryAfter: nil), of: name, at: now)
        }
    }

    private func note(_ delivery: Delivery, of name: String, at now: Instant) {
        let delay = channels[name]?.queue.note(delivery, at: now)
        let problem: String
        switch delivery {
        case .delivered: problem = ""
        case .refused(let why): problem = "a message was refused permanently: \(why)"
        case .failed(let why, _): problem = "nothing gets through: \(why)"
        }
        defer { channels[name]?.lastProblem = problem }
        if problem.isEmpty {
            if channels[name]?.lastProblem.isEmpty == false {
                log.notice("\(name): messages get through")
            }
        } else if problem != channels[name]?.lastProblem {
            let next = delay.map { "; tried again in \(shortText(of: $0.seconds)) s" } ?? ""
            log.warning("\(name): \(problem)\(next)")
        }
    }

    // MARK: What is kept

    private var version: Int { channels.values.reduce(0) { $0 + $1.queue.version } }

    private func save(at now: Instant) {
        saveDueAt = now + Self.saveInterval
        savedVersion = version
        let state = SavedState(
            boot: boot, seenUntil: observer.seenUntil, standing: observer.standing,
            waiting: channels.mapValues(\.queue.kept).filter { !$0.value.isEmpty })
        do throws(IOError) {
            try state.write(settings.state)
            lastSaveProblem = ""
        } catch {
            if "\(error)" != lastSaveProblem { log.error("not kept: \(error)") }
            lastSaveProblem = "\(error)"
        }
    }
}
