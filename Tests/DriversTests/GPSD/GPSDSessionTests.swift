import DriverKit
import LinuxIO
import Testing
import Values

@testable import Drivers

/// Two position reports an epoch, first positions without a time, attributes that come and go:
/// as recorded from gpsd 3.22.
@Suite("gpsd session")
struct GPSDSessionTests {
    private static let banner =
        #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"#
    private static let watch = Array("?WATCH={\"enable\":true,\"json\":true};\r\n".utf8)

    private func time(_ seconds: Double) -> Instant {
        .zero + .milliseconds(Int(seconds * 1000))
    }

    /// A session that has been greeted at time 0.
    private func greeted(_ options: GPSD.Session.Options = .init()) -> GPSD.Session {
        var session = GPSD.Session(options, at: .zero)
        _ = session.receive(line(Self.banner), at: .zero)
        return session
    }

    private func line(_ text: String) -> [UInt8] {
        Array((text + "\r\n").utf8)
    }

    private func tpv(
        mode: Int = 3, time: String? = nil, speed: Double? = nil, track: Double? = nil,
        device: String? = nil, status: Int? = nil
    ) -> [UInt8] {
        var text = #"{"class":"TPV","mode":\#(mode)"#
        if let time { text += #","time":"\#(time)""# }
        if let speed { text += #","speed":\#(speed)"# }
        if let track { text += #","track":\#(track)"# }
        if let status { text += #","status":\#(status)"# }
        if let device { text += #","device":"\#(device)""# }
        return line(text + #","lat":47.5,"lon":8.5}"#)
    }

    private func fix(_ speed: Double? = nil, course: Double? = nil) throws -> Fix {
        Fix(
            position: try #require(Position(latitude: 47.5, longitude: 8.5)),
            speedMetresPerSecond: speed, course: course.map { .degrees($0) })
    }

    // MARK: Greeting

    @Test("the banner is answered with WATCH")
    func greeting() {
        var session = GPSD.Session(.init(), at: .zero)
        let actions = session.receive(line(Self.banner), at: .zero)
        #expect(actions.first == .send(Self.watch))
        #expect(session.counters.release == "3.22")
    }

    @Test("nothing before the banner is believed")
    func noBanner() {
        var session = GPSD.Session(.init(), at: .zero)
        #expect(session.receive(tpv(), at: .zero) == [])
        #expect(session.counters.badLines == 1)
    }

    @Test("another major protocol is refused")
    func otherProtocol() {
        var session = GPSD.Session(.init(), at: .zero)
        let actions = session.receive(
            line(#"{"class":"VERSION","release":"9.1","proto_major":4}"#), at: .zero)
        #expect(
            actions.last
                == .fail(
                    DeviceError(.refused, "gpsd 9.1 speaks protocol 4; this driver speaks 3")))
        #expect(session.receive(tpv(), at: .zero) == [], "a failed session is over")
    }

    @Test("no banner within five seconds ends the conversation")
    func bannerTimeout() {
        var session = GPSD.Session(.init(), at: .zero)
        _ = session.receive(Array("SSH-2.0-OpenSSH\r\n".utf8), at: time(4))
        #expect(session.tick(at: time(5)) == [])
        let fault = DeviceError(.absent, "no greeting from gpsd within 5.0 s")
        #expect(session.tick(at: time(5.1)).last == .fail(fault))
    }

    @Test(
        "of another machine it names the unit's filter, which drops datagrams without a word",
        arguments: [("127.0.0.1", false), ("127.8.8.8", false), ("10.0.0.5", true)])
    func filtered(host: String, isNamed: Bool) throws {
        let peer = try #require(IPv4Endpoint(host, port: 2947))
        var session = GPSD.Session(.init(peer: peer), at: .zero)
        guard case .fail(let fault)? = session.tick(at: time(5.1)).last else {
            Issue.record("goes on")
            return
        }
        #expect(fault.kind == .absent)
        #expect(fault.message.contains("IPAddressAllow=") == isNamed, "\(fault)")
        #expect(fault.message.hasSuffix("(\(host):2947)"), "\(fault)")
    }

    // MARK: Fixes

    @Test("two reports of one epoch: the last one wins, and neither is newer than the first")
    func coalescing() throws {
        var session = greeted()
        let first = session.receive(tpv(time: "12:00:00", speed: 1.768), at: time(1))
        let second = session.receive(tpv(time: "12:00:00", speed: 1.286), at: time(1.1))
        #expect(try first == [.fix(fix(1.768), takenAt: time(1))])
        #expect(try second == [.fix(fix(1.286), takenAt: time(1))])
        #expect(session.receiver.epochs == 1)
    }

    @Test("a receiver that repeats one epoch for ever gets no younger")
    func frozenReceiver() throws {
        var session = greeted()
        for second in 1...10 {
            let actions = session.receive(tpv(time: "12:00:00"), at: time(Double(second)))
            #expect(try actions == [.fix(fix(), takenAt: time(1))])
        }
    }

    @Test("a fix without a time is taken, at the time it came")
    func untimedFix() throws {
        var session = greeted()
        #expect(try session.receive(tpv(), at: time(1)) == [.fix(fix(), takenAt: time(1))])
        #expect(try session.receive(tpv(), at: time(2)) == [.fix(fix(), takenAt: time(2))])
    }

    @Test("modes 0 and 1 take the position away at once")
    func lostFix() {
        var session = greeted()
        _ = session.receive(tpv(), at: time(1))
        #expect(session.receive(tpv(mode: 1), at: time(2)) == [.noFix("the receiver has no fix")])
    }

    // The numbers are STATUS_GPS to STATUS_PPS_FIX of gpsd's gps.h.
    @Test("a fix by satellites is good", arguments: [0, 1, 2, 3, 4, 9])
    func measured(status: Int) throws {
        var session = greeted()
        let actions = session.receive(tpv(status: status), at: time(1))
        #expect(try actions == [.fix(fix(), takenAt: time(1))])
    }

    @Test("dead reckoning (5) and a simulating receiver (8) are no fix", arguments: [5, 8])
    func notMeasured(status: Int) {
        var session = greeted(.init(takesHeadingFromCourse: true))
        let actions = session.receive(tpv(speed: 9, track: 90, status: status), at: time(1))
        #expect(actions.count == 2)
        let why = status == 5 ? "dead reckoning, without satellites" : "the receiver simulates"
        #expect(actions.first == .noFix("no measured position: \(why)"))
        #expect(actions.last == .noHeading("no fix, so no course"))
    }

    @Test(
        "half dead reckoning (6), a surveyed position (7) and the unknown are doubtful",
        arguments: [6, 7, 10, -1])
    func doubtful(status: Int) throws {
        var session = greeted(.init(takesHeadingFromCourse: true))
        let actions = session.receive(tpv(speed: 9, track: 90, status: status), at: time(1))
        let doubts = actions.compactMap { action -> String? in
            if case .fix(_, _, let doubt) = action { doubt } else { nil }
        }
        #expect(doubts.count == 1)
        guard case .noHeading? = actions.last else {
            Issue.record("the course of a doubtful fix counts")
            return
        }
    }

    @Test("the sky's figures go with the fix, and stay away when they are old or never came")
    func sky() throws {
        var session = greeted()
        _ = session.receive(line(#"{"class":"SKY","hdop":0.9,"uSat":7}"#), at: time(1))
        // gpsd splits what it knows of the sky over several reports.
        _ = session.receive(line(#"{"class":"SKY","hdop":1.1}"#), at: time(2))
        guard case .fix(let fresh, _, _)? = session.receive(tpv(), at: time(2)).first,
            case .fix(let old, _, _)? = session.receive(tpv(), at: time(8)).first
        else { throw GPSD.MessageError("no fix") }
        #expect(fresh.hdop == 1.1 && fresh.satellitesUsed == 7)
        #expect(old.hdop == nil && old.satellitesUsed == nil)
    }

    @Test("with a device named, other receivers are not heard")
    func otherDevice() {
        var session = greeted(.init(device: "/dev/a"))
        #expect(session.receive(tpv(device: "/dev/b"), at: time(1)) == [])
        #expect(session.receive(tpv(device: "/dev/a"), at: time(1)).count == 1)
    }

    // MARK: Heading

    @Test("a compass gives the heading")
    func compass() {
        var session = greeted()
        #expect(
            session.receive(line(#"{"class":"ATT","heading":10}"#), at: time(1))
                == [.heading(Heading(.degrees(10)), takenAt: time(1))])
    }

    @Test("without the setting, the course is never a heading")
    func courseOff() throws {
        var session = greeted()
        #expect(
            try session.receive(tpv(speed: 9, track: 90), at: time(1))
                == [.fix(fix(9, course: 90), takenAt: time(1))])
    }

    @Test("with the setting, the course is the heading when it is fast enough")
    func courseOn() {
        var session = greeted(.init(takesHeadingFromCourse: true, minimumCourseSpeed: 2))
        let fast = session.receive(tpv(speed: 2, track: 90), at: time(1))
        let slow = session.receive(tpv(speed: 1.9, track: 90), at: time(2))
        let courseless = session.receive(tpv(speed: 5), at: time(3))
        let lost = session.receive(tpv(mode: 1), at: time(4))
        #expect(fast.last == .heading(Heading(.degrees(90)), takenAt: time(1)))
        #expect(slow.last == .noHeading("too slow for the course to be a heading"))
        #expect(courseless.last == .noHeading("the receiver reports no course"))
        #expect(lost.last == .noHeading("no fix, so no course"))
    }

    @Test("a compass that reports goes before the course")
    func compassFirst() {
        var session = greeted(.init(takesHeadingFromCourse: true))
        _ = session.receive(line(#"{"class":"ATT","heading":10}"#), at: time(1))
        #expect(session.receive(tpv(speed: 9, track: 90), at: time(2)).count == 1)
        // Silent for more than five seconds, it is broken.
        #expect(session.receive(tpv(speed: 9, track: 90), at: time(6.1)).count == 2)
    }

    // MARK: The stream

    @Test("the stream may be cut anywhere")
    func anyCut() throws {
        let stream = line(Self.banner) + tpv(time: "1") + tpv(time: "2")
        for size in [1, 7, 64, 1000] {
            var session = GPSD.Session(.init(), at: .zero)
            var fixes = 0
            for start in stride(from: 0, to: stream.count, by: size) {
                let part = Array(stream[start..<min(start + size, stream.count)])
                for case .fix in session.receive(part, at: time(1)) { fixes += 1 }
            }
            #expect(fixes == 2, "in parts of \(size)")
        }
    }

    @Test("broken lines are counted and change nothing")
    func brokenLines() throws {
        var session = greeted()
        let truncated = Array(tpv().dropLast(5)) + Array("\r\n".utf8)
        let tooLong = [UInt8](repeating: UInt8(ascii: "x"), count: 10241) + Array("\n".utf8)
        let noise: [UInt8] = [0, 255, 10, 10, 13, 10]
        let actions = session.receive(truncated + tooLong + noise + tpv(), at: time(1))
        #expect(try actions == [.fix(fix(), takenAt: time(1))])
        #expect(session.counters.badLines == 3)
    }

    @Test("an error of gpsd is noted for the status")
    func error() {
        var session = greeted()
        _ = session.receive(line(#"{"class":"ERROR","message":"no"}"#), at: time(1))
        #expect(session.counters.latestProblem == "gpsd says: no")
    }

    // MARK: Silence

    @Test("a silent gpsd is asked, and given up when it does not answer")
    func silence() {
        var session = greeted()
        let ask = GPSD.Session.Action.send(Array("?DEVICES;\r\n".utf8))
        #expect(session.tick(at: time(5)) == [])
        #expect(session.tick(at: time(5.1)).contains(ask))
        #expect(!session.tick(at: time(5.3)).contains(ask), "asked once")
        #expect(
            session.tick(at: time(10.1)).last
                == .fail(DeviceError(.absent, "gpsd does not answer any more")))
    }

    @Test("a gpsd that answers is kept, and the position says what is missing")
    func noReceiver() {
        var session = greeted()
        _ = session.tick(at: time(5.1))
        _ = session.receive(line(#"{"class":"DEVICES","devices":[]}"#), at: time(5.2))
        #expect(
            session.tick(at: time(10.1)) == [.noFix("gpsd has no receiver: is it plugged in?")])
        let devices = #"{"class":"DEVICES","devices":[{"path":"/dev/a"}]}"#
        _ = session.receive(line(devices), at: time(10.2))
        #expect(
            session.tick(at: time(10.3))
                == [.noFix("gpsd reports nothing of its receiver /dev/a")])
    }

    @Test("a receiver that is unplugged takes the position away")
    func unplugged() {
        var session = greeted()
        let opened = #"{"class":"DEVICES","devices":[{"path":"/dev/a"}]}"#
        _ = session.receive(line(opened) + tpv(), at: time(1))
        let closed = #"{"class":"DEVICE","path":"/dev/a","activated":0}"#
        #expect(
            session.receive(line(closed), at: time(2))
                == [.noFix("gpsd closed the receiver /dev/a")])
    }

    @Test("the end of the stream ends the conversation")
    func end() {
        var session = greeted()
        let fault = session.ended(nil)
        #expect(fault == DeviceError(.absent, "gpsd closed the connection"))
        #expect(session.receive(tpv(), at: time(1)) == [])
        #expect(session.tick(at: time(60)) == [])
    }
}
