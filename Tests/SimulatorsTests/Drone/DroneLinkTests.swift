import Core
import LinuxIO
import Testing
import Values

@testable import Simulators

/// Sequence numbers, watchdogs and the start of the navdata stream.
struct DroneLinkTests {
    private let start = Instant(nanoseconds: 1_000_000_000)

    @Test("a number must exceed the last accepted one; 1 starts over")
    func sequence() {
        var link = CommandLink(at: start)
        let numbers: [(Int32, Bool)] = [
            (0, false), (1, true), (2, true), (2, false), (10, true), (9, false), (11, true),
            (1, true), (2, true),
        ]
        for (number, isNew) in numbers {
            #expect(link.accept(number, at: start) == isNew, "number \(number)")
        }
    }

    @Test("the watchdog bites after 50 ms of silence, and only COMWDG calms it")
    func watchdog() throws {
        var bench = try DroneModelBench()
        bench.send("COMWDG")
        bench.wait(.milliseconds(50))
        #expect(!bench.state(30))
        bench.wait(.milliseconds(5))
        #expect(bench.state(30))
        bench.send(DroneModelBench.land)
        #expect(bench.state(30))
        bench.send("COMWDG")
        #expect(!bench.state(30))
    }

    @Test("communication is lost after 2 s of silence, and found with the next new command")
    func lost() throws {
        var bench = try DroneModelBench()
        bench.send("COMWDG")
        bench.wait(.seconds(2))
        #expect(!bench.state(13))
        bench.wait(.milliseconds(5))
        #expect(bench.state(13))
        // An old number is no sign of life.
        bench.sequence = 1
        bench.model.receive(commands: Array("AT*COMWDG=0\r".utf8), at: bench.now)
        #expect(bench.state(13))
        bench.send("COMWDG")
        #expect(!bench.state(13))
    }

    @Test("general:com_watchdog says when communication is lost")
    func lostLater() throws {
        var bench = try DroneModelBench()
        bench.send("CONFIG,\"general:com_watchdog\",\"4\"")
        bench.wait(.milliseconds(3990))
        #expect(!bench.state(13))
        bench.wait(.milliseconds(15))
        #expect(bench.state(13))
    }

    @Test("nothing is sent before the wake packet")
    func silent() throws {
        var bench = try DroneModelBench()
        #expect(bench.packets(for: .seconds(1)).isEmpty)
    }

    @Test("a woken drone sends bare bootstrap packets of 24 bytes, 15 a second")
    func bootstrap() throws {
        var bench = try DroneModelBench()
        bench.model.wake(from: bench.client, at: bench.now)
        let packets = bench.packets(for: .seconds(2))
        #expect((29...31).contains(packets.count))
        #expect(packets.allSatisfy { $0.bytes.count == 24 && $0.state(11) })
        #expect(packets.map(\.sequence) == Array(1...UInt32(packets.count)))
    }

    /// The AT text of go-ardrone and python-ardrone, byte for byte: both wake, configure, fly, and
    /// never send a `CTRL`, nor look at bit 6. The layout of a packet is that of the developer
    /// guide: state bits at 4, option demo first with tag 0 and 148 bytes.
    @Test("CONFIG general:navdata_demo alone ends the bootstrap, for clients that never send CTRL")
    func withoutControl() throws {
        var bench = try DroneModelBench()
        bench.model.wake(from: bench.client, at: bench.now)
        #expect(bench.packets(for: .seconds(1)).allSatisfy { $0.bytes.count == 24 && $0.state(11) })
        let text = "AT*CONFIG=1,\"general:navdata_demo\",\"TRUE\"\rAT*COMWDG=2\r"
        bench.model.receive(commands: Array(text.utf8), at: bench.now)
        let packet = try #require(bench.packets(for: .milliseconds(100)).first)
        #expect(!packet.state(11), "the bootstrap is over")
        #expect(packet.state(6), "and the acknowledgement stands, for nobody cleared it")
        #expect(Array(packet.bytes[16..<20]) == [0, 0, 148, 0])
    }

    @Test("strict: CONFIG raises bit 6, CTRL 5 clears it and ends the bootstrap")
    func handshake() throws {
        var bench = try DroneModelBench { $0.bootstrapEnd = .acknowledged }
        bench.model.wake(from: bench.client, at: bench.now)
        #expect(bench.state(11) && !bench.state(6))
        bench.send("CTRL,5,0")
        #expect(bench.state(11))
        bench.send("CONFIG,\"general:navdata_demo\",\"TRUE\"")
        #expect(bench.state(11) && bench.state(6) && bench.state(10))
        bench.send("CTRL,4,0")
        #expect(bench.state(11) && bench.state(6))
        bench.send("CTRL,5,0")
        #expect(!bench.state(11) && !bench.state(6))
    }

