import TestSupport
import Testing
import Values

@testable import ARDrone

/// On the whole link: an action adds to a tick and takes nothing from it.
@Suite("AR.Drone actions on the link")
struct ARDroneActionLinkTests {
    @Test("REF and PCMD go out with every tick while an action is done, and the set-up waits")
    func everyTick() {
        var bench = LinkBench.ready
        bench.ask(.ledAnimation(.fire, hertz: 9, seconds: 3))
        bench.drone.forgetTaken()
        for tick in 1...30 {
            bench.step(.hover)
            #expect(bench.drone.count("REF") == tick && bench.drone.count("PCMD") == tick)
        }
        // The fake drone cuts arguments at each comma, those in quotes too. 9 Hz is 0x41100000.
        let value = ["\"leds:leds_anim\"", "\"5", "1091567616", "3\""]
        #expect(bench.drone.taken.contains { $0.name == "CONFIG" && $0.arguments == value })
        #expect(bench.link.actions.latest?.outcome == .done)
        #expect(bench.link.state == .ready)
    }

    @Test("Motors are cut in flight by one edge of bit 8, with bit 9 down, and stay cut")
    func cutInFlight() {
        var bench = LinkBench.airborne
        bench.ask(.cutMotors)
        bench.drone.forgetTaken()
        bench.run(.milliseconds(120), .move(StickPosition(forward: 1)))
        #expect(bench.drone.lastReference == Reference.emergency)
        // What the fake drone does at bit 8 is to end an emergency, whatever came before.
        (bench.drone.isDeaf, bench.drone.state) = (true, bench.drone.state | 1 << 31)
        bench.step(.move(StickPosition(forward: 1)))
        bench.drone.isDeaf = false
        bench.drone.forgetTaken()
        bench.run(.seconds(5), .move(StickPosition(forward: 1)))
        let references = Set(bench.drone.taken.filter { $0.name == "REF" }.map { $0.arguments[0] })
        #expect(references == [Reference.land])
    }

    @Test("While it calibrates nobody moves it, and everybody may land it")
    func calibration() {
        var bench = LinkBench.airborne
        bench.ask(.calibrateMagnetometer)
        bench.run(.milliseconds(300), .move(StickPosition(forward: 1)))
        #expect(bench.drone.count("CALIB") == 1)
        #expect(bench.drone.lastMove?.first == "0")
        bench.run(.milliseconds(300), .land)
        #expect(!bench.drone.isFlying)
        #expect(bench.link.actions.latest?.outcome == .refused)
    }

    @Test("A reset by command is the same: one edge, for as long, and said when it has no effect")
    func resetByCommand() {
        var bench = LinkBench.ready
        // The fake drone ends every emergency at bit 8: this one does not hear of it.
        (bench.drone.isDeaf, bench.drone.state) = (true, bench.drone.state | 1 << 31)
        bench.run(.milliseconds(90), .hover)
        var ups: [Bool] = []
        for _ in 0..<200 {
            bench.step(.resetEmergency)
            ups.append(bench.lastReference == Reference.emergency)
        }
        let edges = zip(ups, ups.dropFirst()).filter { !$0 && $1 }.count + (ups[0] ? 1 : 0)
        #expect(edges == 1)
        // 3 s in ticks of 30 ms.
        #expect((98...101).contains(ups.filter { $0 }.count))
        let why = "the drone does not say that the emergency is over"
        #expect(bench.events.filter { $0 == .toggleUnconfirmed(why) }.count == 1)
    }
}

extension LinkBench {
    /// What the last datagram has as the bits of REF.
    fileprivate var lastReference: String? {
        let text = String(decoding: lastDatagram ?? [], as: UTF8.self)
        let line = text.split(separator: "\r").first { $0.hasPrefix("AT*REF=") }
        return line?.split(separator: ",").last.map(String.init)
    }
}
