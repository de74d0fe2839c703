import Testing
import Values

@testable import Navigation

/// The parts of the estimator by themselves.
@Suite struct FilterTests {
    private func time(_ milliseconds: Int) -> Instant { .zero + .milliseconds(milliseconds) }

    // The next fix has the same lasting error as the first, so only the noise of both, 0.5 m each, lies between
    // them: 4 m are 4² / (2 * 0.5²) = 32 deviations squared.
    @Test("the second fix is expected where the first was, however wrong both are") func secondFix()
    {
        var filter = PositionFilter(EstimatorSettings())
        filter.anchor(at: .zero, errorMetres: 5)
        let surprise = filter.surprise(of: PlaneVector(east: 4, north: 0))
        #expect(abs(surprise.deviationsSquared - 32) < 1e-9)
        #expect(abs(filter.metresOfAxis - (25 + 0.25).squareRoot()) < 1e-9)
    }

    // Of a surprise of 2 m half is noise, and half that of the first fix; of a receiver that says 20 m almost all is
    // its own.
    @Test("a receiver that becomes worse moves the position less at once") func worse() {
        var filter = PositionFilter(EstimatorSettings())
        filter.anchor(at: .zero, errorMetres: 2)
        var doubted = filter
        filter.fuse(PlaneVector(east: 2, north: 0), errorMetres: 2)
        doubted.fuse(PlaneVector(east: 2, north: 0), errorMetres: 20)
        #expect(abs(filter.position.east - 1) < 1e-9)
        #expect(doubted.position.east < 0.01)
    }

    // Uncompensated, 4 m/s and 0.2 s would be 0.8 m.
    @Test("a late fix is held against where the aircraft was then") func latency() throws {
        var errors = FlownWorld.Errors()
        (errors.biasMetres, errors.fixNoise, errors.flowNoise) = (0.01, 0.01, 0.01)
        errors.compassNoise = 0
        var world = FlownWorld(seed: 1, errors)
        world.fly(.seconds(5))
        world.target = PlaneVector(east: 4, north: 0)
        world.fly(.seconds(20))
        let estimate = try #require(world.estimate)
        #expect((world.estimatedPlace(estimate) - world.place).length < 0.2)
    }

    @Test("jumps that do not agree with each other are never believed") func disagreeing() {
        var filter = JumpFilter()
        let far = PositionFilter.Surprise(metres: 20, deviationsSquared: 400)
        for step in 0..<100 {
            let place = PlaneVector(east: step.isMultiple(of: 2) ? 20 : -20, north: 0)
            #expect(filter.judge(far, place: place, at: time(200 * step)) == .jump)
        }
    }

    @Test("jumps that agree are believed after 3 s, but for one that came between") func agreeing()
    {
        var filter = JumpFilter()
        let far = PositionFilter.Surprise(metres: 20, deviationsSquared: 400)
        let near = PositionFilter.Surprise(metres: 1, deviationsSquared: 1)
        let place = PlaneVector(east: 20, north: 0)
        for step in 0..<15 {
            #expect(filter.judge(far, place: place, at: time(200 * step)) == .jump)
        }
        var interrupted = filter
        #expect(filter.judge(far, place: place, at: time(3000)) == .elsewhere)
        #expect(interrupted.judge(near, place: .zero, at: time(3000)) == .plausible)
        #expect(interrupted.judge(far, place: place, at: time(3200)) == .jump)
    }

    @Test("a trail knows where it was between two points, not before it began, and 3 s back")
    func trail() throws {
        var trail = Trail()
        #expect(trail.way(at: time(0)) == nil)
        trail.begin(at: time(1000))
        for step in 1...200 {
            trail.extend(by: PlaneVector(east: 0.1, north: 0), to: time(1000 + 50 * step))
        }
        #expect(trail.way(at: time(900)) == nil)
        let then = try #require(trail.way(at: time(11_000 - 2975)))
        #expect(abs(then.east - (20 - 5.95)) < 1e-9)
        #expect(trail.way(at: time(11_400)) == trail.way)
        #expect(trail.way(at: time(11_600)) == nil)
    }
}