    @Test("strict: the guide's closing CTRL 0 ends the bootstrap but acknowledges nothing")
    func closing() throws {
        var bench = try DroneModelBench { $0.bootstrapEnd = .acknowledged }
        bench.model.wake(from: bench.client, at: bench.now)
        bench.send("CONFIG,\"general:navdata_demo\",\"TRUE\"")
        bench.send("CTRL,0")
        #expect(!bench.state(11) && bench.state(6))
    }

    @Test("another key's CONFIG does not end the bootstrap")
    func otherKey() throws {
        var bench = try DroneModelBench()
        bench.model.wake(from: bench.client, at: bench.now)
        bench.send("CONFIG,\"control:outdoor\",\"TRUE\"")
        bench.send("CTRL,5,0")
        #expect(bench.state(11) && !bench.state(6))
    }

    @Test("reduced packets come 15 times a second, full ones 200 times", arguments: [true, false])
    func rate(reduced: Bool) throws {
        var bench = try DroneModelBench()
        bench.connect(reduced: reduced)
        let count = bench.packets(for: .seconds(1)).count
        #expect(reduced ? (14...16).contains(count) : (199...201).contains(count))
    }

    @Test("a client that has been silent for long is forgotten")
    func forgotten() throws {
        var bench = try DroneModelBench()
        bench.connect()
        bench.wait(.milliseconds(5100))
        #expect(bench.packets(for: .seconds(1)).isEmpty)
        bench.model.wake(from: bench.client, at: bench.now)
        #expect(bench.packets(for: .seconds(1)).allSatisfy { $0.bytes.count == 24 })
    }

    @Test("waking again changes nothing, until the link was lost")
    func wokenAgain() throws {
        var bench = try DroneModelBench()
        bench.connect()
        bench.model.wake(from: bench.client, at: bench.now)
        #expect(!bench.state(11))
        bench.wait(.milliseconds(2100))
        #expect(!bench.state(11))
        bench.model.wake(from: bench.client, at: bench.now)
        #expect(bench.state(11))
    }

    @Test("data go to whoever woke it last")
    func hijacked() throws {
        var bench = try DroneModelBench()
        bench.connect()
        let other = bench.client.withPort(40001)
        bench.model.wake(from: other, at: bench.now)
        #expect(bench.model.takePacket(at: bench.now + .milliseconds(100))?.client == other)
    }

    @Test(
        "an old client configures, then wakes, and acknowledges nothing", arguments: [true, false])
    func oldClient(isLenient: Bool) throws {
        var bench = try DroneModelBench {
            if !isLenient { $0.bootstrapEnd = .acknowledged }
        }
        bench.wait(.seconds(3))
        bench.send("CONFIG,\"general:navdata_demo\",\"TRUE\"")
        bench.model.wake(from: bench.client, at: bench.now)
        let packet = try #require(bench.packets(for: .milliseconds(100)).first)
        #expect(packet.state(6))
        #expect(packet.bytes.count == (isLenient ? 500 : 24))
    }

    @Test("after a reboot the drone is silent, then begins again at sequence 1")
    func reboot() throws {
        var bench = try DroneModelBench()
        bench.connect()
        _ = bench.packets(for: .seconds(1))
        bench.model.reboot(taking: .seconds(3), at: bench.now)
        bench.connect()
        #expect(bench.packets(for: .milliseconds(2900)).isEmpty)
        bench.wait(.milliseconds(200))
        #expect(bench.packets(for: .seconds(1)).isEmpty)
        bench.model.wake(from: bench.client, at: bench.now)
        #expect(bench.packets(for: .seconds(1)).first?.sequence == 1)
    }

    @Test("the gaps between command datagrams are counted, not those between commands")
    func commandGaps() throws {
        var bench = try DroneModelBench()
        for gap in [30, 30, 45] {
            bench.send("COMWDG", DroneModelBench.land)
            bench.wait(.milliseconds(gap))
        }
        bench.send("COMWDG")
        #expect(bench.model.commandGaps.count == 3)
        #expect(bench.model.commandGaps.max == .milliseconds(45))
    }
}
