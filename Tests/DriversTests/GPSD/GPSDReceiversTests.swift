import DriverKit
import Testing
import Values

@testable import Core
@testable import Drivers

/// Two receivers behind one gpsd, 1.1 km apart, as two that are plugged into one machine.
@Suite("Several receivers at one gpsd")
struct GPSDReceiversTests {
    private static let banner =
        #"{"class":"VERSION","release":"3.25","rev":"3.25","proto_major":3,"proto_minor":15}"#
    private static let choice =
        "gpsd has several receivers, /dev/ttyACM0 and /dev/ttyUSB0: name one (\"device\")"

    private func time(_ seconds: Double) -> Instant { .zero + .milliseconds(Int(seconds * 1000)) }
    private func line(_ text: String) -> [UInt8] { Array((text + "\r\n").utf8) }

    private func greeted(
        device: String? = nil, course: Bool = false, devices: [String] = []
    ) -> GPSD.Session {
        var session = GPSD.Session(
            .init(device: device, takesHeadingFromCourse: course), at: .zero)
        _ = session.receive(line(Self.banner), at: .zero)
        let list = devices.map {
            #"{"class":"DEVICE","path":"\#($0)","activated":"2026-01-01T00:00:00.000Z"}"#
        }
        _ = session.receive(
            line(#"{"class":"DEVICES","devices":[\#(list.joined(separator: ","))]}"#), at: .zero)
        return session
    }

    private func tpv(_ device: String, latitude: Double = 52, mode: Int = 3) -> [UInt8] {
        line(
            #"{"class":"TPV","device":"\#(device)","mode":\#(mode),"lat":\#(latitude),"lon":21,"#
                + #""speed":9,"track":10}"#)
    }

    private func isFix(_ actions: [ReceiverAction]) -> Bool {
        actions.contains {
            if case .fix = $0 { return true }
            return false
        }
    }

    private static let (first, second) = ("/dev/ttyACM0", "/dev/ttyUSB0")

    @Test("neither gives a position, from the first report on, and that is said once")
    func several() {
        var session = greeted(devices: [Self.first, Self.second])
        #expect(!isFix(session.receive(tpv(Self.first), at: time(0.1))))
        var told: [ReceiverAction] = session.receive(
            tpv(Self.second, latitude: 52.01), at: time(0.5))
        #expect(told == [.noFix(Self.choice), .warn(Self.choice)])
        for second in 1...60 {
            told = session.receive(tpv(Self.first), at: time(Double(second)))
            #expect(told == [.noFix(Self.choice)])
            #expect(session.receive(tpv(Self.second), at: time(Double(second))) == told)
        }
        #expect(session.receiver.choice == Self.choice)
    }

    @Test("their courses are no heading, either") func course() {
        var session = greeted(course: true, devices: [Self.first, Self.second])
        _ = session.receive(tpv(Self.first), at: time(0.1))
        #expect(
            session.receive(tpv(Self.second), at: time(0.5)).contains(.noHeading(Self.choice)))
    }

    @Test("one that has no fix yet is one of several all the same") func withoutFix() {
        var session = greeted(devices: [Self.first, Self.second])
        _ = session.receive(tpv(Self.second, mode: 1), at: time(0.1))
        #expect(session.receive(tpv(Self.first), at: time(0.5)).contains(.noFix(Self.choice)))
    }

    @Test("one that appears later takes the position away, and gives it back when it goes")
    func later() {
        var session = greeted(devices: [Self.first])
        #expect(isFix(session.receive(tpv(Self.first), at: time(1))))
        let opened =
            #"{"class":"DEVICE","path":"\#(Self.second)","activated":"2026-01-01T00:00:00Z"}"#
        _ = session.receive(line(opened), at: time(2))
        #expect(isFix(session.receive(tpv(Self.first), at: time(2))))
        #expect(
            session.receive(tpv(Self.second), at: time(3)) == [
                .noFix(Self.choice), .warn(Self.choice),
            ])
        #expect(!isFix(session.receive(tpv(Self.first), at: time(3))))
        let closed = #"{"class":"DEVICE","path":"\#(Self.second)","activated":0}"#
        #expect(
            session.receive(line(closed), at: time(4)) == [
                .noFix("gpsd closed the receiver \(Self.second)"),
                .note("gpsd has one receiver again: it closed \(Self.second)"),
            ])
        #expect(isFix(session.receive(tpv(Self.first), at: time(5))))
        #expect(session.receiver.choice == nil)
    }

