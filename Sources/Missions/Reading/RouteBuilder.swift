import PlaceFiles
import Values

/// Makes a mission of mere points: take off, all of them at one height, and an end.
struct RouteBuilder {
    private let format: MissionFormat
    private let options: MissionOptions
    private var points: [MissionDraft.Item] = []
    private(set) var errors = MissionErrors()

    init(_ format: MissionFormat, _ options: MissionOptions) {
        self.format = format
        self.options = options
    }

    mutating func add(_ points: [PlacePoint]) {
        for point in points {
            let place = FilePlace(line: point.line, "point \(self.points.count + 1)")
            switch point.place {
            case .success(let position):
                let waypoint = Waypoint(position, altitudeMetres: options.altitudeMetres)
                self.points.append(MissionDraft.Item(action: .goTo(waypoint), place: place))
            case .failure(let problem):
                errors.refuse(place, problem.message)
                self.points.append(MissionDraft.Item(action: nil, place: place))
            }
        }
    }

    mutating func refuse(line: Int, _ message: String) {
        errors.refuse(FilePlace(line: line), message)
    }

    mutating func warn(line: Int, _ message: String) {
        errors.warn(FilePlace(line: line), message)
    }

    mutating func draft() -> MissionDraft {
        guard let first = points.first, let last = points.last else {
            return MissionDraft(format: format, errors: errors)
        }
        let ending = options.ending == .land ? MissionAction.land(at: nil) : .returnHome
        errors.warn(
            FilePlace(line: first.place.line),
            "\(format) has no heights above the ground and no end: it is flown at "
                + "\(metresText(options.altitudeMetres)), then: \(ending)")
        let start = MissionDraft.Item(
            action: .takeOff(altitudeMetres: options.altitudeMetres),
            place: FilePlace(line: first.place.line, "take-off"))
        let end = MissionDraft.Item(
            action: ending, place: FilePlace(line: last.place.line, "end"))
        return MissionDraft(format: format, items: [start] + points + [end], errors: errors)
    }
}
