import MQTT
import Testing

@testable import MQTTBridge

@Suite struct OutboxTests {
    private var outbox = Outbox()

    private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    /// All that would be sent now, each delivered at once: "topic=payload".
    private mutating func sent() -> [String] {
        var sent: [String] = []
        while let message = outbox.next() {
            sent.append("\(message.topic)=\(String(decoding: message.payload, as: UTF8.self))")
            outbox.noteDelivered()
        }
        return sent
    }

    @Test("the newest state replaces the one before, and is sent once")
    mutating func newest() {
        outbox.set("door", Self.bytes("open"))
        outbox.set("door", Self.bytes("locked"))
        #expect(sent() == ["door=locked"])
        outbox.set("door", Self.bytes("locked"))
        #expect(sent() == [])
    }

    @Test("after a new connection everything is sent again, and old events are not")
    mutating func reconnected() {
        outbox.set("b", Self.bytes("2"))
        outbox.set("a", Self.bytes("1"))
        #expect(sent() == ["b=2", "a=1"])
        outbox.add(MQTTMessage("log", Self.bytes("landed")))
        outbox.forget()
        #expect(sent() == ["a=1", "b=2"])
    }

    @Test(
        "a broker that confirms nothing gets 32 messages and no more; what it then gets is the newest"
    )
    mutating func slow() {
        for number in 0..<100 { outbox.set("topic\(number)", Self.bytes("old")) }
        var count = 0
        while outbox.next() != nil { count += 1 }
        #expect(count == 32)
        outbox.set("topic99", Self.bytes("new"))
        for _ in 0..<count { outbox.noteDelivered() }
        #expect(sent().last == "topic99=new")
    }

    @Test("events keep their order, behind the state; more than 256 that wait are too many")
    mutating func events() {
        for number in 0..<300 { outbox.add(MQTTMessage("log", Self.bytes("\(number)"))) }
        outbox.set("door", Self.bytes("open"))
        #expect(outbox.takeLost() == nil, "nobody hears of it before the others are sent")
        #expect(sent() == ["door=open"] + (0..<256).map { "log=\($0)" })
        #expect(outbox.takeLost() == 44)
        #expect(outbox.takeLost() == nil)
    }

    @Test("what there is no more is taken from the broker")
    mutating func gone() {
        outbox.set("driver/a", Self.bytes("1"))
        outbox.set("driver/b", Self.bytes("2"))
        _ = sent()
        outbox.keep { $0 == "driver/a" }
        #expect(sent() == ["driver/b="])
        outbox.forget()
        #expect(sent() == ["driver/a=1"])
    }
}
