import Core
import Devices
import Glibc
import MQTT

/// Listens at the broker whether another bridge with the same `node` is there, which it tells that this one waits.
final class RivalWatch {
    private static let retry = Duration.seconds(30)

    /// Under a name of its own, and without a will.
    let connection: MQTTConnection
    /// Where one that waits says so.
    let topic: String
    private let availability: String
    private let log: Log
    private var claim = NodeClaim()
    private var dueAt = Instant.zero

    init(_ connection: MQTTConnection, topics: BridgeTopics, log: Log) {
        self.connection = connection
        topic = topics.bridge
        availability = topics.availability
        self.log = log
    }

    func noteTaken(at now: Instant) { claim.noteTaken(at: now) }

    func begin(at now: Instant) {
        claim.noteLost(at: now)
        dueAt = now
    }

    func isGone(at now: Instant) -> Bool { claim.isFree(at: now) }

    func end() { connection.disconnect() }

    func work(isReadable: Bool, isWritable: Bool, at now: Instant) {
        if connection.descriptor < 0, now >= dueAt {
            claim.noteDeaf()
            dueAt = now + Self.retry
            do throws(PlainError) {
                try connection.connect()
            } catch {
                log.debug("\(error)")
            }
            return
        }
        for event in connection.work(isReadable: isReadable, isWritable: isWritable) {
            switch event {
            case .connected: ask()
            case .subscribed(_, let refusal):
                // Who may not hear whether the other is there waits for ever: that is said.
                if let refusal {
                    log.warning("\(availability): the broker refuses it: \(refusal)")
                } else {
                    claim.noteListening(at: now)
                }
            case .message(let message) where message.topic == availability:
                claim.note(isOnline: message.payload == BridgeState.online, at: now)
            case .disconnected, .takenOver: claim.noteDeaf()
            case .message, .tooLong, .delivered: break
            }
        }
    }

    private func ask() {
        do throws(PlainError) {
            try connection.subscribe(availability, wantsRetained: true)
            try connection.publish(MQTTMessage(topic, Array(Self.here.line.utf8)))
        } catch {
            log.debug("\(error)")
        }
    }

    private static var here: JSONValue {
        var name = [CChar](repeating: 0, count: 256)
        gethostname(&name, name.count - 1)
        let text = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return ["host": .string(String(decoding: text, as: UTF8.self))]
    }

    /// " on garage", as far as that is said in a message to `topic`.
    func place(in message: MQTTMessage) -> String {
        guard let json = try? JSONValue(parsing: message.payload.prefix(1024)),
            case .string(let host)? = json["host"], isPlainName(host)
        else { return "" }
        return " on \(host)"
    }
}
