import Core
import Testing
import Values

@testable import Navigation

/// What the estimator says of its own error must be true, in flights whose sensors are wrong in all the ways at once
/// that are drawn for simulators: see `FlownWorld.Errors`.
@Suite struct EstimatorConsistencyTests {
    private struct Sums {
        var count = 0.0
        var normalized = 0.0
        var error = 0.0
        var receiver = 0.0
        var velocity = 0.0
        var wind = 0.0
        var surprises = 0.0
        var fixes = 0.0

        mutating func note(_ world: FlownWorld) {
            guard let estimate = world.estimate else { return }
            let filter = world.estimator.filter
            let error = world.place - world.estimatedPlace(estimate)
            count += 1
            normalized += filter.normalizedErrorSquared(truth: filter.position + error)
            self.error += error.dot(error)
            receiver += world.bias.dot(world.bias)
            let wrong = estimate.velocity - world.velocity
            velocity += wrong.dot(wrong)
            let blown = estimate.wind - world.wind
            wind += blown.dot(blown)
        }

        mutating func noteSurprise(_ world: FlownWorld) {
            guard let surprise = world.estimator.fixes.surprise else { return }
            surprises += surprise.deviationsSquared
            fixes += 1
        }
    }

    /// A square of 24 m at 2 m/s, with a hover at each corner.
    private func fly(seed: UInt64, into sums: inout Sums) {
        var draw = SeededGenerator(seed: seed + 100)
        var errors = FlownWorld.Errors()
        errors.headingBias = .degrees(8 * draw.gaussian())
        errors.flowScale = 1 + 0.06 * draw.gaussian()
        errors.latency = .milliseconds(50 * Int.random(in: 2...10, using: &draw))
        var world = FlownWorld(seed: seed, errors)
        world.wind = PlaneVector(length: 3, towards: .degrees(Double(seed) * 20))
        var collected = sums
        for direction in [0.0, 90, 180, 270] {
            for speed in [2.0, 0] {
                world.target = PlaneVector(length: speed, towards: .degrees(direction))
                world.fly(speed > 0 ? .seconds(12) : .seconds(3)) { world in
                    collected.note(world)
                    if world.now.nanoseconds % 200_000_000 == 50_000_000 {
                        collected.noteSurprise(world)
                    }
                }
            }
        }
        sums = collected
    }

    // Two numbers that are as far off as their covariance says have a normalized error squared of 2 in the
    // mean. 24 flights with about two independent minutes of the receiver's error are a chi-squared of
    // some 48 to 100 degrees of freedom: 99 % lie within 2 +- 0.9.
    @Test("what it says of its error is true, and its position is as good as the receiver's")
    func consistent() {
        var sums = Sums()
        for seed in 1...24 { fly(seed: UInt64(seed), into: &sums) }
        #expect((1.1...2.9).contains(sums.normalized / sums.count))
        // Fixes surprise by two squared deviations, too; less where the noise is less than is assumed.
        #expect((1.2...2.8).contains(sums.surprises / sums.fixes))
        let error = (sums.error / sums.count).squareRoot()
        let receiver = (sums.receiver / sums.count).squareRoot()
        #expect(error < 1.05 * receiver)
        #expect((sums.velocity / sums.count).squareRoot() < 0.3)
        #expect((sums.wind / sums.count).squareRoot() < 0.4)
    }

    // The facts: 10 degrees of heading error cost tau times 0.35 m/s at 2 m/s, 7 m for 20 s; it is to be learned.
    @Test(
        "a heading that is 20 degrees off is learned on the way, and costs no more than a receiver does"
    )
    func headingBias() {
        var worst = 0.0
        for seed in 1...8 {
            var errors = FlownWorld.Errors()
            errors.headingBias = .degrees(20)
            errors.biasMetres = 0.3
            var world = FlownWorld(seed: UInt64(seed), errors)
            world.fly(.seconds(5))
            world.target = PlaneVector(length: 2, towards: .degrees(Double(seed) * 45))
            world.fly(.seconds(40))
            guard let estimate = world.estimate else { continue }
            worst = max(worst, (world.estimatedPlace(estimate) - world.place).length)
            #expect(abs((estimate.heading - world.heading).wrapped.degrees) < 10)
        }
        #expect(worst > 0)
        #expect(worst < 2)
    }

    @Test("without fixes it says itself how unsure it becomes, and that it has none after 2 s")
    func outage() throws {
        var world = FlownWorld(seed: 5)
        world.target = PlaneVector(length: 2, towards: .degrees(40))
        world.fly(.seconds(20))
        let before = try #require(world.estimate)
        #expect(before.isTrusted)
        world.receiver = .gone
        world.fly(.milliseconds(2500))
        #expect(world.estimate?.doubts == .noFix)
        world.fly(.milliseconds(7500))
        let after = try #require(world.estimate)
        #expect(after.placeDeviationMetres > before.placeDeviationMetres)
        #expect(abs(after.metresSinceFix - 20) < 3)
        let error = (world.estimatedPlace(after) - world.place).length
        #expect(error < 4 * after.placeDeviationMetres)
        world.receiver = .rides
        world.fly(.seconds(4))
        #expect(world.estimate?.isTrusted == true)
    }

    @Test("a drag that is 20 percent wrong moves the wind by no more than it says")
    func wrongDrag() throws {
        for factor in [0.8, 1.2] {
            var errors = FlownWorld.Errors()
            errors.drag.steadyMetresPerSecond *= factor
            var world = FlownWorld(seed: 9, errors)
            world.wind = PlaneVector(east: -4, north: 0)
            world.fly(.seconds(30))
            let estimate = try #require(world.estimate)
            let error = (estimate.wind - world.wind).length
            #expect(error < 2 * estimate.windDeviation)
            #expect(estimate.windDeviation < 1.5)
        }
    }
}
