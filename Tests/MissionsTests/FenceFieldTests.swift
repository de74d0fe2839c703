import Testing
import Values

@testable import Missions

/// Fences in flight: distances from plane geometry on places that are set off by metres.
@Suite struct FenceFieldTests {
    private let home = Position(latitude: 52, longitude: 21) ?? .origin

    private func place(_ east: Double, _ north: Double) -> Position {
        home.offset(eastMetres: east, northMetres: north) ?? .origin
    }

    private var square: Fence {
        Fence(
            keep: .keepIn,
            .polygon([place(-10, -10), place(-10, 10), place(10, 10), place(10, -10)]))
    }

    private var hole: Fence {
        Fence(keep: .keepOut, .circle(center: place(5, 5), radiusMetres: 2))
    }

    @Test("where it stands is told of the fence that is kept worst") func standing() throws {
        let field = FenceField([square, hole], around: home)
        let inside = try #require(field.standing(of: place(-5, 0)))
        #expect(abs(inside.metresBeyond + 5) < 0.01 && inside.fence == square)
        let inHole = try #require(field.standing(of: place(5, 4)))
        #expect(abs(inHole.metresBeyond - 1) < 0.01 && inHole.fence == hole)
        let outside = try #require(field.standing(of: place(14, 0)))
        #expect(abs(outside.metresBeyond - 4) < 0.01 && outside.fence == square)
        #expect(FenceField([], around: home).standing(of: home) == nil)
    }

    @Test("the circle around home is one fence more, behind those of the mission")
    func aroundHome() throws {
        let circle = Fence.around(home: home, radiusMetres: 8)
        let field = FenceField([square, hole], around: home).adding(circle)
        #expect(field.all == [square, hole, circle])
        #expect("\(circle)" == "the fence of 8 m")
        let outside = try #require(field.standing(of: place(9, 0)))
        #expect(abs(outside.metresBeyond - 1) < 0.01 && outside.fence == circle)
        let inHole = try #require(field.standing(of: place(5, 5)))
        #expect(inHole.fence == hole)
        #expect(field.firstAhead(of: place(0, -7), way: PlaneVector(east: 0, north: -2)) == circle)
        #expect(field.firstAhead(of: place(0, -7), way: PlaneVector(east: 0, north: -4)) == square)
        #expect(field.firstAhead(of: place(0, -9), way: PlaneVector(east: 0, north: 1)) == nil)
    }

    @Test("a way meets the fence that it leads over, also one that both its ends are outside of")
    func ahead() {
        let field = FenceField([square, hole], around: home)
        let start = place(5, 0)
        #expect(field.firstAhead(of: start, way: PlaneVector(east: 0, north: 2.9)) == nil)
        #expect(field.firstAhead(of: start, way: PlaneVector(east: 0, north: 9)) == hole)
        #expect(field.firstAhead(of: start, way: PlaneVector(east: 5.1, north: 0)) == square)
        #expect(field.firstAhead(of: start, way: PlaneVector(east: 4.9, north: 0)) == nil)
        // On its way back from beyond, the fence that it has crossed does not stop it.
        #expect(field.firstAhead(of: place(12, 0), way: PlaneVector(east: 1, north: 0)) == nil)
    }

    @Test("of a way it may go as far as the margin of the first border, and all of a free one")
    func reach() {
        let field = FenceField([square, hole], around: home)
        let start = place(5, 0)
        func reached(_ end: Position, margin: Double, from start: Position) -> Double {
            start.distanceMetres(
                to: field.reach(from: start, to: end, marginMetres: margin))
        }
        #expect(field.reach(from: start, to: place(7, 0), marginMetres: 1) == place(7, 0))
        // The circle begins 3 m to the north, and ends beyond.
        #expect(abs(reached(place(5, 9), margin: 1, from: start) - 2) < 0.03)
        #expect(abs(reached(place(30, 0), margin: 2, from: start) - 3) < 0.03)
        // Nearer than the margin already: along the border, or away from it, but no nearer.
        let near = place(9.5, 0)
        #expect(reached(place(10, 0), margin: 2, from: near) < 0.03)
        #expect(field.reach(from: near, to: place(9.4, -3), marginMetres: 2) == place(9.4, -3))
        #expect(field.reach(from: place(12, 0), to: home, marginMetres: 0) == place(12, 0))
    }

    @Test("what is no fence is left out: a judge has refused it") func noFence() {
        let line = Fence(keep: .keepIn, .polygon([home, place(1, 0)]))
        #expect(FenceField([line], around: home).all.isEmpty)
    }
}
