import Devices
import TestSupport
import Testing

@testable import ARDrone

/// On the whole link: an action adds to a tick and takes nothing from it.
@Suite("AR.Drone actions on the link")
struct ARDroneActionLinkTests {
    @Test("REF and PCMD go out with every tick while an action is done, and the set-up waits")
    func everyTick() {
        var rig = LinkRig.ready
        rig.ask(.ledAnimation(.fire, hertz: 9, seconds: 3))
        rig.drone.forgetTaken()
        for tick in 1...30 {
            rig.step(.hover)
            #expect(rig.drone.count("REF") == tick && rig.drone.count("PCMD") == tick)
        }
        // The fake drone cuts arguments at each comma, those in quotes too. 9 Hz is 0x41100000.
        let value = ["\"leds:leds_anim\"", "\"5", "1091567616", "3\""]
        #expect(rig.drone.taken.contains { $0.name == "CONFIG" && $0.arguments == value })
        #expect(rig.link.actions.latest?.outcome == .done)
        #expect(rig.link.state == .ready)
    }

    @Test("Motors are cut in flight by one edge of bit 8, with bit 9 down, and stay cut")
    func cutInFlight() {
        var rig = LinkRig.airborne
        rig.ask(.cutMotors)
        rig.drone.forgetTaken()
        rig.run(.milliseconds(120), .move(StickPosition(forward: 1)))
        #expect(rig.drone.lastReference == Reference.emergency)
        // What the fake drone does at bit 8 is to end an emergency, whatever came before.
        (rig.drone.isDeaf, rig.drone.state) = (true, rig.drone.state | 1 << 31)
        rig.step(.move(StickPosition(forward: 1)))
        rig.drone.isDeaf = false
        rig.drone.forgetTaken()
        rig.run(.seconds(5), .move(StickPosition(forward: 1)))
        let references = Set(rig.drone.taken.filter { $0.name == "REF" }.map { $0.arguments[0] })
        #expect(references == [Reference.land])
    }

    @Test("While it calibrates nobody moves it, and everybody may land it")
    func calibration() {
        var rig = LinkRig.airborne
        rig.ask(.calibrateMagnetometer)
        rig.run(.milliseconds(300), .move(StickPosition(forward: 1)))
        #expect(rig.drone.count("CALIB") == 1)
        #expect(rig.drone.lastMove?.first == "0")
        rig.run(.milliseconds(300), .land)
        #expect(!rig.drone.isFlying)
        #expect(rig.link.actions.latest?.outcome == .refused)
    }

    @Test("A reset by command is the same: one edge, for as long, and said when it has no effect")
    func resetByCommand() {
        var rig = LinkRig.ready
        // The fake drone ends every emergency at bit 8: this one does not hear of it.
        (rig.drone.isDeaf, rig.drone.state) = (true, rig.drone.state | 1 << 31)
        rig.run(.milliseconds(90), .hover)
        var ups: [Bool] = []
        for _ in 0..<200 {
            rig.step(.resetEmergency)
            ups.append(rig.lastReference == Reference.emergency)
        }
        let edges = zip(ups, ups.dropFirst()).filter { !$0 && $1 }.count + (ups[0] ? 1 : 0)
        #expect(edges == 1)
        // 3 s in ticks of 30 ms.
        #expect((98...101).contains(ups.filter { $0 }.count))
        let why = "the drone does not say that the emergency is over"
        #expect(rig.events.filter { $0 == .toggleUnconfirmed(why) }.count == 1)
    }
}

extension LinkRig {
    /// What the last datagram has as the bits of REF.
    fileprivate var lastReference: String? {
        let text = String(decoding: lastDatagram ?? [], as: UTF8.self)
        let line = text.split(separator: "\r").first { $0.hasPrefix("AT*REF=") }
        return line?.split(separator: ",").last.map(String.init)
    }
}
