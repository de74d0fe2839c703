import Core
import MQTT
import Values

/// Keeps the connection to the broker: lost, it is tried again, at longer and longer intervals. Where another bridge has
/// the same `node`, one of the two waits until the other is gone, or a person has chosen.
final class BrokerLink {
    private enum Phase: Equatable {
        /// Who `looks` had the place, and somebody else may have it now.
        case idle(until: Instant, looks: Bool)
        /// Whether another bridge has the place, under a name of its own.
        case looking
        case connecting
        case connected
        /// Another bridge has the place.
        case displaced
    }

    private static let delays: [Duration] = [1, 2, 4, 8, 15, 30].map { .seconds($0) }
    /// A connection that lasts so long was a good one.
    private static let settled = Duration.seconds(60)
    /// Of what the broker refuses so many topics are named after each connection.
    private static let maxRefusals = 8

    private let connection: MQTTConnection
    private let node: String
    private let rival: RivalWatch
    private let log: Log
    private var phase = Phase.idle(until: .zero, looks: false)
    private var failures = 0
    private var connectedAt = Instant.zero
    /// Said already, and the same since.
    private var lastProblem = ""
    private var refused: Set<String> = []

    init(_ connection: MQTTConnection, node: String, rival: RivalWatch, log: Log) {
        self.connection = connection
        self.node = node
        self.rival = rival
        self.log = log
    }

    private var active: MQTTConnection {
        phase == .displaced || phase == .looking ? rival.connection : connection
    }

    var descriptor: Int32 { active.descriptor }
    var wantsToWrite: Bool { active.wantsToWrite }
    var isConnected: Bool { phase == .connected }
    /// By which the broker knows that this bridge has the node.
    var id: String { rival.own }

    /// Reads, writes, and connects when that is due.
    ///
    /// - Returns: what has come.
    func work(isReadable: Bool, isWritable: Bool, at now: Instant) -> [MQTTEvent] {
        if case .idle(let until, let looks) = phase {
            if now >= until { if looks { look(at: now) } else { connect(at: now) } }
            return []
        }
        if phase == .displaced || phase == .looking {
            rival.work(isReadable: isReadable, isWritable: isWritable, at: now)
            if phase == .looking { judge(at: now) } else { wait(at: now) }
            return []
        }
        let events = connection.work(isReadable: isReadable, isWritable: isWritable)
        for event in events { note(event, at: now) }
        // It may end without a word while it is not made yet.
        if phase == .connecting, connection.descriptor < 0 { noteLost("nobody answers", at: now) }
        return events
    }

    private func note(_ event: MQTTEvent, at now: Instant) {
        switch event {
        case .connected: noteConnected(at: now)
        case .disconnected(let why): noteLost(why, at: now)
        case .takenOver: look(at: now)
        case .delivered(let topic, let refusal?): noteRefusal(of: topic, refusal)
        case .subscribed(let filter, let refusal?):
            log.warning("the broker refuses the subscription of \(filter): \(refusal)")
        case .tooLong(let topic, let bytes):
            log.warning("\(topic.prefix(80)): a message of \(bytes) bytes is not taken")
        case .message(let message):
            guard let place = rival.place(ofWaiting: message) else { return }
            log.warning(
                "another bridge\(place) has the node \"\(node)\" as well, and waits: "
                    + "give one of the two another \"node\"")
        case .delivered, .subscribed: break
        }
    }

    /// - Returns: whether it is on its way.
    func publish(_ message: MQTTMessage) throws(PlainError) { try connection.publish(message) }
    func subscribe(_ filter: String, wantsRetained: Bool = false) throws(PlainError) {
        try connection.subscribe(filter, wantsRetained: wantsRetained)
    }
    func unsubscribe(_ filter: String) throws(PlainError) { try connection.unsubscribe(filter) }

    private func connect(at now: Instant) {
        phase = .connecting
        do throws(PlainError) {
            try connection.connect()
        } catch {
            noteLost("\(error)", at: now)
        }
    }

    private func noteConnected(at now: Instant) {
        phase = .connected
        connectedAt = now
        rival.noteTaken(at: now)
        refused = []
        log.notice("connected to the broker")
        do throws(PlainError) {
            try connection.publish(rival.announcement)
        } catch {
            log.error("\(error)")
        }
    }

    private func noteRefusal(of topic: String, _ why: String) {
        guard refused.count <= Self.maxRefusals, refused.insert(topic).inserted else { return }
        log.warning(
            refused.count > Self.maxRefusals
                ? "the broker refuses other topics, too" : "the broker refuses \(topic): \(why)")
    }

    private func noteLost(_ why: String, at now: Instant) {
        if case .idle = phase { return }
        if phase == .connected, now - connectedAt >= Self.settled {
            failures = 0
            lastProblem = ""
        }
        let wasConnected = phase == .connected
        let delay = Self.delays[min(failures, Self.delays.count - 1)]
        failures += 1
        phase = .idle(until: now + delay, looks: wasConnected)
        if why != lastProblem {
            log.warning("no connection to the broker: \(why); it is tried again")
        }
        lastProblem = why
    }

    // MARK: Two of a name

    private func look(at now: Instant) {
        phase = .looking
        rival.look(at: now)
    }

    private func judge(at now: Instant) {
        switch rival.finding(at: now) {
        case nil: break
        case .free?:
            rival.end()
            connect(at: now)
        case .taken(let place)?:
            log.warning(
                "another bridge\(place) with the node \"\(node)\" has taken this one's place at the broker: give one "
                    + "of the two another \"node\". Until then this one waits for the other to go")
            phase = .displaced
            rival.wait(at: now)
        }
    }

    private func wait(at now: Instant) {
        guard rival.isGone(at: now) else { return }
        log.notice("the other bridge with the node \"\(node)\" is gone")
        rival.end()
        phase = .idle(until: now, looks: false)
    }
}
