import Core
import JSON
import Settings
import Values

/// Reads Roost's own format: JSON with units, one object for each item.
struct RoostMissionReader {
    /// The key that says what the file is, and in which version.
    static let mark = "roost_mission"

    private var errors = MissionErrors()
    private var metresPerSecond: Double?

    static func read(_ json: LocatedJSON) -> MissionDraft {
        var reader = RoostMissionReader()
        let header = reader.settings(RoostMissionHeader.self, json, name: "")
        reader.metresPerSecond = header?.metresPerSecond
        let items = reader.items(json)
        let fences = reader.list(json, "fences").enumerated().compactMap { index, fence in
            let name = "fence \(index + 1)"
            return reader.settings(RoostMissionFence.self, fence, name: name)?
                .fence(at: FilePlace(line: fence.line, name))
        }
        let rallyPoints = reader.list(json, "rally_points").enumerated().compactMap {
            index, point in
            let name = "rally point \(index + 1)"
            return reader.settings(RoostMissionRallyPoint.self, point, name: name).map {
                RallyPoint(
                    position: $0.position, altitudeMetres: $0.altitudeMetres,
                    place: FilePlace(line: point.line, name))
            }
        }
        return MissionDraft(
            format: .roost, items: items, fences: fences, rallyPoints: rallyPoints,
            plannedHome: header?.home, errors: reader.errors)
    }

    private mutating func items(_ json: LocatedJSON) -> [MissionDraft.Item] {
        if json["items"] == nil {
            errors.refuse(FilePlace(line: json.line), "has no list of \"items\"")
        }
        return list(json, "items").enumerated().map { index, item in
            let read = settings(RoostMissionItem.self, item, name: "item \(index + 1)")
            let name = read.map { "item \(index + 1) (\($0.verb.rawValue))" }
            return MissionDraft.Item(
                action: read?.action(atMetresPerSecond: metresPerSecond),
                place: FilePlace(line: item.line, name ?? "item \(index + 1)"))
        }
    }

    private mutating func list(_ json: LocatedJSON, _ key: String) -> [LocatedJSON] {
        guard let list = json[key] else { return [] }
        if list.items == nil {
            errors.refuse(
                FilePlace(line: list.line), "\"\(key)\" must be a list, found \(list.value.summary)"
            )
        }
        return list.items ?? []
    }

    /// Reads one object; every problem is told in its own line.
    private mutating func settings<Settings: PluginSettings>(
        _ type: Settings.Type, _ json: LocatedJSON, name: String
    ) -> Settings? {
        do throws(ConfigurationErrors) {
            return try SettingsReader.read(type, from: json.value, at: SettingPath(""))
        } catch {
            // What the word is wrong of, its keys cannot be right of.
            let ofWord = error.all.filter { $0.path == "do" }
            for problem in ofWord.isEmpty ? error.all : ofWord {
                errors.refuse(
                    FilePlace(line: json.line(of: problem.place), name), problem.description)
            }
            return nil
        }
    }
}

/// What stands around the items.
struct RoostMissionHeader: PluginSettings {
    let metresPerSecond: Double?
    let home: Position?

    init(_ read: SettingsReader) {
        _ = read(
            required: RoostMissionReader.mark, .integer(1...1), "The version of the format.")
        _ = read(optional: "name", .text("a name"), "For people.")
        metresPerSecond = read(
            optional: "speed", .metresPerSecond(0.05...20), "For items that have none of their own."
        )
        home =
            read(
                optional: "home", .object(RoostMissionPlace.self), "Where it is to take off.")?
            .position
        for list in ["items", "fences", "rally_points"] {
            _ = read(optional: list, .json("a list"), "Read object by object.")
        }
    }
}

struct RoostMissionPlace: PluginSettings {
    let position: Position

    init(_ read: SettingsReader) {
        position = read.position()
    }
}

struct RoostMissionRallyPoint: PluginSettings {
    let position: Position
    let altitudeMetres: Double

    init(_ read: SettingsReader) {
        position = RoostMissionPlace(read).position
        altitudeMetres = read(
            required: "altitude", .metres(0...1000), "Height above the ground it took off from.")
    }
}

struct RoostMissionFence: PluginSettings {
    private let side: Fence.Side
    private let shape: Fence.Shape

    init(_ read: SettingsReader) {
        side = read(required: "keep", .oneOf(.keepIn), "Which side of it to stay on.")
        if read.isPresent("corners") {
            let corners = read(
                required: "corners", .list(of: .object(RoostMissionPlace.self), count: 3...200),
                "The corners of a polygon.")
            shape = .polygon(corners.map(\.position))
        } else {
            let center = RoostMissionPlace(read).position
            let radius = read(required: "radius", .metres(1...10_000), "The radius of a circle.")
            shape = .circle(center: center, radiusMetres: radius)
        }
    }

    func fence(at place: FilePlace) -> Fence {
        Fence(keep: side, shape, at: place)
    }
}
