import Core
import JSON
import Values

/// Fences and rally points. Whoever drew them relies on them: what is none that is known, or stands where none is
/// looked for, is refused by its name, and never left out.
extension PlanReader {
    /// The keys of QGroundControl's "Plan File Format", by the object that they stand in.
    private static let plan: Set = [
        "fileType", "version", "groundStation", "mission", "geoFence", "rallyPoints",
    ]
    private static let geoFence: Set = ["version", "polygons", "circles", "breachReturn"]
    private static let fenceCircle: Set = ["circle", "inclusion", "version"]
    private static let fencePolygon: Set = ["polygon", "inclusion", "version"]
    private static let circle: Set = ["center", "radius"]
    private static let rallyPoints: Set = ["version", "points"]
    /// Parts of keys that are about where not to fly, in whatever spelling.
    private static let boundaries = ["fence", "rally", "inclusion", "exclusion", "breach"]

    /// Refuses what could be a fence where none is read.
    mutating func refuseStrays(in plan: LocatedJSON) {
        refuseOthers(than: Self.plan, in: plan, "the plan")
        guard let mission = plan["mission"] else { return }
        refuseBoundaries(in: mission, "the mission")
        for (index, item) in (mission["items"]?.items ?? []).enumerated() {
            refuseBoundaries(in: item, "item \(index + 1)")
        }
    }

    private mutating func refuseOthers(
        than known: Set<String>, in json: LocatedJSON, _ place: String
    ) {
        for key in json.keys where !known.contains(key) {
            errors.refuse(
                FilePlace(line: json[key]?.line ?? json.line),
                "\"\(key.prefix(40))\" in \(place) is not known; it may be a fence, and is not left out"
            )
        }
    }

    private mutating func refuseBoundaries(in json: LocatedJSON, _ place: String) {
        for key in json.keys {
            let word = key.lowercased()
            guard Self.boundaries.contains(where: word.mentions) else { continue }
            errors.refuse(
                FilePlace(line: json[key]?.line ?? json.line),
                "\"\(key.prefix(40))\" in \(place) is not read there, and is not left out")
        }
    }

    /// What a list holds. One that is left out is empty; what is no list is refused.
    private mutating func list(_ json: LocatedJSON, _ key: String, _ place: String) -> [LocatedJSON]
    {
        guard let list = json[key] else { return [] }
        if list.items == nil {
            errors.refuse(
                FilePlace(line: list.line),
                "\"\(key)\" in \(place) must be a list, found \(list.value.summary)")
        }
        return list.items ?? []
    }

    /// Whether an object stands there; null is none, and all else is refused.
    private mutating func isObject(_ json: LocatedJSON, _ key: String) -> Bool {
        if case .object = json.value { return true }
        if json.value != .null {
            errors.refuse(
                FilePlace(line: json.line),
                "\"\(key)\" must be an object, found \(json.value.summary)")
        }
        return false
    }

    mutating func readFences(_ json: LocatedJSON) {
        guard isObject(json, "geoFence") else { return }
        require(json, "version", 2, in: "\"geoFence\": ")
        refuseOthers(than: Self.geoFence, in: json, "\"geoFence\"")
        for (index, circle) in list(json, "circles", "\"geoFence\"").enumerated() {
            readCircle(circle, FilePlace(line: circle.line, "fence circle \(index + 1)"))
        }
        for (index, polygon) in list(json, "polygons", "\"geoFence\"").enumerated() {
            readPolygon(polygon, FilePlace(line: polygon.line, "fence polygon \(index + 1)"))
        }
        if let place = json["breachReturn"] {
            errors.warn(
                FilePlace(line: place.line),
                "\"breachReturn\" is left out: a breach leads home, or to a landing")
        }
    }

    private mutating func readCircle(_ json: LocatedJSON, _ place: FilePlace) {
        refuseOthers(than: Self.fenceCircle, in: json, place.name)
        requireVersion1(json, place)
        guard let side = side(of: json, place) else { return }
        if let circle = json["circle"] { refuseOthers(than: Self.circle, in: circle, place.name) }
        guard let center = json["circle"]?["center"]?.numbers, center.count == 2,
            let radius = json["circle"]?["radius"]?.number
        else { return errors.refuse(place, "needs a \"center\" of two numbers and a \"radius\"") }
        guard let position = position(center[0], center[1], place) else { return }
        fences.append(
            Fence(keep: side, .circle(center: position, radiusMetres: radius), at: place))
    }

    private mutating func readPolygon(_ json: LocatedJSON, _ place: FilePlace) {
        refuseOthers(than: Self.fencePolygon, in: json, place.name)
        requireVersion1(json, place)
        guard let side = side(of: json, place) else { return }
        let corners = list(json, "polygon", place.name).map(\.numbers)
        let positions = corners.compactMap { numbers -> Position? in
            guard let numbers, numbers.count == 2 else { return nil }
            return position(numbers[0], numbers[1], place)
        }
        guard positions.count == corners.count else {
            return errors.refuse(place, "every corner must be a latitude and a longitude")
        }
        fences.append(Fence(keep: side, .polygon(positions), at: place))
    }

    /// Of one fence; older files have none.
    private mutating func requireVersion1(_ json: LocatedJSON, _ place: FilePlace) {
        guard let version = json["version"], version.value != 1 else { return }
        errors.refuse(
            place, "\"version\" is \(version.value.summary); only the number 1 is read")
    }

    /// Which side to keep to must be said: the wrong one is a crash.
    private mutating func side(of json: LocatedJSON, _ place: FilePlace) -> Fence.Side? {
        guard case .bool(let isInclusion) = json["inclusion"]?.value else {
            errors.refuse(place, "\"inclusion\" must be true or false")
            return nil
        }
        return isInclusion ? .keepIn : .keepOut
    }

    mutating func readRallyPoints(_ json: LocatedJSON) {
        guard isObject(json, "rallyPoints") else { return }
        let points = list(json, "points", "\"rallyPoints\"")
        // Of an older version an empty list is one, too.
        if json["version"]?.value != 1 || !points.isEmpty {
            require(json, "version", 2, in: "\"rallyPoints\": ")
        }
        refuseOthers(than: Self.rallyPoints, in: json, "\"rallyPoints\"")
        for (index, point) in points.enumerated() {
            let place = FilePlace(line: point.line, "rally point \(index + 1)")
            guard let numbers = point.numbers, numbers.count == 3, numbers[2].isFinite else {
                errors.refuse(place, "must be a latitude, a longitude and a height")
                continue
            }
            if let position = position(numbers[0], numbers[1], place) {
                rallyPoints.append(
                    RallyPoint(position: position, altitudeMetres: numbers[2], place: place))
            }
        }
    }
}

extension LocatedJSON {
    /// Of an object, in a fixed order; empty of all else.
    fileprivate var keys: [String] {
        guard case .object(let members) = value else { return [] }
        return members.keys.sorted()
    }
}
