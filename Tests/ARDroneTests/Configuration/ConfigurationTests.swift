import Core
import Devices
import TestSupport
import Testing

@testable import ARDrone

/// The link against the fake drone: ids first, then the keys, then a look at what became of them.
@Suite("AR.Drone configuration: ids and reading back")
struct ARDroneConfigurationTests {
    static let ids = ARDrone.ConfigIDs(session: 0x0a1b_2c3d)

    private func rig(_ drone: FakeDrone = FakeDrone()) -> LinkRig {
        LinkRig(drone, ids: Self.ids, readsBack: true)
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
        var rig = rig()
        #expect(rig.time(to: .ready, within: .seconds(5)) != nil)
        let commands = rig.drone.taken.filter { $0.name.hasPrefix("CONFIG") }
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
        #expect(rig.link.configuration.initSequence.verdict == .confirmed)
        #expect(rig.link.configuration.initSequence.ids == Self.ids)
        #expect(rig.drone.dumpsAsked == 1)
        #expect(rig.events.contains(.configurationConfirmed))
    }

    @Test("Any one datagram may be lost on its way to the drone", arguments: 1...60)
    func oneLostUp(index: Int) {
        var rig = rig()
        rig.losesUp = { $0 == index }
        #expect(rig.time(to: .ready, within: .seconds(8)) != nil)
        #expect(rig.link.configuration.initSequence.verdict == .confirmed)
        #expect(rig.link.configuration.initSequence.ids == Self.ids)
    }

    @Test("Any one packet may be lost on its way from the drone", arguments: 1...60)
    func oneLostDown(index: Int) {
        var rig = rig()
        rig.losesDown = { $0 == index }
        #expect(rig.time(to: .ready, within: .seconds(8)) != nil)
        #expect(rig.link.configuration.initSequence.verdict == .confirmed)
    }

    @Test("With a third of all datagrams lost both ways it gets there too", arguments: 1...20)
    func manyLost(seed: Int) {
        var rig = rig()
        rig.losesUp = { SeededGenerator.chance(seed, $0, oneIn: 3) }
        rig.losesDown = { SeededGenerator.chance(-seed, $0, oneIn: 3) }
        #expect(rig.time(to: .ready, within: .seconds(40)) != nil)
        #expect(rig.link.configuration.initSequence.verdict == .confirmed)
        #expect(rig.link.configuration.initSequence.ids == Self.ids)
    }

    @Test("Firmware that does not know ids is set without them, which one log line says")
    func oldFirmware() {
        var drone = FakeDrone()
        drone.knowsIDs = false
        var rig = rig(drone)
        #expect(rig.time(to: .ready, within: .seconds(20)) != nil)
        #expect(rig.link.configuration.initSequence.ids == nil)
        #expect(rig.link.configuration.initSequence.verdict == .confirmed)
        #expect(rig.drone.settings["control:altitude_max"] == "1600")
        #expect(rig.drone.count("CONFIG_IDS") == 0)
        rig.drone.isSilent = true
        rig.run(.seconds(2), .hover)
        rig.drone.isSilent = false
        #expect(rig.time(to: .ready, within: .seconds(5)) != nil)
        #expect(rig.events.count { if case .multiConfigRefused = $0 { true } else { false } } == 1)
    }

