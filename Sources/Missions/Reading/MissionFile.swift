import Core
import JSON
import PlaceFiles
import Values

/// Reads a file of any format that there is a reader for; its content says which.
package enum MissionFile {
    /// The largest file taken. A mission of 2000 items has 400 kB.
    package static let byteLimit = 4 << 20
    /// The most items, loops written out.
    package static let itemLimit = 2000

    /// Reads `bytes`, whatever they are. What is wrong is in the draft, for the judge to tell.
    package static func read(
        _ bytes: [UInt8], _ options: MissionOptions = MissionOptions()
    ) -> MissionDraft {
        guard bytes.count <= byteLimit else {
            return refused(
                "the file has \(bytes.count) bytes; the limit is \(byteLimit), and no mission needs that"
            )
        }
        let draft: MissionDraft
        do throws(TextEncodingError) {
            draft = dispatch(try TextEncoding.utf8(bytes), options)
        } catch {
            return refused(error.description)
        }
        guard draft.items.count > itemLimit else { return draft }
        var errors = draft.errors
        let place = draft.items[itemLimit].place
        errors.refuse(
            place, "the mission has \(draft.items.count) items; the limit is \(itemLimit)")
        return MissionDraft(
            format: draft.format, items: Array(draft.items.prefix(itemLimit)), fences: draft.fences,
            rallyPoints: draft.rallyPoints, plannedHome: draft.plannedHome, errors: errors)
    }

    private static func dispatch(_ bytes: [UInt8], _ options: MissionOptions) -> MissionDraft {
        let text = bytes.drop { $0 <= UInt8(ascii: " ") }
        if text.starts(with: "QGC WPL".utf8) { return WaypointListReader.read(bytes) }
        switch text.first {
        case UInt8(ascii: "{"), UInt8(ascii: "["): return json(bytes)
        case UInt8(ascii: "<"): return GPXRouteReader.read(bytes, options)
        case nil: return refused("the file is empty")
        default: break
        }
        if text.starts(with: "PK".utf8) {
            return refused("a packed file, such as KMZ, is not read; unpack it and save it as GPX")
        }
        guard CoordinateLines.recognises(text) else {
            let known = MissionFormat.allCases.map(\.description).joined(separator: ", ")
            return refused("this is no mission in a format that is read: \(known)")
        }
        var route = RouteBuilder(.coordinates, options)
        route.add(CoordinateLines.read(bytes))
        return route.draft()
    }

    private static func json(_ bytes: [UInt8]) -> MissionDraft {
        let document: LocatedJSON
        do throws(JSONSyntaxError) {
            document = try LocatedJSON(parsing: bytes)
        } catch {
            return refused(
                "this is not JSON from column \(error.column) on: \(error.message)",
                line: error.line)
        }
        if document[RoostMissionReader.mark] != nil { return RoostMissionReader.read(document) }
        if document["fileType"] != nil { return PlanReader.read(document) }
        if document["type"] != nil {
            return refused("GeoJSON is not read; save it as GPX or as a plan of QGroundControl")
        }
        return refused(
            "neither a mission of Roost, which has \"\(RoostMissionReader.mark)\": 1, nor a plan of "
                + "QGroundControl, which has \"fileType\": \"Plan\"", line: document.line)
    }

    private static func refused(_ message: String, line: Int = 1) -> MissionDraft {
        var errors = MissionErrors()
        errors.refuse(FilePlace(line: line), message)
        return MissionDraft(errors: errors)
    }
}
