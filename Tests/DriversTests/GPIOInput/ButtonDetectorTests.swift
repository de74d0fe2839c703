import Testing
import Values

@testable import Drivers

/// With the times of the settings' defaults: long after 800 ms, double within 300 ms.
@Suite("The detector of a button's presses")
struct ButtonDetectorTests {
    private typealias Detector = GPIOInput.ButtonDetector

    private func at(_ milliseconds: Int64) -> Instant {
        Instant(nanoseconds: 1_000_000_000_000 + milliseconds * 1_000_000)
    }

    private func event(_ press: ButtonPress, _ number: UInt64, _ time: Int64) -> Detector.Event {
        Detector.Event(press: press, number: number, at: at(time))
    }

    /// What comes of presses that last from one time to another, and of the time until 10 s.
    private func events(
        _ presses: [(from: Int64, to: Int64)], _ timing: Detector.Timing = .init()
    ) -> [Detector.Event] {
        var detector = Detector(timing, isActive: false)
        var events: [Detector.Event] = []
        for press in presses {
            events += detector.change(isActive: true, at: at(press.from))
            events += detector.change(isActive: false, at: at(press.to))
        }
        return events + detector.settle(at: at(10_000))
    }

    @Test("a press is told once it cannot be a double press any more")
    func press() {
        var detector = Detector(isActive: false)
        #expect(detector.deadline == nil)
        var early = detector.change(isActive: true, at: at(0))
        #expect(detector.deadline == at(800))
        early += detector.change(isActive: false, at: at(40))
        #expect(detector.deadline == at(340))
        early += detector.settle(at: at(339))
        #expect(early.isEmpty)
        let events = detector.settle(at: at(345))
        #expect(events == [event(.press, 1, 340)])
        #expect(detector.deadline == nil)
    }

    @Test("two presses in a row are one double press, told when the second is let go")
    func double() {
        #expect(events([(0, 100), (399, 500)]) == [event(.doublePress, 1, 500)])
    }

    @Test("a second press that comes too late is another press")
    func late() {
        #expect(
            events([(0, 100), (400, 500)]) == [event(.press, 1, 400), event(.press, 2, 800)])
    }

    @Test("a long press is told while it is held, once, and nothing when it is let go")
    func long() {
        var detector = Detector(isActive: false)
        var events = detector.change(isActive: true, at: at(0))
        events += detector.settle(at: at(799))
        #expect(events.isEmpty)
        events = detector.settle(at: at(800))
        #expect(events == [event(.longPress, 1, 800)])
        events = detector.change(isActive: false, at: at(5000)) + detector.settle(at: at(9000))
        #expect(events.isEmpty)
    }

    @Test("a long press whose edges come late, together, is one all the same")
    func lateEdges() {
        #expect(events([(0, 900)]) == [event(.longPress, 1, 800)])
    }

    @Test("a press and a long one right after it are both told, in their order")
    func pressAndLong() {
        #expect(
            events([(0, 100), (200, 1500)])
                == [event(.press, 1, 1000), event(.longPress, 2, 1000)])
    }

    @Test("three presses are a double press and a press, numbered without a gap")
    func three() {
        #expect(
            events([(0, 50), (100, 150), (200, 250)])
                == [event(.doublePress, 1, 150), event(.press, 2, 550)])
    }

    @Test("without double presses each press is told when the button is let go")
    func noDouble() {
        #expect(
            events([(0, 50), (100, 150)], .init(doubleWithin: .zero))
                == [event(.press, 1, 50), event(.press, 2, 150)])
    }

    @Test("a button that is held when the watch begins is not pressed until it is let go")
    func heldAtStart() {
        var detector = Detector(isActive: true)
        #expect(detector.deadline == nil)
        var events = detector.settle(at: at(5000)) + detector.change(isActive: false, at: at(6000))
        #expect(events.isEmpty)
        events = detector.change(isActive: true, at: at(7000))
        events += detector.change(isActive: false, at: at(7100)) + detector.settle(at: at(9000))
        #expect(events == [event(.press, 1, 7400)])
    }

    @Test("an edge that was lost makes up no press")
    func lostEdge() {
        var detector = Detector(isActive: false)
        var events = detector.change(isActive: false, at: at(0))
        events += detector.change(isActive: true, at: at(100))
        events += detector.change(isActive: true, at: at(200))
        events += detector.change(isActive: false, at: at(300)) + detector.settle(at: at(999))
        #expect(events == [event(.press, 1, 600)])
    }
}