    @Test("Ids that are acknowledged but not in the dump are not believed")
    func unconfirmedIDs() {
        var drone = FakeDrone()
        drone.ignoredKeys = ["custom:profile_id"]
        var rig = rig(drone)
        #expect(rig.time(to: .ready, within: .seconds(10)) != nil)
        #expect(rig.link.configuration.initSequence.ids == nil)
        #expect(rig.link.configuration.initSequence.verdict == .confirmed)
        #expect(
            rig.events.contains(.multiConfigRefused("it has no custom:profile_id")))
    }

    @Test("A drone that is found in the air keeps its ids and limits till it landed")
    func inTheAir() {
        var rig = rig(.flying)
        rig.run(.seconds(3), .hover)
        #expect(
            rig.drone.settings.keys.sorted() == [
                "general:navdata_demo", "general:navdata_options",
            ])
        #expect(rig.port.connections == 0)
        rig.run(.seconds(5), .land)
        #expect(rig.link.state == .ready)
        #expect(rig.link.configuration.initSequence.verdict == .confirmed)
    }

    // MARK: What the drone does not apply

    @Test("A flight key that is acknowledged but not applied is set again, then forbids to fly")
    func notApplied() {
        var drone = FakeDrone()
        drone.ignoredKeys = ["control:altitude_max"]
        var rig = rig(drone)
        rig.drone.receive(Array("AT*COMWDG=1\r".utf8))
        rig.run(.seconds(8), .hover)
        // Unknown is not different: this drone has no such key at all.
        #expect(rig.link.state == .ready)
        rig = self.rig()
        rig.drone.receive(Array("AT*CONFIG=1,\"control:altitude_max\",\"3000\"\r".utf8))
        rig.drone.ignoredKeys = ["control:altitude_max"]
        rig.run(.seconds(10), .hover)
        #expect(
            rig.link.armingFailures == [
                "the drone does not apply a key: control:altitude_max is 3000, not 1600"
            ])
        #expect(rig.drone.dumpsAsked == 1 + ARDrone.InitSequence.maxRepeats)
        let tries = rig.drone.taken.filter { $0.arguments.first == "\"control:altitude_max\"" }
        #expect(tries.count == 2 + ARDrone.InitSequence.maxRepeats)
        rig.run(.seconds(3), .takeOff)
        #expect(!rig.drone.isFlying)
    }

    @Test("One that gives way at the second try is set")
    func appliedLate() {
        var rig = rig()
        rig.drone.receive(Array("AT*CONFIG=1,\"control:altitude_max\",\"3000\"\r".utf8))
        rig.drone.ignoredKeys = ["control:altitude_max"]
        while rig.drone.dumpsAsked == 0 { rig.step(.hover) }
        rig.drone.ignoredKeys = []
        #expect(rig.time(to: .ready, within: .seconds(5)) != nil)
        #expect(rig.link.configuration.initSequence.verdict == .confirmed)
        #expect(rig.link.armingFailures.isEmpty)
    }

    @Test("When only a report is wanted, or the key is no matter of flight, it may fly")
    func reportOnly() {
        for key in ["control:altitude_max", "general:navdata_options"] {
            var drone = FakeDrone()
            drone.receive(Array("AT*CONFIG=1,\"\(key)\",\"77\"\r".utf8))
            drone.ignoredKeys = [key]
            var rig = LinkRig(
                drone, readsBack: true, insists: key == "general:navdata_options")
            rig.run(.seconds(10), .hover)
            #expect(rig.link.armingFailures.isEmpty)
            #expect(
                rig.events.contains { if case .configurationDiffers = $0 { true } else { false } })
        }
    }

    // MARK: A control port that is not well

    static let ills: [FakeControlPort.Kind] = [
        .missing, .mute, .stalling(after: 30), .endless, .closing,
    ]

    @Test("A dump that does not come keeps nobody on the ground", arguments: 0..<5)
    func noDump(index: Int) {
        var rig = rig()
        rig.port.kind = Self.ills[index]
        #expect(rig.time(to: .ready, within: .seconds(15)) != nil)
        #expect(rig.port.connections == ARDrone.ConfigReading.attempts)
        guard case .unread = rig.link.configuration.initSequence.verdict else {
            Issue.record("\(rig.link.configuration.initSequence.verdict)")
            return
        }
        #expect(rig.link.armingFailures.isEmpty)
        #expect(rig.events.contains { if case .configurationUnread = $0 { true } else { false } })
        // Never at the price of a command: every tick had one.
        #expect(rig.drone.count("PCMD") >= rig.drone.count("CTRL"))
    }

    @Test("A port that is mute at first is tried again")
    func muteAtFirst() {
        var rig = rig()
        rig.port.muteFor = 2
        #expect(rig.time(to: .ready, within: .seconds(15)) != nil)
        #expect(rig.link.configuration.initSequence.verdict == .confirmed)
        #expect(rig.port.connections == 3)
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
