import Testing
import Values

@testable import ARDrone

/// When the video is connected to, and when it is given up.
@Suite("AR.Drone video connection")
struct ARDroneVideoCourseTests {
    private var course = ARDrone.VideoConnectionState(stallAfter: .seconds(3))
    private let start = Instant(nanoseconds: 5_000_000_000)

    private func at(_ milliseconds: Int) -> Instant { start + .milliseconds(milliseconds) }

    @Test("Without a drone, or without somebody who watches, it stays away")
    mutating func idle() {
        #expect(course.tick(at: start, .absent, isWanted: true) == nil)
        #expect(course.tick(at: start, .sending, isWanted: false) == nil)
        #expect(course.attempts == 0)
        #expect(course.tick(at: start, .sending, isWanted: true) == .connect)
    }

    @Test("A drone that goes, and a last reader that leaves, end the connection without trouble")
    mutating func leaves() {
        _ = course.tick(at: start, .sending, isWanted: true)
        course.receive(at: at(10))
        #expect(course.tick(at: at(20), .absent, isWanted: true) == .disconnect(nil))
        #expect(course.tick(at: at(30), .sending, isWanted: true) == .connect)
        #expect(course.tick(at: at(40), .sending, isWanted: false) == .disconnect(nil))
        #expect(course.tick(at: at(50), .sending, isWanted: false) == nil)
    }

    @Test("A connection that does not come about is given up and tried again")
    mutating func timeout() {
        _ = course.tick(at: start, .sending, isWanted: true)
        #expect(course.tick(at: at(2990), .sending, isWanted: true) == nil)
        #expect(
            course.tick(at: at(3000), .sending, isWanted: true)
                == .disconnect("no connection within 3.0 s"))
        #expect(course.tick(at: at(3249), .sending, isWanted: true) == nil)
        #expect(course.tick(at: at(3250), .sending, isWanted: true) == .connect)
    }

    @Test("Silence of a drone that says it sends is a stall; of one whose video is off it is not")
    mutating func stall() {
        _ = course.tick(at: start, .sending, isWanted: true)
        course.receive(at: start)
        #expect(course.tick(at: at(2990), .silent, isWanted: true) == nil)
        #expect(course.tick(at: at(9000), .silent, isWanted: true) == nil)
        #expect(course.tick(at: at(11_990), .sending, isWanted: true) == nil)
        #expect(
            course.tick(at: at(12_000), .sending, isWanted: true)
                == .disconnect("nothing came for 3.0 s"))
        #expect(course.tick(at: at(12_250), .sending, isWanted: true) == .connect)
        #expect(course.attempts == 2)
    }

    @Test("Pauses double from a quarter of a second to four, and start over once pictures come")
    mutating func pauses() {
        var now = start
        func pause() -> Duration {
            course.fail(at: now)
            let failed = now
            while course.tick(at: now, .sending, isWanted: true) != .connect {
                now = now + .milliseconds(250)
            }
            return now - failed
        }
        #expect(
            (0..<6).map { _ in pause() } == [
                .milliseconds(250), .milliseconds(500), .seconds(1), .seconds(2), .seconds(4),
                .seconds(4),
            ])
        course.succeed()
        #expect(pause() == .milliseconds(250))
    }
}
