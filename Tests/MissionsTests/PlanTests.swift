import Testing
import Values

@testable import Missions

/// The shapes are those of QGroundControl's "Plan File Format" and of what its reader takes.
@Suite struct PlanTests {
    @Test("items, fences and rally points are read, latitude first") func whole() throws {
        let fences = """
            , "geoFence": {"version": 2,
              "circles": [{"circle": {"center": [52.0, 21.0], "radius": 80.0}, "inclusion": true, "version": 1}],
              "polygons": [{"polygon": [[52.0002, 21.0001], [52.0002, 21.0002], [52.0001, 21.0002]], "inclusion": false, "version": 1}]},
             "rallyPoints": {"version": 2, "points": [[52.0001, 21.0, 5.0]]}
            """
        let draft = MissionFile.read(Array(withItems(fences).utf8))
        #expect(draft.fences.map(\.side) == [.keepIn, .keepOut])
        let center = try position(52, 21)
        #expect(draft.fences.first?.shape == .circle(center: center, radiusMetres: 80))
        guard case .polygon(let corners) = draft.fences.last?.shape else {
            Issue.record("no polygon")
            return
        }
        #expect(corners.first == Position(latitude: 52.0002, longitude: 21.0001))
        #expect(draft.rallyPoints.map(\.altitudeMetres) == [5])
        #expect(draft.plannedHome == center)
        // The zone to keep out of lies on the way there and on the way back.
        #expect(draft.judged(against: Samples.limits).refusals.count == 2)
    }

    private func withItems(_ more: String) -> String {
        Samples.planFile(
            Samples.simple(22, "0, 0, 0, null, 52.0, 21.0, 4") + ",\n"
                + Samples.simple(16, "0, 0, 0, null, 52.0004, 21.0003, 4") + ",\n"
                + Samples.simple(20, frame: 2, "0, 0, 0, 0, 0, 0, 0"), more)
    }

    @Test("the frame and the seventh parameter count, not what the picture showed")
    func altitudeMode() {
        let item = Samples.simple(16, "0, 0, 0, null, 52.0004, 21.0003, 3")
            .replacing("{\"type\"", with: "{\"AltitudeMode\": 2, \"Altitude\": 99, \"type\"")
        let items = [
            Samples.simple(22, "0, 0, 0, 0, 0, 0, 4"), item,
            Samples.simple(20, "0, 0, 0, 0, 0, 0, 0"),
        ]
        let actions = judged(Samples.planFile(items.joined(separator: ",\n"))).actions
        #expect(actions.map(\.altitudeMetres) == [4, 3, nil])
    }

