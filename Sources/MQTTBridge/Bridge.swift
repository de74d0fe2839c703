import Control
import Core
import Glibc
import JSON
import LinuxIO
import MQTT
import Values

/// Passes the state of the running roost on to a broker, and requests from there to roost. One thread waits for
/// both in `poll`; what the broker's name takes to be found keeps nobody else waiting.
package final class Bridge {
    private static let lookMilliseconds = 1000

    /// Who is told what became of a request.
    private enum Asker: Hashable {
        case topic(String)
        /// The phone that is followed: nobody.
        case leader
    }

    private let settings: BridgeSettings
    private let topics: BridgeTopics
    private let broker: BrokerLink
    private let clock: any Scheduler
    private let log: Log
    private var state: BridgeState
    private var router: RequestRouter
    private var sweep: RetainedSweep
    private let leader: OwnTracksLeader?
    private var roost: ServiceLink<Asker>
    /// Home Assistant was started, and is told everything again soon.
    private var newsDueAt: Instant?

    package init(
        _ settings: BridgeSettings, clock: any Scheduler, log: Log
    ) throws(PlainError) {
        self.settings = settings
        topics = BridgeTopics(node: settings.node)
        broker = BrokerLink(
            try MQTTConnection(settings.options()), node: settings.node,
            rival: RivalWatch(
                try MQTTConnection(settings.optionsToWait()), topics: topics, log: log), log: log)
        self.clock = clock
        self.log = log
        state = BridgeState(settings)
        router = RequestRouter(settings)
        sweep = RetainedSweep(settings)
        leader = settings.leader.map(OwnTracksLeader.init)
        roost = ServiceLink(
            settings.controlSocket, everyMilliseconds: 1000, wantsCatalogue: true, log: log)
    }

    /// Runs until a signal ends the process; then the broker tells the others that it is gone.
    package func run() throws(IOError) {
        var ready = Ready()
        while true {
            iterate(ready, at: clock.now)
            ready = try wait()
        }
    }

    // MARK: Waiting

    private struct Ready {
        var brokerIsReadable = false
        var brokerIsWritable = false
    }

    private func wait() throws(IOError) -> Ready {
        let events = POLLIN | (broker.wantsToWrite ? POLLOUT : 0)
        // poll(2) leaves out what is negative.
        var polled = [pollfd(fd: broker.descriptor, events: Int16(events), revents: 0)]
        polled += roost.descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        try systemCall("poll") {
            poll(&polled, nfds_t(polled.count), Int32(Self.lookMilliseconds))
        }
        let broken = Int16(POLLERR | POLLHUP)
        return Ready(
            brokerIsReadable: polled[0].revents & (Int16(POLLIN) | broken) != 0,
            brokerIsWritable: polled[0].revents & Int16(POLLOUT) != 0)
    }

    private func iterate(_ ready: Ready, at now: Instant) {
        for event in roost.work(at: now) { handle(event) }
        let events = broker.work(
            isReadable: ready.brokerIsReadable, isWritable: ready.brokerIsWritable, at: now)
        for event in events {
            sweep.note(event, at: now)
            handle(event, at: now)
        }
        // Before anything runs nobody knows what is published.
        if state.targets != nil, let found = sweep.finding(ofBridge: broker.id, at: now) {
            clear(found)
        }
        if let due = newsDueAt, now >= due {
            newsDueAt = nil
            state.outbox.forget()
        }
        send()
    }

    // MARK: The running roost

    private func handle(_ event: ServiceLink<Asker>.Event) {
        switch event {
        case .there: break
        case .gone: state.noteGone()
        case .line(let line):
            if let catalogue = roost.catalogue { state.note(line, catalogue) }
        case .answer(let answer, let askers): for asker in askers { tell(answer, to: asker) }
        case .unanswered(let askers):
            let why = PlainError("roost did not answer")
            for asker in askers { tell(Self.failure(why), to: asker) }
        }
    }

    private static func failure(_ why: PlainError) -> JSONValue {
        ["ok": false, "error": .string(why.description)]
    }

    private func tell(_ answer: JSONValue, to asker: Asker) {
        switch asker {
        case .topic(let topic):
            state.outbox.add(MQTTMessage(topic, Array(answer.line.utf8)))
        case .leader:
            if case .string(let why)? = answer["error"] { log.warning("no leader: \(why)") }
        }
    }

    // MARK: The broker

    private func handle(_ event: MQTTEvent, at now: Instant) {
        switch event {
        case .connected: begin()
        case .delivered: state.outbox.noteDelivered()
        case .message(let message) where !sweep.hears(message.topic): handle(message, at: now)
        case .message, .tooLong, .subscribed, .disconnected, .takenOver: break
        }
    }

    private func begin() {
        state.outbox.forget()
        let birth = settings.discovery ? ["\(settings.discoveryPrefix)/status"] : []
        subscribe(topics.allRequests + birth + (leader.map { [$0.topic] } ?? []))
        sweep.begin()
        subscribe(sweep.filters, wantsRetained: true)
    }

    private func subscribe(_ filters: [String], wantsRetained: Bool = false) {
        for filter in filters {
            do throws(PlainError) {
                try broker.subscribe(filter, wantsRetained: wantsRetained)
            } catch {
                log.error("not subscribed: \(error)")
            }
        }
    }

    /// Takes from the broker what it keeps and nobody publishes any more.
    private func clear(_ found: RetainedSweep.Finding) {
        for filter in sweep.filters where filter != topics.bridge {
            try? broker.unsubscribe(filter)
        }
        switch found {
        case .notOurs(let why):
            log.warning("what the broker may keep of things that are gone is not cleared: \(why)")
        case .kept(let topics, let components):
            let cleared = state.clear(topics, components)
            if !cleared.isEmpty {
                log.notice(
                    "cleared, for nobody publishes there any more: \(cleared.sorted().joined(separator: ", "))"
                )
            }
        }
    }

    private func send() {
        while broker.isConnected, let message = state.outbox.next() {
            do throws(PlainError) {
                try broker.publish(message)
            } catch {
                state.outbox.noteDelivered()
                log.warning("not sent: \(error)")
            }
        }
        if let lost = state.outbox.takeLost() {
            log.warning("\(lost) messages were not sent: the broker takes them too slowly")
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
            let question = try router.route(
                message, to: state.targets, roost.catalogue, at: now)
            do throws(PlainError) {
                try roost.ask(
                    question.line, for: .topic(question.answerTopic), sharedAs: question.sharedAs,
                    at: now)
            } catch {
                throw .init(description: error.description, answerTopic: question.answerTopic)
            }
        } catch {
            log.warning("refused: \(error)")
            guard let topic = error.answerTopic else { return }
            tell(Self.failure(PlainError(error.description)), to: .topic(topic))
        }
    }

    private func follow(_ leader: OwnTracksLeader, _ message: MQTTMessage, at now: Instant) {
        do throws(PlainError) {
            let utcSeconds = (try? ClockReading.now().secondsSince1970) ?? 0
            guard let line = try leader.question(message, utcSeconds: utcSeconds, at: now) else {
                return
            }
            try roost.ask(line, for: .leader, at: now)
        } catch {
            log.warning("no leader: \(error)")
        }
    }
}
