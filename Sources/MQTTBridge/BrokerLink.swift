import Core
import Devices
import MQTT

/// Keeps the connection to the broker: lost, it is tried again, at longer and longer intervals. Where another bridge has
/// the same `node`, one of the two waits until the other is gone, or a person has chosen.
final class BrokerLink {
    private enum Phase: Equatable {
        case idle(until: Instant)
        case connecting
        case connected
        /// Another bridge has the place; this one listens under a name of its own.
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
    private var phase = Phase.idle(until: .zero)
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

    private var active: MQTTConnection { phase == .displaced ? rival.connection : connection }

    var descriptor: Int32 { active.descriptor }
    var wantsToWrite: Bool { active.wantsToWrite }
    var isConnected: Bool { phase == .connected }

    /// Reads, writes, and connects when that is due.
    ///
    /// - Returns: what has come.
    func work(isReadable: Bool, isWritable: Bool, at now: Instant) -> [MQTTEvent] {
        if case .idle(let until) = phase {
            if now >= until { connect(at: now) }
            return []
        }
        if phase == .displaced {
            wait(isReadable: isReadable, isWritable: isWritable, at: now)
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
        case .takenOver: noteTakenOver(at: now)
        case .delivered(let topic, let refusal?): noteRefusal(of: topic, refusal)
        case .subscribed(let filter, let refusal?):
            log.warning("the broker refuses the subscription of \(filter): \(refusal)")
        case .tooLong(let topic, let bytes):
            log.warning("\(topic.prefix(80)): a message of \(bytes) bytes is not taken")
        case .message(let message) where message.topic == rival.topic:
            log.warning(
                "another bridge\(rival.place(in: message)) has the node \"\(node)\" as well, and waits: "
                    + "give one of the two another \"node\"")
        case .message, .delivered, .subscribed: break
        }
    }

    /// - Returns: whether it is on its way.
    func publish(_ message: MQTTMessage) throws(PlainError) { try connection.publish(message) }
    func subscribe(_ filter: String) throws(PlainError) { try connection.subscribe(filter) }

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
            try connection.subscribe(rival.topic)
        } catch {
            log.error("not subscribed: \(error)")
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
        let delay = Self.delays[min(failures, Self.delays.count - 1)]
        failures += 1
        phase = .idle(until: now + delay)
        if why != lastProblem {
            log.warning("no connection to the broker: \(why); it is tried again")
        }
        lastProblem = why
    }

    // MARK: Two of a name

    private func noteTakenOver(at now: Instant) {
        log.warning(
            "another bridge with the node \"\(node)\" has taken this one's place at the broker: give one of the two "
                + "another \"node\". Until then this one waits for the other to go")
        phase = .displaced
        rival.begin(at: now)
    }

    private func wait(isReadable: Bool, isWritable: Bool, at now: Instant) {
        rival.work(isReadable: isReadable, isWritable: isWritable, at: now)
        guard rival.isGone(at: now) else { return }
        log.notice("the other bridge with the node \"\(node)\" is gone")
        rival.end()
        phase = .idle(until: now)
    }
}
