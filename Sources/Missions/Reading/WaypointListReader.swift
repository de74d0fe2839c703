import PlaceFiles
import Values

/// Reads `QGC WPL 110`: a line for each command, of 12 fields between blanks.
enum WaypointListReader {
    static func read(_ bytes: [UInt8]) -> MissionDraft {
        var reader = Lines()
        let lines = TextLines.numbered(bytes)
        guard let first = lines.first, reader.accepts(first.text, line: first.number) else {
            return MissionDraft(format: .waypointList, errors: reader.errors)
        }
        for line in lines.dropFirst() where !line.text.hasPrefix("#") {
            reader.read(line.text, line: line.number)
        }
        reader.takeHome()
        let translation = CommandTranslator.translate(reader.commands, &reader.errors)
        return MissionDraft(
            format: .waypointList, items: translation, plannedHome: reader.home,
            errors: reader.errors)
    }

    private struct Lines {
        var errors = MissionErrors()
        var commands: [MissionCommand] = []
        var home: Position?
        private var lastIndex: Int?

        mutating func accepts(_ header: String, line: Int) -> Bool {
            if header == "QGC WPL 110" { return true }
            errors.refuse(
                FilePlace(line: line),
                "\"\(header.prefix(40))\" is another version, in which the same numbers mean other "
                    + "things; only \"QGC WPL 110\" is read")
            return false
        }

        mutating func read(_ text: String, line: Int) {
            let fields = text.split { $0 == "\t" || $0 == " " }
            let numbers = fields.compactMap { TextLines.number($0) }
            guard fields.count == 12, numbers.count == 12,
                let index = Int(exactly: numbers[0]), let frame = Int(exactly: numbers[2]),
                let command = Int(exactly: numbers[3])
            else { return addUnread(fields, text, line: line) }
            let place = MissionCommand.place(line: line, item: index, command)
            follow(index, place)
            commands.append(
                MissionCommand(
                    place: place, number: index, command: command, frame: frame,
                    parameters: Array(numbers[4..<11]), continues: numbers[11] == 1))
        }

        private mutating func addUnread(_ fields: [Substring], _ text: String, line: Int) {
            let index = fields.first.flatMap { Int($0) } ?? (lastIndex ?? -1) &+ 1
            let place = FilePlace(line: line, "item \(index)")
            lastIndex = index
            commands.append(.unread(place, number: index))
            guard fields.count == 12 else {
                return errors.refuse(place, "expected 12 fields, found \(fields.count)")
            }
            let bad = fields.first { TextLines.number($0) == nil } ?? fields[0]
            let hint = bad.contains(",") ? "; decimals have a point" : ""
            errors.refuse(place, "\"\(bad.prefix(40))\" is no number that can stand here\(hint)")
        }

        /// Jumps count by these numbers, and a line that is missing would be flown past.
        private mutating func follow(_ index: Int, _ place: FilePlace) {
            let expected = (lastIndex ?? index &- 1) &+ 1
            if index != expected {
                errors.refuse(place, "comes where item \(expected) should be: lines may be missing")
            } else if lastIndex == nil, index != 0, index != 1 {
                errors.refuse(place, "is the first one: lines may be missing")
            }
            lastIndex = index
        }

        /// Item 0 is home where it is written as one. It is never flown to.
        mutating func takeHome() {
            guard let first = commands.first, first.number == 0, [0, 16].contains(first.command)
            else { return }
            switch first.frame {
            case 0:
                commands.removeFirst()
                home = try? first.position.get()
            default:
                errors.refuse(
                    first.place,
                    "is this home, or the first waypoint? Home is written with frame 0, and a "
                        + "mission begins with NAV_TAKEOFF")
                commands.removeFirst()
            }
        }
    }
}
