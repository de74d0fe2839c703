import Core
import Testing
import Values

@testable import Navigation

/// Compasses that are wrong, and what comes of it.
@Suite struct HeadingFaultTests {
    private func hovering(seed: Int) -> FlownWorld {
        var world = FlownWorld(seed: UInt64(seed))
        world.fly(.seconds(10))
        return world
    }

    // More than 5 degrees apart while still, 15 while turning, in 2 to 5 s: disturbed.
    @Test(
        "a compass that turns without the gyro is found within a second, and not followed",
        arguments: [(10.0, 0.0), (40, 0), (40, 40), (-90, 0)])
    func disturbed(degrees: Double, turning: Double) {
        for seed in 1...10 {
            var world = hovering(seed: seed)
            world.turningPerSecond = .degrees(turning)
            world.disturbance = .degrees(degrees)
            world.fly(.seconds(1))
            #expect(world.estimate?.doubts.contains(.disturbedCompass) == true)
            world.fly(.seconds(9)) { world in
                guard let heading = world.estimate?.heading else { return }
                #expect(abs((heading - world.heading).wrapped.degrees) < 10)
            }
            #expect(world.estimate?.doubts.contains(.disturbedCompass) == true)
        }
    }

    @Test("it counts again after 10 s in which it agreed") func rejoins() {
        var world = hovering(seed: 1)
        world.disturbance = .degrees(40)
        world.fly(.seconds(5))
        world.disturbance = .degrees(0)
        world.fly(.seconds(9))
        #expect(world.estimate?.doubts.contains(.disturbedCompass) == true)
        world.fly(.seconds(2))
        #expect(world.estimate?.doubts.contains(.disturbedCompass) == false)
    }

    @Test("without a compass it becomes the less sure of the heading the longer that lasts")
    func unsure() throws {
        var world = hovering(seed: 2)
        let before = try #require(world.estimate).headingDeviation
        world.disturbance = .degrees(60)
        world.fly(.seconds(60))
        #expect(try #require(world.estimate).headingDeviation > before + .degrees(1))
    }

    @Test("turns at full speed disturb nothing") func turns() {
        for seed in 1...5 {
            var world = hovering(seed: seed)
            world.turningPerSecond = .degrees(90)
            world.fly(.seconds(10)) { world in
                #expect(world.estimate?.doubts == [])
            }
        }
    }

    // tum_ardrone: a yaw that jumps by more than 10 degrees is the drone's own heading started over.
    @Test("a gyro that starts over does not turn the heading") func gyroStartsOver() {
        var tracker = HeadingTracker()
        var now = Instant.zero
        for yaw in [0.0, 0, 0, 35, 35, 35, 36] {
            now = now + .milliseconds(50)
            tracker.note(compass: .degrees(120), altitudeMetres: 0.5, at: now)
            tracker.note(yaw: .degrees(yaw), fastestTurn: .degrees(100), at: now)
        }
        #expect(abs((tracker.heading?.degrees ?? 0) - 121) < 0.1)
    }

    // PX4: the heading is taken again from 1.5 m on, above the iron in the ground.
    @Test("iron in the ground is left behind at 1.5 m") func iron() {
        var tracker = HeadingTracker()
        var now = Instant.zero
        for height in [0.2, 0.2, 0.9, 1.4, 1.5, 1.6] {
            now = now + .milliseconds(50)
            tracker.note(
                compass: .degrees(height < 1.5 ? 80 : 120), altitudeMetres: height, at: now)
            tracker.note(yaw: .degrees(0), fastestTurn: .degrees(100), at: now)
        }
        #expect(tracker.heading == .degrees(120))
        #expect(tracker.disturbedSince == nil)
    }

    // Beyond 60 degrees between the way and the heading, correcting makes the error grow: it spirals away.
    @Test(
        "an aircraft that flies by a compass that is turned far is stopped within 5 m",
        arguments: [90.0, -120, 180])
    func spiral(degrees: Double) {
        var late = 0
        for seed in 1...10 {
            var errors = FlownWorld.Errors()
            errors.headingBias = .degrees(degrees)
            var world = FlownWorld(seed: UInt64(seed), errors)
            world.fly(.seconds(10))
            let from = world.place
            var flown: Double?
            let goal = world.estimatedGoal(metres: 40)
            world.fly(.seconds(10)) { world in
                guard flown == nil, let estimate = world.estimate else { return }
                if estimate.isTrusted {
                    // To the goal as it sees it, so in truth with its heading's error.
                    let target = (goal - estimate.place).limited(to: 2)
                    let wrong = (world.heading - estimate.heading).wrapped
                    world.target = target.turned(by: wrong)
                } else {
                    flown = (world.place - from).length
                }
            }
            #expect(flown != nil)
            if (flown ?? 99) > 5 { late += 1 }
            #expect((flown ?? 99) < 8)
        }
        #expect(late <= 1)
    }
}

extension FlownWorld {
    /// So far to the north of where it believes to be.
    func estimatedGoal(metres: Double) -> PlaneVector {
        (estimate?.place ?? .zero) + PlaneVector(east: 0, north: metres)
    }
}
