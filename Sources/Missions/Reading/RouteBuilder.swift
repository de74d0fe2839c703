import Devices

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

    mutating func add(latitude: Double, longitude: Double, line: Int) {
        switch PlaceReader.position(latitude: latitude, longitude: longitude) {
        case .success(let position):
            let waypoint = Waypoint(position, altitudeMetres: options.altitudeMetres)
            points.append(MissionDraft.Item(action: .goTo(waypoint), place: nextPlace(line)))
        case .failure(let problem): addUnread(line: line, problem.message)
        }
    }

    mutating func addUnread(line: Int, _ message: String) {
        let place = nextPlace(line)
        errors.refuse(place, message)
        points.append(MissionDraft.Item(action: nil, place: place))
    }

    mutating func refuse(line: Int, _ message: String) {
        errors.refuse(FilePlace(line: line), message)
    }

    mutating func warn(line: Int, _ message: String) {
        errors.warn(FilePlace(line: line), message)
    }

    private func nextPlace(_ line: Int) -> FilePlace {
        FilePlace(line: line, "point \(points.count + 1)")
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
