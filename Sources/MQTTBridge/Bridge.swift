import Core
import Devices
import Glibc
import LinuxIO
import MQTT
import Program

/// Passes the state of the running roost on to a broker, and requests from there to roost. One thread waits for
/// both in `poll`; what the broker's name takes to be found keeps nobody else waiting.
package final class Bridge {
    private static let lookMilliseconds = 1000
    /// So often a roost that is not there is looked for.
    private static let retry = Duration.seconds(2)
    /// Of a request; the policy itself has less.
    private static let answerTimeout = Duration.seconds(10)
    private static let maxQuestions = 8

    private struct Pending {
        let watch: ControlWatch
        let answerTopic: String?
        let until: Instant
        var isAnswered = false
    }

    private let settings: BridgeSettings
    private let topics: BridgeTopics
    private let broker: BrokerLink
    private let clock: any Scheduler
    private let log: Log
    private var state: BridgeState
    private var router: RequestRouter
    private let leader: OwnTracksLeader?
    private var watch: ControlWatch?
    private var watchDueAt = Instant.zero
    private var pending: [Pending] = []
    /// Home Assistant was started, and is told everything again soon.
    private var newsDueAt: Instant?

    package init(
        _ settings: BridgeSettings, _ connection: MQTTConnection, clock: any Scheduler, log: Log
    ) {
        self.settings = settings
        topics = BridgeTopics(node: settings.node)
        broker = BrokerLink(connection, log: log)
        self.clock = clock
        self.log = log
        state = BridgeState(settings)
        router = RequestRouter(settings)
        leader = settings.leader.map(OwnTracksLeader.init)
    }

    /// Runs until a signal ends the process; then the broker tells the others that it is gone.
    package func run() throws(IOError) {
        var ready = Ready()
        while true {
            let now = clock.now
            if watch == nil, now >= watchDueAt { connect(at: now) }
            iterate(ready, at: now)
            ready = try wait()
        }
    }

    // MARK: Waiting

    private struct Ready {
        var brokerIsReadable = false
        var brokerIsWritable = false
        var hasState = false
        /// Of `pending`.
        var answers: [Int] = []
    }

    private func wait() throws(IOError) -> Ready {
        let events = POLLIN | (broker.wantsToWrite ? POLLOUT : 0)
        // poll(2) leaves out what is negative.
        var polled = [pollfd(fd: broker.descriptor, events: Int16(events), revents: 0)]
        let sockets = [watch?.socket] + pending.map { $0.watch.socket }
        polled += sockets.map {
            pollfd(fd: $0?.descriptor.number ?? -1, events: Int16(POLLIN), revents: 0)
        }
        try systemCall("poll") {
            poll(&polled, nfds_t(polled.count), Int32(Self.lookMilliseconds))
        }
        let broken = Int16(POLLERR | POLLHUP)
        return Ready(
            brokerIsReadable: polled[0].revents & (Int16(POLLIN) | broken) != 0,
            brokerIsWritable: polled[0].revents & Int16(POLLOUT) != 0,
            hasState: polled[1].revents != 0,
            answers: pending.indices.filter { polled[$0 + 2].revents != 0 })
    }

    private func iterate(_ ready: Ready, at now: Instant) {
        if ready.hasState { readState(at: now) }
        readAnswers(ready.answers, at: now)
        let events = broker.work(
            isReadable: ready.brokerIsReadable, isWritable: ready.brokerIsWritable, at: now)
        for event in events { handle(event, at: now) }
        if let due = newsDueAt, now >= due {
            newsDueAt = nil
            state.outbox.forget()
        }
        send()
    }

    // MARK: The running roost

    private func connect(at now: Instant) {
        watchDueAt = now + Self.retry
        do throws(IOError) {
            watch = try ControlWatch(
                settings.controlSocket, asking: ["request": "watch", "every_ms": 1000])
            log.notice("roost is there")
        } catch {
            log.debug("roost is not there: \(error)")
        }
    }

    private func readState(at now: Instant) {
        guard let watch else { return }
        for line in watch.read() {
            if line["ok"] == false { log.warning("roost refuses to be watched: \(line.line)") }
            state.note(line)
        }
        guard watch.hasEnded else { return }
        log.warning("roost is gone")
        self.watch = nil
        state.noteGone()
    }

    private func readAnswers(_ ready: [Int], at now: Instant) {
        for index in ready {
            guard let answer = pending[index].watch.read().first else { continue }
            tell(answer, to: pending[index].answerTopic)
            pending[index].isAnswered = true
        }
        pending.removeAll { $0.until <= now || $0.watch.hasEnded || $0.isAnswered }
    }

    private func tell(_ answer: JSONValue, to topic: String?) {
        guard let topic else {
            if case .string(let why)? = answer["error"] { log.warning("no leader: \(why)") }
            return
        }
        state.outbox.add(MQTTMessage(topic, Array(answer.line.utf8)))
    }

    // MARK: The broker

    private func handle(_ event: MQTTEvent, at now: Instant) {
        switch event {
        case .connected: begin()
        case .delivered: state.outbox.noteDelivered()
        case .message(let message): handle(message, at: now)
        case .disconnected: break
        }
    }

    private func begin() {
        state.outbox.forget()
        let birth = settings.discovery ? ["\(settings.discoveryPrefix)/status"] : []
        for filter in [topics.allRequests] + birth + (leader.map { [$0.topic] } ?? []) {
            do throws(PlainError) {
                try broker.subscribe(filter)
            } catch {
                log.error("not subscribed: \(error)")
            }
        }
    }

    private func send() {
        while broker.isConnected, let message = state.outbox.next() {
            do throws(PlainError) {
                try broker.publish(message)
            } catch {
                // It is sent again with the next connection.
                log.debug("not sent: \(error)")
                return
            }
        }
    }

    private func handle(_ message: MQTTMessage, at now: Instant) {
        if message.topic == "\(settings.discoveryPrefix)/status" {
            // Many hear that at once, and a broker is small.
            if message.payload == Array("online".utf8) { newsDueAt = now + .seconds(2) }
        } else if let leader, message.topic == leader.topic {
            follow(leader, message, at: now)
        } else {
            request(message, at: now)
        }
    }

    private func request(_ message: MQTTMessage, at now: Instant) {
        do throws(RequestRouter.RoutingError) {
            let question = try router.route(message, at: now)
            try ask(question, at: now)
        } catch {
            log.warning("refused: \(error)")
            tell(["ok": false, "error": .string(error.description)], to: error.answerTopic)
        }
    }

    private func ask(
        _ question: RequestRouter.Question, at now: Instant
    ) throws(RequestRouter.RoutingError) {
        guard question.isSafer || pending.count < Self.maxQuestions else {
            throw .init(
                description: "too many requests wait already", answerTopic: question.answerTopic)
        }
        do throws(IOError) {
            let watch = try ControlWatch(settings.controlSocket, asking: question.line)
            pending.append(
                Pending(
                    watch: watch, answerTopic: question.answerTopic,
                    until: now + Self.answerTimeout))
        } catch {
            throw .init(
                description: "roost is not running, or has no time",
                answerTopic: question.answerTopic)
        }
    }

    private func follow(_ leader: OwnTracksLeader, _ message: MQTTMessage, at now: Instant) {
        do throws(PlainError) {
            let utcSeconds = (try? ClockReading.now().secondsSince1970) ?? 0
            guard let line = try leader.question(message, utcSeconds: utcSeconds, at: now) else {
                return
            }
            guard pending.count < Self.maxQuestions,
                let watch = try? ControlWatch(settings.controlSocket, asking: line)
            else { throw PlainError("roost is not running, or has no time") }
            pending.append(Pending(watch: watch, answerTopic: nil, until: now + Self.answerTimeout))
        } catch {
            log.warning("no leader: \(error)")
        }
    }
}
