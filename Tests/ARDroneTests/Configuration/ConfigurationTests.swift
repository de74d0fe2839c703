import Core
import TestSupport
import Testing
import Values

@testable import ARDrone

/// The link against the fake drone: ids first, then the keys, then a look at what became of them.
@Suite("AR.Drone configuration: ids and reading back")
struct ARDroneConfigurationTests {
    static let ids = ARDrone.ConfigIDs(session: 0x0a1b_2c3d)

    private func bench(_ drone: FakeDrone = FakeDrone()) -> LinkBench {
        LinkBench(drone, ids: Self.ids, readsBack: true)
    }

    @Test("Ids are CRC-32 values of the names, by the checksum's own test vector")
    func crc() {
        // The check value of CRC-32 (IEEE 802.3) in the catalogues of such checksums.
        #expect(ARDrone.crc32("123456789".utf8) == 0xCBF4_3926)
        #expect(ARDrone.ConfigIDs(session: 0).session == "00000001")
        #expect(Self.ids.session == "0a1b2c3d")
        #expect(Self.ids.user.count == 8)
    }

    @Test("Multi-config's pair of commands is that of the vectors, in one datagram")
    func vectors() throws {
        var sequencer = ARDrone.ATSequencer()
        var datagram: [UInt8] = []
        for _ in 0..<14 { try sequencer.append(.hover, to: &datagram) }
        datagram = []
        let ids = ARDrone.ConfigIDs("0a1b2c3d")
        try sequencer.append(.identify(ids), to: &datagram)
        try sequencer.append(
            .configure(.init(key: "control:altitude_max", value: "3000")), to: &datagram)
        #expect(
            String(decoding: datagram, as: UTF8.self)
                == "AT*CONFIG_IDS=15,\"0a1b2c3d\",\"0a1b2c3d\",\"0a1b2c3d\"\r"
                + "AT*CONFIG=16,\"control:altitude_max\",\"3000\"\r")
        #expect(try ARDrone.ATCommand.calibrateMagnetometer.line(sequence: 10) == "AT*CALIB=10,0\r")
        #expect(try ARDrone.ATCommand.requestConfiguration.line(sequence: 12) == "AT*CTRL=12,4,0\r")
    }

    @Test("The stream first, then session, application and profile, then all keys under these")
    func order() {
        var bench = bench()
        #expect(bench.time(to: .ready, within: .seconds(5)) != nil)
        let commands = bench.drone.taken.filter { $0.name.hasPrefix("CONFIG") }
        let keys = commands.filter { $0.name == "CONFIG" }.map { $0.arguments[0] }
        #expect(
            keys == [
                "\"general:navdata_demo\"", "\"general:navdata_options\"",
                "\"custom:session_id\"", "\"custom:application_id\"", "\"custom:profile_id\"",
                "\"control:outdoor\"", "\"control:altitude_max\"",
                "\"general:navdata_demo\"", "\"general:navdata_options\"",
            ])
        // The ids are set by plain commands; behind them each CONFIG has its CONFIG_IDS.
        let names = commands.map(\.name)
        let pairs = Array(repeating: ["CONFIG_IDS", "CONFIG"], count: 4).flatMap(\.self)
        #expect(names == Array(repeating: "CONFIG", count: 5) + pairs)
        #expect(bench.link.configuration.initSequence.verdict == .confirmed)
        #expect(bench.link.configuration.initSequence.ids == Self.ids)
        #expect(bench.drone.dumpsAsked == 1)
        #expect(bench.events.contains(.configurationConfirmed))
    }

    @Test("Any one datagram may be lost on its way to the drone", arguments: 1...60)
    func oneLostUp(index: Int) {
        var bench = bench()
        bench.losesUp = { $0 == index }
        #expect(bench.time(to: .ready, within: .seconds(8)) != nil)
        #expect(bench.link.configuration.initSequence.verdict == .confirmed)
        #expect(bench.link.configuration.initSequence.ids == Self.ids)
    }

    @Test("Any one packet may be lost on its way from the drone", arguments: 1...60)
    func oneLostDown(index: Int) {
        var bench = bench()
        bench.losesDown = { $0 == index }
        #expect(bench.time(to: .ready, within: .seconds(8)) != nil)
        #expect(bench.link.configuration.initSequence.verdict == .confirmed)
    }

    @Test("With a third of all datagrams lost both ways it gets there too", arguments: 1...20)
    func manyLost(seed: Int) {
        var bench = bench()
        bench.losesUp = { SeededGenerator.chance(seed, $0, oneIn: 3) }
        bench.losesDown = { SeededGenerator.chance(-seed, $0, oneIn: 3) }
        #expect(bench.time(to: .ready, within: .seconds(40)) != nil)
        #expect(bench.link.configuration.initSequence.verdict == .confirmed)
        #expect(bench.link.configuration.initSequence.ids == Self.ids)
    }

    @Test("Firmware that does not know ids is set without them, which one log line says")
    func oldFirmware() {
        var drone = FakeDrone()
        drone.knowsIDs = false
        var bench = bench(drone)
        #expect(bench.time(to: .ready, within: .seconds(20)) != nil)
        #expect(bench.link.configuration.initSequence.ids == nil)
        #expect(bench.link.configuration.initSequence.verdict == .confirmed)
        #expect(bench.drone.settings["control:altitude_max"] == "1600")
        #expect(bench.drone.count("CONFIG_IDS") == 0)
        bench.drone.isSilent = true
        bench.run(.seconds(2), .hover)
        bench.drone.isSilent = false
        #expect(bench.time(to: .ready, within: .seconds(5)) != nil)
        #expect(
            bench.events.count { if case .multiConfigRefused = $0 { true } else { false } } == 1)
    }

    @Test("Ids that are acknowledged but not in the dump are not believed")
    func unconfirmedIDs() {
        var drone = FakeDrone()
        drone.ignoredKeys = ["custom:profile_id"]
        var bench = bench(drone)
        #expect(bench.time(to: .ready, within: .seconds(10)) != nil)
        #expect(bench.link.configuration.initSequence.ids == nil)
        #expect(bench.link.configuration.initSequence.verdict == .confirmed)
        #expect(
            bench.events.contains(.multiConfigRefused("it has no custom:profile_id")))
    }

    @Test("A drone that is found in the air keeps its ids and limits till it landed")
    func inTheAir() {
        var bench = bench(.flying)
        bench.run(.seconds(3), .hover)
        #expect(
            bench.drone.settings.keys.sorted() == [
                "general:navdata_demo", "general:navdata_options",
            ])
        #expect(bench.port.connections == 0)
        bench.run(.seconds(5), .land)
        #expect(bench.link.state == .ready)
        #expect(bench.link.configuration.initSequence.verdict == .confirmed)
    }

    // MARK: What the drone does not apply

    @Test("A flight key that is acknowledged but not applied is set again, then forbids to fly")
    func notApplied() {
        var drone = FakeDrone()
        drone.ignoredKeys = ["control:altitude_max"]
        var bench = bench(drone)
        bench.drone.receive(Array("AT*COMWDG=1\r".utf8))
        bench.run(.seconds(8), .hover)
        // Unknown is not different: this drone has no such key at all.
        #expect(bench.link.state == .ready)
        bench = self.bench()
        bench.drone.receive(Array("AT*CONFIG=1,\"control:altitude_max\",\"3000\"\r".utf8))
        bench.drone.ignoredKeys = ["control:altitude_max"]
        bench.run(.seconds(10), .hover)
        #expect(
            bench.link.armingFailures == [
                "the drone does not apply a key: control:altitude_max is 3000, not 1600"
            ])
        #expect(bench.drone.dumpsAsked == 1 + ARDrone.InitSequence.maxRepeats)
        let tries = bench.drone.taken.filter { $0.arguments.first == "\"control:altitude_max\"" }
        #expect(tries.count == 2 + ARDrone.InitSequence.maxRepeats)
        bench.run(.seconds(3), .takeOff)
        #expect(!bench.drone.isFlying)
    }

    @Test("One that gives way at the second try is set")
    func appliedLate() {
        var bench = bench()
        bench.drone.receive(Array("AT*CONFIG=1,\"control:altitude_max\",\"3000\"\r".utf8))
        bench.drone.ignoredKeys = ["control:altitude_max"]
        while bench.drone.dumpsAsked == 0 { bench.step(.hover) }
        bench.drone.ignoredKeys = []
        #expect(bench.time(to: .ready, within: .seconds(5)) != nil)
        #expect(bench.link.configuration.initSequence.verdict == .confirmed)
        #expect(bench.link.armingFailures.isEmpty)
    }

    @Test("When only a report is wanted, or the key is no matter of flight, it may fly")
    func reportOnly() {
        for key in ["control:altitude_max", "general:navdata_options"] {
            var drone = FakeDrone()
            drone.receive(Array("AT*CONFIG=1,\"\(key)\",\"77\"\r".utf8))
            drone.ignoredKeys = [key]
            var bench = LinkBench(
                drone, readsBack: true, insists: key == "general:navdata_options")
            bench.run(.seconds(10), .hover)
            #expect(bench.link.armingFailures.isEmpty)
            #expect(
                bench.events.contains { if case .configurationDiffers = $0 { true } else { false } }
            )
        }
    }

    // MARK: A control port that is not well

    static let ills: [FakeControlPort.Kind] = [
        .missing, .mute, .stalling(after: 30), .endless, .closing,
    ]

    @Test("A dump that does not come keeps nobody on the ground", arguments: 0..<5)
    func noDump(index: Int) {
        var bench = bench()
        bench.port.kind = Self.ills[index]
        #expect(bench.time(to: .ready, within: .seconds(15)) != nil)
        #expect(bench.port.connections == ARDrone.ConfigReading.attempts)
        guard case .unread = bench.link.configuration.initSequence.verdict else {
            Issue.record("\(bench.link.configuration.initSequence.verdict)")
            return
        }
        #expect(bench.link.armingFailures.isEmpty)
        #expect(bench.events.contains { if case .configurationUnread = $0 { true } else { false } })
        // Never at the price of a command: every tick had one.
        #expect(bench.drone.count("PCMD") >= bench.drone.count("CTRL"))
    }

    @Test("A port that is mute at first is tried again")
    func muteAtFirst() {
        var bench = bench()
        bench.port.muteFor = 2
        #expect(bench.time(to: .ready, within: .seconds(15)) != nil)
        #expect(bench.link.configuration.initSequence.verdict == .confirmed)
        #expect(bench.port.connections == 3)
    }

    @Test("A dump that trickles without end is left after its time")
    func trickle() {
        var reading = ARDrone.ConfigReading()
        var now = Instant(nanoseconds: 1_000_000_000)
        let begin = now
        while reading.result == nil, now - begin < .seconds(60) {
            now = now + .milliseconds(100)
            _ = reading.next(at: now)
            if reading.wantsPort { reading.receive(.bytes([UInt8(ascii: "a")]), at: now) }
        }
        #expect(now - begin < .seconds(15))
    }
}

extension ARDrone.ConfigIDs {
    /// The same id for all, as a client has it whose commands are among the vectors.
    init(_ id: String) {
        self.init(session: id, user: id, application: id)
    }
}

extension SeededGenerator {
    /// One in so many, the same for the same seed and index.
    static func chance(_ seed: Int, _ index: Int, oneIn count: UInt64) -> Bool {
        var generator = SeededGenerator(seed: UInt64(bitPattern: Int64(seed &* 1_000_003 &+ index)))
        return generator.next() % count == 0
    }
}