    @Test("a survey is flown by the items that it holds") func survey() {
        let survey = """
            {"type": "ComplexItem", "complexItemType": "survey", "TransectStyleComplexItem": {"Items": [
            \(Samples.simple(16, "0, 0, 0, null, 52.0004, 21.0003, 4")),
            \(Samples.simple(16, "0, 0, 0, null, 52.0005, 21.0003, 4"))]}}
            """
        let items = [
            Samples.simple(22, "0, 0, 0, 0, 0, 0, 4"), survey,
            Samples.simple(20, "0, 0, 0, 0, 0, 0, 0"),
        ]
        #expect(
            judged(Samples.planFile(items.joined(separator: ",\n"))).mission?.items.map(
                \.place.line)
                == [3, 5, 6, 7])
    }

    @Test(
        "what cannot be read is told by item and line, and never left out in silence",
        arguments: [
            (
                "{\"type\": \"ComplexItem\", \"complexItemType\": \"StructureScan\"}",
                "item 2: is a complex item, the text \"StructureScan\", without items to fly it by"
            ),
            (
                "{\"type\": \"missionItem\", \"coordinate\": [52, 21, 4]}",
                "item 2: is of an older version of the format; save the plan again"
            ),
            (
                "{\"type\": \"SimpleItem\", \"command\": 16, \"frame\": 3, \"coordinate\": [52, 21, 4], \"params\": [0, 0, 0, 0]}",
                "item 2: \"params\" must be 7 numbers, or null for what is not set; with \"coordinate\" "
                    + "it is an older version"
            ),
            (
                "{\"type\": \"SimpleItem\", \"command\": 16, \"frame\": 3, \"params\": [0, 0, 0, 0, \"52\", 21, 4]}",
                "item 2: \"params\" must be 7 numbers, or null for what is not set"
            ),
            (
                "{\"type\": \"SimpleItem\", \"command\": \"16\", \"frame\": 3}",
                "item 2: \"command\" and \"frame\" must be whole numbers"
            ),
            ("{}", "item 2: \"type\" is missing; \"SimpleItem\" is read"),
        ] as [(String, String)])
    func unread(item: String, message: String) {
        let items = [
            Samples.simple(22, "0, 0, 0, 0, 0, 0, 4"), item,
            Samples.simple(20, "0, 0, 0, 0, 0, 0, 0"),
        ]
        #expect(
            judged(Samples.planFile(items.joined(separator: ",\n"))).refusals == [
                "line 4: \(message)"
            ])
    }

    @Test("other versions, and fences that do not say their side, are refused") func versions() {
        let verdict = judged(
            withItems(
                """
                ,
                "geoFence": {"version": 1,
                "circles": [{"circle": {"center": [52.0, 21.0], "radius": 80.0}}],
                "polygons": [{"polygon": [[52.0, 21.0], [52.1]], "inclusion": true}]},
                "rallyPoints": {"version": 2, "points": [[52.0001, 21.0]]}
                """
            ).replacing(
                "\"version\": 2, \"firmwareType\"", with: "\"version\": 1, \"firmwareType\""))
        #expect(
            verdict.refusals == [
                "line 2: \"version\" is the number 1; only the number 2 is read",
                "line 7: \"geoFence\": \"version\" is the number 1; only the number 2 is read",
                "line 8: fence circle 1: \"inclusion\" must be true or false",
                "line 9: fence polygon 1: every corner must be a latitude and a longitude",
                "line 10: rally point 1: must be a latitude, a longitude and a height",
            ])
    }

    private static let circle =
        #"{"circle": {"center": [52.0, 21.0], "radius": 5}, "inclusion": true, "version": 1}"#
    private static let newerCircle = circle.replacing("1}", with: "2}")
    private static let circleInFeet = circle.replacing("}, ", with: #", "unit": "ft"}, "#)
    private static let square =
        "[[51.9999, 20.9999], [51.9999, 21.0001], [52.0001, 21.0001], [52.0001, 20.9999]]"

    /// Members of a plan, each with the name by which it is refused.
    private static let straying: [(more: String, name: String)] = [
        (#""geoFence": {"version": 2, "polygons": [], "circles": \#(circle)}"#, "circles"),
        (#""geoFence": {"version": 2, "polygons": "x", "circles": {"a": 1}}"#, "polygons"),
        (#""geoFence": {"version": 2, "polygons": 1, "circles": []}"#, "polygons"),
        (#""geoFence": {"version": 2, "polygon": [\#(square)], "circle": []}"#, "polygon"),
        (#""geoFence": {"version": 2, "circle": [\#(circle)]}"#, "circle"),
        (#""geofence": {"version": 2, "circles": [\#(circle)]}"#, "geofence"),
        (#""GeoFence": {"version": 2, "circles": [\#(circle)]}"#, "GeoFence"),
        (#""fences": [\#(circle)]"#, "fences"), (#""circles": [\#(circle)]"#, "circles"),
        (#""geoFence": [\#(circle)]"#, "geoFence"), (#""geoFence": "none""#, "geoFence"),
        (#""geoFence": false"#, "geoFence"),
        (#""geoFence": {"version": 2, "circles": [\#(newerCircle)]}"#, "version"),
        (#""geoFence": {"version": 2, "circles": [\#(circleInFeet)]}"#, "unit"),
        (
            #""geoFence": {"version": 2, "polygons": [{"polygon": {"a": 1}, "inclusion": true}]}"#,
            "polygon"
        ),
        (#""geoFence": {"version": 2, "polygons": [{"inclusion": true}]}"#, "corners"),
        (
            #""geoFence": {"version": 2, "polygons": [{"polygons": \#(square), "inclusion": true}]}"#,
            "polygons"
        ),
        (#""rallyPoints": {"version": 2, "points": {"a": [52, 21, 3]}}"#, "points"),
        (#""rallyPoints": {"version": 2, "rally": [[52, 21, 3]]}"#, "rally"),
        (#""rallyPoints": {"version": 1, "points": [[52, 21, 3]]}"#, "rallyPoints"),
        (#""rallyPoints": [[52, 21, 3]]"#, "rallyPoints"),
    ]

    @Test(
        "a fence that is not where the reader looks is refused by its name, and never left out",
        arguments: straying)
    func strayFences(more: String, name: String) {
        let verdict = judged(withItems(",\n\(more)"))
        #expect(verdict.mission == nil, "\(more)")
        #expect(verdict.refusals.contains { $0.contains(name) }, "\(verdict.refusals)")
    }

    @Test("so is one inside of the mission or of an item")
    func misplacedFences() {
        let fence = #""geoFence": {"version": 2, "circles": [\#(Self.circle)]}"#
        for (place, with) in [
            (#""mission": {"#, #""mission": {\#(fence), "#),
            (#""mission": {"#, #""mission": {"rallyPoints": {}, "#),
            (#"{"type": "SimpleItem","#, #"{\#(fence), "type": "SimpleItem","#),
        ] {
            let text = Samples.plan.replacing(place, with: with)
            let verdict = judged(text)
            #expect(verdict.mission == nil && text != Samples.plan, "\(with)")
            #expect(
                verdict.refusals.allSatisfy { $0.contains("is not read there") },
                "\(verdict.refusals)")
        }
        #expect(judged(Samples.plan).mission != nil)
    }

    @Test("null is no fence, and an empty list of rally points of an older version is none")
    func none() {
        for more in [
            #""geoFence": null"#, #""rallyPoints": null"#,
            #""rallyPoints": {"points": [], "version": 1}"#,
            #""geoFence": {"version": 2, "circles": [], "polygons": []}"#,
        ] {
            let verdict = judged(withItems(", \(more)"))
            #expect(verdict.mission != nil, "\(more): \(verdict.refusals)")
        }
    }

    @Test("a complex item of a version that nobody knows is not flown") func complexVersion() {
        let item = { (version: String) in
            """
            {"type": "ComplexItem", "complexItemType": "survey", "TransectStyleComplexItem": {"version": \(version), "Items": [
            \(Samples.simple(16, "0, 0, 0, null, 52.0004, 21.0003, 4"))]}}
            """
        }
        func refusals(_ version: String) -> [String] {
            judged(
                Samples.planFile(
                    [
                        Samples.simple(22, "0, 0, 0, 0, 0, 0, 4"), item(version),
                        Samples.simple(20, "0, 0, 0, 0, 0, 0, 0"),
                    ].joined(separator: ",\n"))
            ).refusals
        }
        #expect(refusals("1") == [] && refusals("2") == [])
        #expect(
            refusals("3") == [
                "line 4: item 2: is a complex item of version the number 3; 1 and 2 are read"
            ])
    }

    /// QGroundControl writes an empty list of version 1 into plans (its custom/res/geofences/ce_geofence_rd_2.plan, MAVSDK's
    /// test_plans), and reads no old one: RallyPointController.cc.
    @Test("rally points of an older version are refused by name, unless there are none")
    func oldRallyPoints() {
        let empty = judged(withItems(#", "rallyPoints": {"points": [], "version": 1}"#))
        #expect(empty.refusals == [])
        let some = judged(withItems(#", "rallyPoints": {"points": [[52, 21, 5]], "version": 1}"#))
        #expect(some.refusals.count == 1)
        #expect(some.refusals.first?.contains("\"rallyPoints\"") == true, "\(some.refusals)")
        #expect(
            some.refusals.first?.hasSuffix("is the number 1; only the number 2 is read") == true)
    }

    @Test("a plan for a vehicle with wings is flown with a warning") func vehicle() {
        let text = Samples.plan.replacing("\"vehicleType\": 2", with: "\"vehicleType\": 1")
        #expect(
            judged(text).warnings == [
                "line 2: warning: planned for a vehicle of type 1, which is no multirotor"
            ])
    }
}