    @Test(
        "the first one goes: the position is that of the second, of which the reason says nothing else"
    )
    func firstGoes() {
        var session = greeted(devices: [Self.first, Self.second])
        _ = session.receive(tpv(Self.first), at: time(1))
        _ = session.receive(tpv(Self.second), at: time(1))
        _ = session.receive(
            line(#"{"class":"DEVICE","path":"\#(Self.first)","activated":0}"#), at: time(2))
        #expect(isFix(session.receive(tpv(Self.second), at: time(3))))
    }

    @Test("one that is silent is still one: it may come back any moment") func silent() {
        var session = greeted(devices: [Self.first, Self.second])
        _ = session.receive(tpv(Self.first), at: time(1))
        _ = session.receive(tpv(Self.second), at: time(1))
        #expect(!isFix(session.receive(tpv(Self.first), at: time(600))))
    }

    @Test(
        "a device that is none, as a compass, or does not report, costs three seconds at the start")
    func noReceiver() {
        var session = greeted(devices: [Self.first, "/dev/compass"])
        _ = session.receive(tpv("/dev/compass", mode: 0), at: time(0.1))
        #expect(
            session.receive(tpv(Self.first), at: time(0.5)) == [
                .noFix(
                    "gpsd has /dev/ttyACM0 and /dev/compass: waiting whether that is a receiver, too"
                )
            ])
        #expect(isFix(session.receive(tpv(Self.first), at: time(3))))
        // It says that it has no fix, which is true, and nothing of the receiver's.
        #expect(session.receive(tpv("/dev/compass", mode: 0), at: time(3)) == [])
        #expect(session.receiver.choice == nil)
    }

    @Test("with one named, nothing of the others counts: no position, no sky, no course")
    func named() throws {
        var session = greeted(device: Self.second, devices: [Self.first, Self.second])
        #expect(session.receive(tpv(Self.first), at: time(1)) == [])
        for (device, satellites) in [(Self.first, 3), (Self.second, 9), (Self.first, 3)] {
            _ = session.receive(
                line(#"{"class":"SKY","device":"\#(device)","hdop":1,"uSat":\#(satellites)}"#),
                at: time(1))
        }
        guard case .fix(let fix, _, _)? = session.receive(tpv(Self.second), at: time(1)).first
        else {
            Issue.record("no fix of the one that was named")
            return
        }
        #expect(fix.satellitesUsed == 9)
        #expect(session.receiver.choice == nil)
    }

    @Test("two compasses give no heading, unless one of them is named") func compasses() {
        let report = { (device: String) in
            Array((#"{"class":"ATT","device":"\#(device)","heading":10}"# + "\r\n").utf8)
        }
        var session = greeted()
        #expect(session.receive(report("/dev/a"), at: time(1)).count == 1)
        #expect(
            session.receive(report("/dev/b"), at: time(1)) == [
                .noHeading("gpsd has several compasses, /dev/a and /dev/b: name one (\"device\")")
            ])
        #expect(
            session.receive(report("/dev/a"), at: time(1)) != [
                .heading(Heading(.degrees(10)), takenAt: time(1))
            ])
        _ = session.receive(
            line(#"{"class":"DEVICE","path":"/dev/b","activated":0}"#), at: time(2))
        #expect(
            session.receive(report("/dev/a"), at: time(3)) == [
                .heading(Heading(.degrees(10)), takenAt: time(3))
            ])
        var named = greeted(device: "/dev/b")
        for _ in 0..<2 {
            #expect(
                named.receive(report("/dev/b"), at: time(1)) == [
                    .heading(Heading(.degrees(10)), takenAt: time(1))
                ])
            _ = named.receive(report("/dev/a"), at: time(1))
        }
    }

    @Test(
        "a driver that names no receiver, beside one that names one of the same gpsd, is a remark of the check",
        arguments: [
            (#""device": "/dev/a""#, #""device": "/dev/b""#, false),
            (#""device": "/dev/a""#, #""stale_after": "2s""#, true),
            (#""stale_after": "2s""#, #""stale_after": "3s""#, false),
        ])
    func check(one: String, other: String, isRemarked: Bool) throws {
        let text = """
            {"drivers": {"one": {"driver": "gpsd", \(one)}, "other": {"driver": "gpsd", \(other)},
              "far": {"driver": "gpsd", "host": "10.0.0.7"}}}
            """
        let configuration = try ConfigurationReader.read(
            Array(text.utf8), registry: PluginRegistry(drivers: [GPSD.self], policies: []))
        #expect(
            configuration.remarks
                == (isRemarked
                    ? [
                        "drivers.other: one names a receiver of gpsd at 127.0.0.1:2947, so there may be several: "
                            + "name one here, too (\"device\")"
                    ] : []))
    }
}
