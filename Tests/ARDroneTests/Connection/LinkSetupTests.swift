import Core
import TestSupport
import Testing
import Values

@testable import ARDrone

@Suite("AR.Drone link: connecting and setting up")
struct ARDroneLinkSetupTests {
    @Test("Until the drone is heard, nothing but the wake-up packet is sent, again and again")
    func onlyWake() {
        var bench = LinkBench()
        bench.drone.isSilent = true
        for _ in 0..<100 {
            bench.step(.land)
            #expect(bench.lastDatagram == nil)
        }
        #expect(bench.drone.taken.isEmpty)
        // 3 s at one each 200 ms, on a grid of 30 ms ticks.
        #expect((13...16).contains(bench.wakeCount))
    }

    @Test("A drone that never answers is absent after five seconds, and ready when it comes")
    func absent() {
        var bench = LinkBench()
        bench.drone.isSilent = true
        bench.run(.seconds(4), .hover)
        #expect(bench.link.state == .waking)
        bench.run(.seconds(2), .hover)
        #expect(bench.link.state == .absent)
        bench.drone.isSilent = false
        #expect(bench.time(to: .ready, within: .seconds(3)) != nil)
    }

    @Test("Setting up goes from bootstrap over the keys to ready, the profile's key first")
    func keys() {
        var bench = LinkBench()
        bench.step(nil)
        #expect(bench.link.state == .bootstrap)
        #expect(bench.time(to: .ready, within: .seconds(3)) != nil)
        #expect(
            bench.drone.settings == [
                "general:navdata_demo": "TRUE", "general:navdata_options": "3",
                "control:outdoor": "FALSE", "control:altitude_max": "1600",
            ])
        let keys = bench.drone.taken.filter { $0.name == "CONFIG" }.map { $0.arguments[0] }
        #expect(
            keys == [
                "\"general:navdata_demo\"", "\"general:navdata_options\"",
                "\"control:outdoor\"", "\"control:altitude_max\"",
            ])
    }

    @Test("Any one datagram of the set-up may be lost on its way to the drone", arguments: 1...40)
    func oneLostUp(index: Int) {
        var bench = LinkBench()
        bench.losesUp = { $0 == index }
        #expect(bench.time(to: .ready, within: .seconds(4)) != nil)
        #expect(bench.drone.settings.count == 4)
    }

    @Test("Any one packet of the set-up may be lost on its way from the drone", arguments: 1...40)
    func oneLostDown(index: Int) {
        var bench = LinkBench()
        bench.losesDown = { $0 == index }
        #expect(bench.time(to: .ready, within: .seconds(4)) != nil)
        #expect(bench.drone.settings.count == 4)
    }

    @Test("With half of all datagrams lost both ways it gets there too", arguments: 1...20)
    func halfLost(seed: Int) {
        var bench = LinkBench()
        bench.losesUp = { SeededGenerator.coin(seed, $0) }
        bench.losesDown = { SeededGenerator.coin(-seed, $0) }
        #expect(bench.time(to: .ready, within: .seconds(30)) != nil)
        #expect(bench.drone.settings.count == 4)
        #expect(!bench.drone.isFlying)
    }

    @Test("A key is not taken for set by an acknowledgement that was there before")
    func oldAcknowledgement() {
        var bench = LinkBench()
        bench.drone.state |= 1 << 6
        #expect(bench.time(to: .ready, within: .seconds(3)) != nil)
        #expect(bench.drone.settings.count == 4)
    }

    @Test("An acknowledgement that comes up between two keys is cleared before the next is asked")
    func acknowledgementBetween() {
        var handshake = ARDrone.ConfigHandshake([.init(key: "a", value: "1")])
        handshake.receive(isAcknowledged: false, at: .zero)
        handshake.receive(isAcknowledged: true, at: .zero)
        #expect(handshake.next(at: .zero) == [.clearAcknowledgement])
        handshake.receive(isAcknowledged: false, at: .zero)
        #expect(handshake.next(at: .zero) == [.configure(.init(key: "a", value: "1"))])
    }

    @Test("After an outage the keys are set again: who knows what the drone went through")
    func keysAfterOutage() {
        var bench = LinkBench.ready
        bench.drone.isSilent = true
        bench.run(.seconds(2), .hover)
        bench.drone.isSilent = false
        bench.drone.forgetTaken()
        bench.run(.seconds(2), .hover)
        #expect(bench.drone.count("CONFIG") == 4)
        #expect(bench.link.state == .ready)
    }

    @Test("A drone that does not acknowledge a key is never ready, and one log line says so")
    func deafToConfig() {
        var bench = LinkBench()
        bench.step(.hover)
        bench.drone.isDeaf = true
        bench.run(.seconds(20), .hover)
        #expect(bench.link.state == .bootstrap)
        let warnings = bench.events.filter {
            if case .configUnanswered("general:navdata_demo", _) = $0 { return true }
            return false
        }
        #expect(warnings.count == 1)
    }

    @Test("Every datagram holds REF and PCMD, and the first starts at 1")
    func refAndPcmd() throws {
        var bench = LinkBench()
        var first: String?
        for _ in 0..<200 {
            bench.step(.hover)
            guard let datagram = bench.lastDatagram else { continue }
            let text = String(decoding: datagram, as: UTF8.self)
            #expect(text.contains("AT*REF=") && text.contains("AT*PCMD="))
            first = first ?? text
        }
        #expect(try #require(first).hasPrefix("AT*COMWDG=1\rAT*REF=2,290717696\r"))
    }

    @Test("A drone that counts from a former client's high number is reached all the same")
    func formerClient() {
        var bench = LinkBench(.flying)
        // Lost: the first datagrams that would have told it to count again.
        bench.losesUp = { (2...6).contains($0) }
        bench.run(.seconds(1), .hover)
        #expect(bench.drone.lastReference == Reference.up)
        #expect(bench.link.state == .flying)
    }

    @Test("Flat trim is given on the ground, at the start, when it is asked for")
    func flatTrim() {
        var with = LinkBench(flatTrim: true)
        with.run(.seconds(3), .hover)
        #expect(with.link.state == .ready)
        #expect(with.drone.trims == ARDrone.InitSequence.trimRepeats)
        with.run(.seconds(3), .takeOff)
        #expect(with.drone.trims == ARDrone.InitSequence.trimRepeats)
        var without = LinkBench()
        without.run(.seconds(3), .hover)
        #expect(without.drone.trims == 0)
    }

    @Test("A drone that is found in the air is given no trim and no flight limits till it landed")
    func noTrimInTheAir() {
        var bench = LinkBench(.flying, flatTrim: true)
        bench.run(.seconds(3), .hover)
        #expect(bench.drone.trims == 0)
        #expect(
            bench.drone.settings.keys.sorted() == [
                "general:navdata_demo", "general:navdata_options",
            ])
        bench.run(.seconds(3), .land)
        #expect(bench.link.state == .ready)
        #expect(bench.drone.settings.count == 4)
    }

    @Test("The watchdog bit is answered with COMWDG, and only then")
    func watchdog() {
        var bench = LinkBench.ready
        bench.drone.forgetTaken()
        bench.run(.seconds(1), .hover)
        #expect(bench.drone.count("COMWDG") == 0)
        bench.drone.state |= 1 << 30
        bench.run(.milliseconds(90), .hover)
        #expect(bench.drone.count("COMWDG") > 0)
    }

    @Test("A drone whose watchdog stays up though we speak is numbered from 1 again")
    func deafToNumbers() {
        var bench = LinkBench.ready
        // Another client has pushed the drone's counter beyond ours.
        bench.drone.receive(Array("AT*COMWDG=1000000\r".utf8))
        bench.drone.state |= 1 << 30
        bench.drone.forgetTaken()
        bench.run(.milliseconds(450), .hover)
        #expect(bench.drone.taken.isEmpty)
        bench.run(.milliseconds(200), .hover)
        #expect(!bench.drone.taken.isEmpty)
        #expect(bench.drone.state & 1 << 30 == 0)
    }

    @Test("After a pause of our own that the drone may not forgive, numbers start at 1")
    func ownPause() throws {
        var bench = LinkBench.ready
        bench.step(.hover)
        let before = String(decoding: try #require(bench.lastDatagram), as: UTF8.self)
        #expect(!before.hasPrefix("AT*COMWDG=1\r"))
        bench.pause(.milliseconds(1600))
        bench.step(.hover)
        let after = String(decoding: try #require(bench.lastDatagram), as: UTF8.self)
        #expect(after.hasPrefix("AT*COMWDG=1\r"))
    }

    @Test("A drone that gave up the link is woken, numbered from 1 and set up again")
    func communicationLost() throws {
        var bench = LinkBench.ready
        let wakes = bench.wakeCount
        bench.drone.state |= 1 << 13 | 1 << 30
        bench.step(.hover)
        bench.drone.isDeaf = true
        bench.step(.hover)
        let text = String(decoding: try #require(bench.lastDatagram), as: UTF8.self)
        #expect(text.hasPrefix("AT*COMWDG=1\r"))
        bench.drone.isDeaf = false
        #expect(bench.wakeCount > wakes)
        #expect(bench.events.contains(.communicationLost))
        bench.drone.forgetTaken()
        bench.run(.seconds(3), .hover)
        #expect(bench.drone.count("CONFIG") == 4)
        #expect(bench.link.state == .ready)
    }
}

extension SeededGenerator {
    /// Heads or tails, the same for the same seed and index.
    static func coin(_ seed: Int, _ index: Int) -> Bool {
        var generator = SeededGenerator(seed: UInt64(bitPattern: Int64(seed &* 1_000_003 &+ index)))
        return generator.next() & 1 == 0
    }
}
