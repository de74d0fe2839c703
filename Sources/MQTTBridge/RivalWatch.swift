import CommandKit
import Core
import Glibc
import JSON
import MQTT
import Settings
import Values

/// Looks at the broker whether another bridge with the same `node` has the place of this one, and waits for it to go.
///
/// Whoever has the place keeps who it is in the topic `bridge`. Many brokers end a connection without a word when another
/// one comes by its name, so a bridge that has lost its connection looks there before it connects again.
final class RivalWatch {
    /// What a look has found.
    enum Finding: Equatable {
        case free
        /// With the host of the other, as far as that is known: " on garage".
        case taken(place: String)
    }

    private static let retry = Duration.seconds(30)
    /// What the broker keeps comes with the answer to the subscription.
    private static let keptWithin = Duration.milliseconds(300)
    /// A broker that is not there is met by the bridge itself, too.
    private static let lookLimit = Duration.seconds(5)

    /// Under a name of its own, and without a will.
    let connection: MQTTConnection
    let topic: String
    private let availability: String
    private let log: Log
    /// Of this process.
    let own = hexText(of: (0..<8).map { _ in UInt8.random(in: 0 ... .max) })
    private var claim = NodeClaim()
    private var dueAt = Instant.zero
    private var isWaiting = false
    private var holder: JSONValue?
    private var lookEndsAt = Instant.zero

    init(_ connection: MQTTConnection, topics: BridgeTopics, log: Log) {
        self.connection = connection
        topic = topics.bridge
        availability = topics.availability
        self.log = log
    }

    /// What the broker keeps of the bridge that has the place.
    var announcement: MQTTMessage { message(["id": .string(own)], isRetained: true) }

    func noteTaken(at now: Instant) { claim.noteTaken(at: now) }

    /// Begins to look who has the place.
    func look(at now: Instant) {
        (isWaiting, holder, dueAt) = (false, nil, now)
        lookEndsAt = now + Self.lookLimit
    }

    /// `nil` while that is not known.
    func finding(at now: Instant) -> Finding? {
        if let holder, holder["id"] != .string(own) { return .taken(place: Self.place(holder)) }
        return holder != nil || now >= lookEndsAt ? .free : nil
    }

    /// Another one has it: waits until that is gone, and says so.
    func wait(at now: Instant) {
        claim.noteLost(at: now)
        isWaiting = true
        if connection.descriptor >= 0 { ask() } else { dueAt = now }
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
            note(event, at: now)
        }
    }

    private func note(_ event: MQTTEvent, at now: Instant) {
        switch event {
        case .connected: ask()
        case .subscribed(let filter, let refusal?):
            // Who may not hear whether the other is there waits for ever: that is said.
            log.warning("the broker refuses the subscription of \(filter): \(refusal)")
            lookEndsAt = min(lookEndsAt, now)
        case .subscribed(let filter, nil) where filter == availability:
            claim.noteListening(at: now)
            lookEndsAt = min(lookEndsAt, now + Self.keptWithin)
        case .message(let message) where message.topic == availability:
            claim.note(isOnline: message.payload == BridgeState.online, at: now)
        case .message(let message) where message.topic == topic && message.isRetained:
            holder = try? JSONValue(parsing: message.payload.prefix(1024))
        case .disconnected, .takenOver: claim.noteDeaf()
        case .message, .tooLong, .delivered, .subscribed: break
        }
    }

    private func ask() {
        do throws(PlainError) {
            try connection.subscribe(topic, wantsRetained: true)
            try connection.subscribe(availability, wantsRetained: true)
            if isWaiting { try connection.publish(message(["waits": true])) }
        } catch {
            log.debug("\(error)")
        }
    }

    private func message(_ members: [String: JSONValue], isRetained: Bool = false) -> MQTTMessage {
        let json = JSONValue.object(members.merging(["host": .string(Self.host)]) { $1 })
        return MQTTMessage(topic, Array(json.line.utf8), isRetained: isRetained)
    }

    private static var host: String {
        var name = [CChar](repeating: 0, count: 256)
        gethostname(&name, name.count - 1)
        return String(
            decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// " on garage", of a message in which another one says that it waits; `nil` of any other.
    func place(ofWaiting message: MQTTMessage) -> String? {
        guard message.topic == topic,
            let json = try? JSONValue(parsing: message.payload.prefix(1024)), json["waits"] == true
        else { return nil }
        return Self.place(json)
    }

    private static func place(_ json: JSONValue) -> String {
        guard case .string(let host)? = json["host"], isPlainName(host) else { return "" }
        return " on \(host)"
    }
}
