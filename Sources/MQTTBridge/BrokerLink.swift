import Core
import Devices
import MQTT

/// Keeps the connection to the broker: lost, it is tried again, at longer and longer intervals.
final class BrokerLink {
    private enum Phase: Equatable {
        case idle(until: Instant)
        case connecting
        case connected
    }

    private static let delays: [Duration] = [1, 2, 4, 8, 15, 30].map { .seconds($0) }

    private let connection: MQTTConnection
    private let log: Log
    private var phase = Phase.idle(until: .zero)
    private var failures = 0
    /// Said already, and the same since.
    private var lastProblem = ""

    init(_ connection: MQTTConnection, log: Log) {
        self.connection = connection
        self.log = log
    }

    var descriptor: Int32 { connection.descriptor }
    var wantsToWrite: Bool { connection.wantsToWrite }
    var isConnected: Bool { phase == .connected }

    /// Reads, writes, and connects when that is due.
    ///
    /// - Returns: what has come.
    func work(isReadable: Bool, isWritable: Bool, at now: Instant) -> [MQTTEvent] {
        if case .idle(let until) = phase {
            if now >= until { connect(at: now) }
            return []
        }
        let events = connection.work(isReadable: isReadable, isWritable: isWritable)
        for event in events {
            switch event {
            case .connected: noteConnected()
            case .disconnected(let why): noteLost(why, at: now)
            case .message, .delivered: break
            }
        }
        // It may end without a word while it is not made yet.
        if phase != .connected, connection.descriptor < 0 { noteLost("nobody answers", at: now) }
        return events
    }

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

    private func noteConnected() {
        phase = .connected
        failures = 0
        lastProblem = ""
        log.notice("connected to the broker")
    }

    private func noteLost(_ why: String, at now: Instant) {
        if case .idle = phase { return }
        let delay = Self.delays[min(failures, Self.delays.count - 1)]
        failures += 1
        phase = .idle(until: now + delay)
        if why != lastProblem {
            log.warning("no connection to the broker: \(why); it is tried again")
        }
        lastProblem = why
    }
}
