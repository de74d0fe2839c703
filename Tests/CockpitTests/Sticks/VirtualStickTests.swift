import Cockpit
import Testing
import Values

@Suite struct VirtualStickTests {
    private let start = Instant(nanoseconds: 5_000_000_000)

    private func after(_ milliseconds: Int) -> Instant { start + .milliseconds(milliseconds) }

    @Test("a tap pushes half, for 700 ms and no longer") func tap() {
        var sticks = VirtualStick()
        sticks.push(.forward, 1, at: start)
        #expect(sticks.motion(fraction: 0.4, at: start) == StickPosition(forward: 0.2))
        #expect(sticks.motion(fraction: 0.4, at: after(699)) == StickPosition(forward: 0.2))
        #expect(sticks.motion(fraction: 0.4, at: after(700)) == .still)
    }

    // Delay and period of the repeat: Linux console, X, GNOME, and a slow one over ssh.
    @Test(
        "a key that is held stays pushed without a gap, and 200 ms after the last repeat it is not",
        arguments: [(250, 92), (660, 40), (500, 30), (600, 190)])
    func held(delay: Int, period: Int) {
        var sticks = VirtualStick()
        sticks.push(.roll, -1, at: start)
        var time = 0
        for repeats in 0..<10 {
            let next = delay + repeats * period
            while time < next {
                #expect(sticks.motion(fraction: 1, at: after(time)).roll < 0, "\(time) ms")
                time += 5
            }
            sticks.push(.roll, -1, at: after(next))
            #expect(sticks.motion(fraction: 1, at: after(next)).roll == -1)
            time = next
        }
        #expect(sticks.motion(fraction: 1, at: after(time + 199)).roll == -1)
        #expect(sticks.motion(fraction: 1, at: after(time + 200)) == .still)
    }

    @Test("the other key of an axis takes over at once, and begins gently") func opposite() {
        var sticks = VirtualStick()
        sticks.push(.yaw, 1, at: start)
        sticks.push(.yaw, 1, at: after(300))
        sticks.push(.yaw, -1, at: after(350))
        #expect(sticks.motion(fraction: 1, at: after(350)) == StickPosition(yaw: -0.5))
    }

    @Test("two axes can be pushed at once, and all let go at once") func axes() {
        var sticks = VirtualStick()
        sticks.push(.climb, 1, at: start)
        sticks.push(.roll, 1, at: after(100))
        #expect(sticks.motion(fraction: 1, at: after(100)) == StickPosition(roll: 0.5, climb: 0.5))
        sticks.centre()
        #expect(sticks.motion(fraction: 1, at: after(100)) == .still)
    }

    @Test("with releases a key is pushed in full until it is let go") func releases() {
        var sticks = VirtualStick()
        sticks.knowsReleases = true
        sticks.push(.forward, 1, at: start)
        #expect(sticks.motion(fraction: 0.3, at: after(900)) == StickPosition(forward: 0.3))
        sticks.release(.forward, 1)
        #expect(sticks.motion(fraction: 0.3, at: after(900)) == .still)
    }

    @Test("the release of one key does not let go the other of its axis") func crossed() {
        var sticks = VirtualStick()
        sticks.knowsReleases = true
        sticks.push(.yaw, 1, at: start)
        sticks.push(.yaw, -1, at: after(50))
        sticks.release(.yaw, 1)
        #expect(sticks.motion(fraction: 1, at: after(60)) == StickPosition(yaw: -1))
    }

    @Test("one key's repeats keep the others, and a lost release ends after a second of silence")
    func silence() {
        var sticks = VirtualStick()
        sticks.knowsReleases = true
        sticks.push(.climb, 1, at: start)
        sticks.push(.roll, 1, at: after(800))
        sticks.push(.roll, 1, at: after(1500))
        #expect(sticks.motion(fraction: 1, at: after(2499)) == StickPosition(roll: 1, climb: 1))
        #expect(sticks.motion(fraction: 1, at: after(2500)) == .still)
    }
}
