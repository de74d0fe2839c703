import MQTT

/// What every retained topic is to say, and what the broker has been sent.
///
/// The newest state replaces the one before, also while the broker is slow: what waits is never more than
/// one message a topic, and what is on its way is bounded. The library itself would keep everything.
package struct Outbox: Sendable {
    private static let maxUnderWay = 32
    private static let maxEvents = 256

    private var wanted: [String: [UInt8]] = [:]
    private var sent: [String: [UInt8]] = [:]
    /// In the order in which they came to differ.
    private var waiting: [String] = []
    /// What is not kept, in its order.
    private var events: [MQTTMessage] = []
    private var underWay = 0
    private var lost = 0

    package init() {}

    /// Nothing is known of what the broker has.
    package mutating func forget() {
        sent = [:]
        underWay = 0
        waiting = wanted.keys.sorted()
        events = []
    }

    /// A topic is to say this. An empty payload takes it from the broker.
    package mutating func set(_ topic: String, _ payload: [UInt8]) {
        guard wanted[topic] != payload else { return }
        wanted[topic] = payload
        if !waiting.contains(topic) { waiting.append(topic) }
    }

    /// Whether a topic is to say something.
    func wants(_ topic: String) -> Bool { wanted[topic].map { !$0.isEmpty } ?? false }

    /// A topic of which nothing is known here is taken from the broker.
    mutating func clear(_ topic: String) {
        sent[topic] = nil
        set(topic, [])
    }

    /// Those topics are the ones there are: the others go.
    package mutating func keep(_ isKept: (String) -> Bool) {
        for topic in wanted.keys.sorted() where !isKept(topic) { set(topic, []) }
    }

    /// Something happened. More than a few that wait mean that the broker does not listen.
    package mutating func add(_ event: MQTTMessage) {
        guard events.count < Self.maxEvents else {
            lost += 1
            return
        }
        events.append(event)
    }

    /// How many were not kept since that was asked last; `nil` for none, and while there is no room yet.
    package mutating func takeLost() -> Int? {
        guard lost > 0, events.isEmpty else { return nil }
        defer { lost = 0 }
        return lost
    }

    /// One more has reached the broker, or never will.
    package mutating func noteDelivered() { underWay = max(0, underWay - 1) }

    /// What is to be sent now.
    package mutating func next() -> MQTTMessage? {
        guard underWay < Self.maxUnderWay else { return nil }
        while let topic = waiting.first {
            waiting.removeFirst()
            guard let payload = wanted[topic], sent[topic] != payload else { continue }
            sent[topic] = payload
            if payload.isEmpty { wanted[topic] = nil }
            underWay += 1
            return MQTTMessage(topic, payload, isRetained: true)
        }
        guard !events.isEmpty else { return nil }
        underWay += 1
        return events.removeFirst()
    }
}
