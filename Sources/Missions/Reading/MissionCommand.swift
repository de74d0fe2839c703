import PlaceFiles
import Values

/// A command of MAVLink as both of QGroundControl's formats hold it.
struct MissionCommand {
    let place: FilePlace
    /// What jumps call it.
    let number: Int
    /// `MAV_CMD`; -1 for one that could not be read.
    let command: Int
    let frame: Int
    /// Seven: four of the command's own, latitude, longitude, height. NaN: not set.
    let parameters: [Double]
    /// Whether the next one follows by itself.
    let continues: Bool

    static func unread(_ place: FilePlace, number: Int) -> MissionCommand {
        MissionCommand(
            place: place, number: number, command: -1, frame: 0,
            parameters: [Double](repeating: .nan, count: 7), continues: true)
    }

    static func place(line: Int, item: Int, _ command: Int) -> FilePlace {
        FilePlace(line: line, "item \(item) (\(MissionCommandName.text(of: command)))")
    }

    /// One of the command's own four, counted from 1 as MAVLink does; `nil`: not set.
    func own(_ number: Int) -> Double? {
        let value = parameters[number - 1]
        return value.isNaN ? nil : value
    }

    var altitude: Double { parameters[6] }

    /// Whether a place is given; 0, 0 and "not set" mean where it is.
    var hasPlace: Bool {
        let (latitude, longitude) = (parameters[4], parameters[5])
        let isUnset = latitude.isNaN && longitude.isNaN
        return !isUnset && !(latitude == 0 && longitude == 0)
    }

    /// Whether a height is given where no place is; 0 and "not set" mean the height that it has.
    var hasHeight: Bool { !altitude.isNaN && altitude != 0 }

    var position: Result<Position, PlaceError> {
        PlaceReader.position(latitude: parameters[4], longitude: parameters[5])
    }
}
