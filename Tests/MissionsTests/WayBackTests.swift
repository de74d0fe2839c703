import Core
import Testing
import Values

@testable import Missions

/// Places are set off by metres, and ways measured on them by plane geometry.
@Suite("The way back around fences") struct WayBackTests {
    private let home = Position(latitude: 52, longitude: 21) ?? .origin

    private func place(_ east: Double, _ north: Double) -> Position {
        home.offset(eastMetres: east, northMetres: north) ?? .origin
    }

    private func way(under fences: [Fence], bends: [Position] = []) -> WayBack {
        WayBack(
            under: FenceField(fences, around: home), from: home, bends: bends, marginMetres: 2)
    }

    private func polygon(_ side: Fence.Side, _ corners: [(Double, Double)]) -> Fence {
        Fence(keep: side, .polygon(corners.map { place($0.0, $0.1) }))
    }

    /// 20 m wide, 4 m deep, 10 m to the north.
    private var wall: Fence { polygon(.keepOut, [(-10, 10), (-10, 14), (10, 14), (10, 10)]) }

    /// Along straight legs from home, looked at every 20 cm.
    private func fly(_ way: inout WayBack, _ corners: (Double, Double)...) {
        var from = (0.0, 0.0)
        for to in corners {
            for step in 0...200 {
                let share = Double(step) / 200
                way.note(
                    place(from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share))
            }
            from = to
        }
    }

    @Test("where nothing is in the way it is straight")
    func straight() {
        var way = way(under: [wall])
        fly(&way, (8, 5), (-8, 7))
        #expect(way.leadsHome && way.bends.isEmpty)
        #expect(abs(way.metres(from: place(3, 4)) - 5) < 0.01)
    }

    @Test("behind a wall it leads around the end that the aircraft came around, with the margin")
    func aroundTheWall() throws {
        var way = way(under: [wall])
        fly(&way, (14, 8), (14, 20), (0, 20))
        #expect(!way.leadsHome)
        let bend = try #require(way.goal)
        let field = FenceField([wall], around: home)
        #expect(field.isFree(from: place(0, 20), to: bend, marginMetres: 1.9))
        // Over the corner at 10 m to the east it is 10.8 + 4 + 14.1 m at the least.
        let metres = way.metres(from: place(0, 20))
        #expect(metres > 28 && metres < 38, "\(metres)")
        fly(&way, (14, 20), (14, 8))
        #expect(way.leadsHome)
    }

    @Test("what is straight again is pulled straight")
    func pulledStraight() {
        var way = way(under: [wall])
        // All the way around it, and home from the other side.
        fly(&way, (14, 8), (14, 20), (-14, 20), (-14, 8), (0, 5))
        #expect(way.leadsHome && way.bends.isEmpty)
    }

    @Test("out of a bay of a keep-in polygon it leads by the bay's mouth")
    func bay() throws {
        let fence = polygon(
            .keepIn, [(-5, -5), (-5, 30), (30, 30), (30, 15), (5, 15), (5, -5)])
        var way = way(under: [fence])
        fly(&way, (0, 22), (25, 22))
        let bend = try #require(way.goal)
        #expect(FenceField([fence], around: home).isFree(from: bend, to: home, marginMetres: 1))
        #expect(bend.distanceMetres(to: place(0, 22)) < 8, "\(bend)")
    }

    @Test("from beyond a fence it leads back to where the aircraft was inside")
    func fromBeyond() throws {
        var way = way(under: [wall])
        fly(&way, (0, 9.8))
        way.note(place(0, 11))
        let goal = try #require(way.goal)
        #expect(goal.distanceMetres(to: place(0, 9.8)) < 0.6)
    }

    @Test("where it is not known how the aircraft came there, no way is known; by its bends it is")
    func unknown() {
        var lost = way(under: [wall])
        lost.note(place(0, 20))
        #expect(lost.goal == nil)
        var kept = way(under: [wall], bends: [place(13, 9), place(13, 16)])
        kept.note(place(0, 20))
        #expect(kept.goal != nil && !kept.leadsHome)
        // Under other fences these bends lead nowhere.
        let across = polygon(.keepOut, [(11, 10), (11, 14), (30, 14), (30, 10)])
        var changed = way(under: [wall, across], bends: [place(13, 9), place(13, 16)])
        changed.note(place(0, 20))
        #expect(changed.goal == nil)
    }

    @Test("at the end of a leg it goes on to the next, and does not turn back for its margin")
    func passing() throws {
        var way = way(under: [wall])
        fly(&way, (14, 8), (14, 20), (0, 20))
        while !way.leadsHome {
            let goal = try #require(way.goal)
            let (number, count) = (way.goalNumber, way.bends.count)
            way.pass()
            #expect(way.goalNumber == number + 1 && way.bends.count == count - 1)
            #expect(way.goal != goal)
        }
    }

    /// A walk that keeps to its fences, at random between three zones, and what leads back from its end.
    @Test("no leg of the way back crosses a fence, whatever was flown", arguments: 0..<40)
    func property(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let zones = (0..<3).map { index in
            let (east, north) = (
                Double.random(in: -25...25, using: &random), 12 + 14 * Double(index)
            )
            return polygon(
                .keepOut,
                [
                    (east - 12, north), (east - 10, north + 5), (east, north + 2),
                    (east + 14, north + 6), (east + 9, north - 1),
                ])
        }
        let field = FenceField(zones, around: home)
        var way = way(under: zones)
        var here = (east: 0.0, north: 0.0)
        var course = 0.0
        for _ in 0..<1500 {
            course += Double.random(in: -20...22, using: &random)
            let angle = Angle.degrees(course)
            let next = (here.east + 0.4 * angle.sine, here.north + 0.4 * angle.cosine + 0.05)
            let standing = field.standing(of: place(next.0, next.1))
            guard let standing, standing.metresBeyond < -0.3 else {
                course += 90
                continue
            }
            here = next
            way.note(place(here.east, here.north))
        }
        var from = place(here.east, here.north)
        for _ in 0..<200 where !way.leadsHome {
            guard let goal = way.goal else {
                Issue.record("lost at \(here) under \(zones)")
                return
            }
            #expect(field.isFree(from: from, to: goal, marginMetres: 0), "seed \(seed)")
            from = goal
            way.pass()
        }
        #expect(way.leadsHome && field.isFree(from: from, to: home, marginMetres: 0))
    }
}
