import Core
import Glibc
import LinuxIO
import TestSupport
import TestTraits
import Testing

/// `roost-mqtt` before a broker that is not as it should be, and what it says of it.
@Suite("A broker that says no", .blocking, .timeLimit(.minutes(3)))
struct BrokerTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func bridge(to broker: FakeBroker) throws -> RoostProcess {
        try directory.write(
            "mqtt.json",
            """
            {"host": "127.0.0.1", "port": \(broker.port), "control_socket": "\(directory.path)/none.sock"}
            """)
        return try RoostProcess(["\(directory.path)/mqtt.json"], program: "roost-mqtt")
    }

    private func memoryKB(of bridge: RoostProcess, _ key: String) throws -> Int {
        let text = String(
            decoding: try readFile("/proc/\(bridge.pid)/status", atMost: 65536), as: UTF8.self)
        let line = text.split(separator: "\n").first { $0.hasPrefix("\(key):") } ?? ""
        return line.split(separator: " ").compactMap { Int($0) }.first ?? -1
    }

    @Test("it says that it takes no packet of more than 64 KiB") func maximumPacketSize() throws {
        let broker = try FakeBroker()
        defer { broker.end() }
        let bridge = try bridge(to: broker)
        try bridge.waitFor("connected to the broker")
        #expect(broker.clients.first?.maxPacketBytes == 65536)
        // Also when it looks who has its place, and when it connects again.
        broker.clients.last?.socket.hangUp()
        #expect(eventually { broker.clients.count == 3 })
        #expect(broker.clients.last?.name == "roost-roost")
        #expect(broker.clients.allSatisfy { $0.maxPacketBytes == 65536 })
    }

    @Test(
        "a broker that sends more than that takes no memory, and is left",
        arguments: [60_000_000, 268_435_455])
    func huge(bytes: Int) throws {
        let broker = try FakeBroker()
        defer { broker.end() }
        let bridge = try bridge(to: broker)
        try bridge.waitFor("connected to the broker")
        #expect(eventually { broker.subscribed.contains("roost/roost/policy/+/set") })
        let topic = Array("roost/roost/policy/pilot/set".utf8)
        broker.send([0x30] + FakeBroker.length(bytes) + [0, UInt8(topic.count)] + topic + [0])
        broker.send([UInt8](repeating: 0x78, count: 1 << 20))
        try bridge.waitFor("it sent a packet for which there is no memory")
        #expect(try memoryKB(of: bridge, "VmHWM") < 32_000)
        #expect(eventually { broker.clients.count == 3 })
        #expect(bridge.end == nil)
    }

    @Test(
        "a message that is longer than a request may be, and shorter than that, is named and dropped"
    )
    func tooLong() throws {
        let broker = try FakeBroker()
        defer { broker.end() }
        let bridge = try bridge(to: broker)
        try bridge.waitFor("connected to the broker")
        #expect(eventually { broker.subscribed.contains("roost/roost/policy/+/set") })
        let payload = [UInt8](repeating: 0x78, count: 100_000)
        broker.publish("roost/roost/policy/pilot/set", payload)
        try bridge.waitFor("roost/roost/policy/pilot/set: a message of 100000 bytes is not taken")
        broker.publish("roost/roost/policy/pilot/set", Array("land".utf8))
        try bridge.waitFor("refused: roost is not running, or has no time")
    }

    @Test("what the broker refuses to be told is named, once") func publishRefused() throws {
        let broker = try FakeBroker(.init(publish: { _ in 0x87 }))
        defer { broker.end() }
        let bridge = try bridge(to: broker)
        try bridge.waitFor("the broker refuses roost/roost/availability: Not authorized")
        #expect(bridge.end == nil)
    }

    @Test("a subscription that is refused is named: no request comes from there")
    func subscriptionRefused() throws {
        let broker = try FakeBroker(.init(subscribe: 0x87))
        defer { broker.end() }
        let bridge = try bridge(to: broker)
        try bridge.waitFor(
            "the broker refuses the subscription of roost/roost/policy/+/set: Not authorized")
    }

    @Test("a broker that does not want it says why, and is tried more and more seldom")
    func connectionRefused() throws {
        let broker = try FakeBroker(.init(connect: 0x87))
        defer { broker.end() }
        let bridge = try bridge(to: broker)
        try bridge.waitFor("no connection to the broker: the broker refuses: Not authorized")
        usleep(4_000_000)
        #expect((2...4).contains(broker.clients.count), "\(broker.clients.count) times in 4 s")
    }

    /// How a broker ends a connection for another by the same name: with the reason "session taken over" (MQTT 5, section
    /// 3.14.2.1), or without a word, as mosquitto 2.0.11 does.
    @Test(
        "of two bridges with one node, the one that lost its place names the other, waits, and says so",
        arguments: [true, false])
    func takenOver(isSaid: Bool) throws {
        let broker = try FakeBroker()
        defer { broker.end() }
        let bridge = try bridge(to: broker)
        try bridge.waitFor("connected to the broker")
        #expect(broker.clients.first?.name == "roost-roost")
        #expect(
            eventually {
                broker.published.contains {
                    $0.topic == "roost/roost/bridge" && $0.payload.contains(#""id":"#)
                }
            })
        broker.keep("roost/roost/bridge", #"{"host": "garage", "id": "of another"}"#)
        broker.keep("roost/roost/availability", "online")
        if isSaid { broker.disconnect(0x8E) } else { broker.clients.last?.socket.hangUp() }
        try bridge.waitFor(
            "another bridge on garage with the node \"roost\" has taken this one's place")
        #expect(broker.clients.last?.name.hasPrefix("roost-roost-waits-") == true)
        #expect(
            eventually {
                broker.published.last?.topic == "roost/roost/bridge"
                    && broker.published.last?.payload.contains(#""waits":true"#) == true
            })
        usleep(5_000_000)
        #expect(broker.clients.count == 2, "it fights: \(broker.clients.map(\.name))")
        #expect(bridge.end == nil)
    }

    @Test("the one that has the place names the other that waits for it") func otherWaits() throws {
        let broker = try FakeBroker()
        defer { broker.end() }
        let bridge = try bridge(to: broker)
        #expect(eventually { broker.subscribed.contains("roost/roost/bridge") })
        broker.publish("roost/roost/bridge", Array(#"{"host": "garage", "waits": true}"#.utf8))
        try bridge.waitFor(
            "another bridge on garage has the node \"roost\" as well, and waits: give one of the two another"
        )
    }
}
