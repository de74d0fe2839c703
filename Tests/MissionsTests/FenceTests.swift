import Glibc
import Testing
import Values

@testable import Missions

@Suite struct FenceTests {
    private let home = Position(latitude: 52, longitude: 21)

    /// Places as metres east and north of home.
    private func place(_ east: Double, _ north: Double, _ home: Position? = nil) throws -> Position
    {
        let plane = try #require(home ?? self.home)
        let distance = (east * east + north * north).squareRoot()
        return try #require(
            plane.moved(metres: distance, towards: .radians(atan2(east, north))))
    }

    private func verdict(
        _ fence: Fence, _ points: [Position], home: Position? = nil, margin: Double = 0
    ) throws -> MissionVerdict {
        let items = points.enumerated().map { index, point in
            MissionItem(.goTo(Waypoint(point)), at: FilePlace(line: index + 2, "item \(index + 2)"))
        }
        let start = MissionItem(.takeOff(altitudeMetres: 3), at: FilePlace(line: 1, "item 1"))
        let end = MissionItem(.land(at: nil), at: FilePlace(line: 99, "end"))
        var limits = MissionLimits()
        limits.home = home ?? self.home
        limits.fences = [fence]
        limits.fenceMarginMetres = margin
        return MissionDraft([start] + items + [end]).judged(against: limits)
    }

    @Test("a leg that crosses a zone to keep out of is refused, though both its ends are outside")
    func crossing() throws {
        let zone = Fence(
            keep: .keepOut,
            .polygon([
                try place(40, -10), try place(60, -10), try place(60, 10), try place(40, 10),
            ]))
        let through = try verdict(zone, [try place(100, 0)])
        #expect(
            through.refusals == [
                "line 2: item 2: the way from home enters the keep-out polygon that is set"
            ])
        let around = try verdict(zone, [try place(30, 30), try place(100, 30)])
        #expect(around.refusals == [])
        let circle = Fence(
            keep: .keepOut, .circle(center: try place(50, 0), radiusMetres: 10))
        #expect(
            try verdict(circle, [try place(100, 4)]).refusals == [
                "line 2: item 2: the way from home is up to 8.002 m inside of the keep-out circle that is set"
            ])
    }

    @Test("a leg that leaves a hollow fence between two corners inside is refused") func hollow()
        throws
    {
        let horseshoe = Fence(
            keep: .keepIn,
            .polygon([
                try place(-20, -20), try place(120, -20), try place(120, 100), try place(80, 100),
                try place(80, 20), try place(20, 20), try place(20, 100), try place(-20, 100),
            ]), at: FilePlace(line: 7, "fence 1"))
        let across = try verdict(horseshoe, [try place(0, 80), try place(100, 80)])
        #expect(
            across.refusals == [
                "line 3: item 3: the way from item 2 leaves the keep-in polygon of line 7"
            ])
        let along = try verdict(
            horseshoe, [try place(0, 80), try place(0, 0), try place(100, 0), try place(100, 80)])
        #expect(along.refusals == [])
    }

    @Test("the way home is held against the fences too") func wayHome() throws {
        let zone = Fence(keep: .keepOut, .circle(center: try place(50, 0), radiusMetres: 10))
        let items = [
            MissionItem(.takeOff(altitudeMetres: 3), at: FilePlace(line: 1)),
            MissionItem(.goTo(Waypoint(try place(50, 60))), at: FilePlace(line: 2, "a")),
            MissionItem(.goTo(Waypoint(try place(100, 0))), at: FilePlace(line: 3, "b")),
            MissionItem(.returnHome, at: FilePlace(line: 4, "c")),
        ]
        var limits = MissionLimits()
        limits.home = home
        limits.fences = [zone]
        #expect(
            MissionDraft(items).judged(against: limits).refusals == [
                "line 4: c: the way from b is up to 10 m inside of the keep-out circle that is set"
            ])
    }

    @Test("a leg must keep the margin on its side of the border") func margin() throws {
        let circle = Fence(keep: .keepIn, .circle(center: try place(0, 0), radiusMetres: 100))
        #expect(try verdict(circle, [try place(96, 0)]).refusals == [])
        #expect(
            try verdict(circle, [try place(96, 0)], margin: 5).refusals == [
                "line 2: item 2: the way from home comes within 4 m (the margin is 5 m) of the keep-in circle that is set"
            ])
        #expect(
            try verdict(circle, [try place(103, 0)]).refusals == [
                "line 2: item 2: the way from home is up to 3 m outside of the keep-in circle that is set"
            ])
    }

    @Test("home outside of a fence to stay inside of is refused") func homeOutside() throws {
        let away = Fence(
            keep: .keepIn, .circle(center: try position(21, 52), radiusMetres: 50),
            at: FilePlace(line: 5, "fence 1"))
        let refusals = try verdict(away, []).refusals
        #expect(refusals.count == 1)
        #expect(refusals[0].hasPrefix("line 5: fence 1: home is up to "))
        #expect(refusals[0].contains("latitude and longitude are swapped"))
    }

    @Test("a fence that encloses nothing, or crosses itself, is refused") func unsound() throws {
        let butterfly = [try place(-9, -9), try place(9, 9), try place(-9, 9), try place(9, -9)]
        let line = [try place(-9, 0), try place(0, 0), try place(9, 0)]
        let unsound: [(Fence.Shape, String)] = [
            (.polygon(butterfly), "its sides after the corners 1 and 3 cross"),
            (.polygon(line), "encloses no ground"),
            (.polygon([try place(1, 1), try place(2, 2)]), "has 2 corners"),
            (.circle(center: try place(0, 0), radiusMetres: 0), "a radius of 0 m is no fence"),
            (.circle(center: try place(0, 0), radiusMetres: .nan), "a radius of nan m is no fence"),
        ]
        for (shape, message) in unsound {
            let refusals = try verdict(Fence(keep: .keepIn, shape), []).refusals
            #expect(refusals.count == 1 && refusals[0].contains(message), "\(refusals)")
        }
    }

    @Test("a circle that is flown is held against fences all around") func figure() throws {
        let zone = Fence(keep: .keepOut, .circle(center: try place(60, 0), radiusMetres: 5))
        let items = [
            MissionItem(.takeOff(altitudeMetres: 3), at: FilePlace(line: 1)),
            MissionItem(
                .figure(Figure(around: try place(40, 0), radiusMetres: 20, turns: 1)),
                at: FilePlace(line: 2, "circle")),
            MissionItem(.land(at: nil), at: FilePlace(line: 3)),
        ]
        var limits = MissionLimits()
        limits.home = home
        limits.fences = [zone]
        let refusals = MissionDraft(items).judged(against: limits).refusals
        #expect(refusals.count == 1)
        #expect(refusals[0].hasPrefix("line 2: circle: it is up to"), "\(refusals)")
    }

    /// A circle of 20 m around a place 40 m east of home, of which so much is flown.
    private func circleRefusals(_ fence: Fence, turns: Double = 1) throws -> [String] {
        let items = [
            MissionItem(.takeOff(altitudeMetres: 3), at: FilePlace(line: 1)),
            MissionItem(
                .figure(Figure(around: try place(40, 0), radiusMetres: 20, turns: turns)),
                at: FilePlace(line: 2, "circle")),
            MissionItem(.land(at: nil), at: FilePlace(line: 3)),
        ]
        var limits = MissionLimits()
        limits.home = home
        limits.fences = [fence]
        return MissionDraft(items).judged(against: limits).refusals
    }

    @Test("of a circle that is flown in part all of it is held against fences")
    func partOfFigure() throws {
        // On the far side, of which an eighth of the circle, begun on the near side, sees nothing.
        let zone = Fence(keep: .keepOut, .circle(center: try place(60, 0), radiusMetres: 5))
        let refusals = try circleRefusals(zone, turns: 0.125)
        #expect(refusals.count == 1)
        #expect(refusals.first?.hasPrefix("line 2: circle: it is up to") == true, "\(refusals)")
    }

    @Test("a circle keeps a metre from fences, and the bulge of its pieces, on both of its sides")
    func roomOfFigure() throws {
        // The pieces of 10 degrees bulge by 20 / cos(5 deg) - 20 = 0.0764 m: 1.0764 m is the least.
        func inner(_ room: Double) throws -> Fence {
            Fence(keep: .keepOut, .circle(center: try place(40, 0), radiusMetres: 20 - room))
        }
        #expect(try circleRefusals(inner(1.1)) == [])
        #expect(try circleRefusals(inner(1.05)).count == 1)
        // The corners of the pieces lie in the east, so the bulge is there twice.
        func outer(_ room: Double) throws -> Fence {
            Fence(
                keep: .keepIn,
                .polygon([
                    try place(-10, -50), try place(60 + room, -50), try place(60 + room, 50),
                    try place(-10, 50),
                ]))
        }
        #expect(try circleRefusals(outer(1.17)) == [])
        #expect(try circleRefusals(outer(1.05)).count == 1)
    }

    @Test("after following, a way that cannot be known is not let through a border")
    func unknownStart() throws {
        let box = Fence(
            keep: .keepIn,
            .polygon([
                try place(-90, -90), try place(90, -90), try place(90, 90), try place(-90, 90),
            ]))
        let items = [
            MissionItem(.takeOff(altitudeMetres: 3), at: FilePlace(line: 1)),
            MissionItem(
                .follow(Following(duration: .seconds(9), standoffMetres: 12)),
                at: FilePlace(line: 2, "follow")),
            MissionItem(.goTo(Waypoint(try place(10, 0))), at: FilePlace(line: 3, "b")),
            MissionItem(.land(at: nil), at: FilePlace(line: 4)),
        ]
        var limits = MissionLimits()
        limits.home = home
        limits.fences = [box]
        #expect(
            MissionDraft(items).judged(against: limits).refusals == [
                "line 3: b: where the way from follow begins is not known, so it cannot be held against "
                    + "the keep-in polygon that is set"
            ])
        limits.fences = [Fence(keep: .keepIn, .circle(center: try place(0, 0), radiusMetres: 90))]
        #expect(MissionDraft(items).judged(against: limits).refusals == [])
    }

    @Test(
        "fences hold at every latitude and over the date line",
        arguments: [(0, 180), (0, 0), (60, -180), (-52, 21), (89.9999, 0), (-90, 0)]
            as [(Double, Double)])
    func everywhere(latitude: Double, longitude: Double) throws {
        let here = try position(latitude, longitude)
        let corners = try [(40, -10), (60, -10), (60, 10), (40, 10)].map {
            try place($0.0, $0.1, here)
        }
        let zone = Fence(keep: .keepOut, .polygon(corners))
        let through = try verdict(zone, [try place(100, 0, here)], home: here)
        #expect(through.refusals.count == 1, "\(through.refusals)")
        let around = try verdict(
            zone, [try place(30, 30, here), try place(100, 30, here)], home: here)
        #expect(around.refusals == [], "\(around.refusals)")
        let box = Fence(
            keep: .keepIn,
            .polygon(
                try [(-50, -50), (150, -50), (150, 50), (-50, 50)].map {
                    try place($0.0, $0.1, here)
                }))
        #expect(try verdict(box, [try place(100, 0, here)], home: here).refusals == [])
        #expect(try verdict(box, [try place(100, 60, here)], home: here).refusals.count == 1)
    }
}
