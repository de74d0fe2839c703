import Core
import JSON
import Terminal
import Values

/// A model that is told things, with time in the hand of the test.
final class TopBench {
    var model: TopModel
    private(set) var now = Instant(nanoseconds: 1_000_000_000_000)

    init(_ report: StatusReport) {
        model = TopModel(report, at: now)
    }

    convenience init() throws {
        self.init(try StatusSample.report())
    }

    func wait(_ time: Duration) { now = now + time }

    /// Presses keys: letters, and "↑", "↓", "⏎" for those that have none; "⎋" is escape, "^" ctrl-C.
    @discardableResult
    func press(_ keys: String, columns: Int = 80, rows: Int = 24) -> TopAction? {
        var action: TopAction?
        for character in keys {
            let key: Key =
                switch character {
                case "↑": .up
                case "↓": .down
                case "⏎": .enter
                case "⎋": .escape
                case "^": .interrupt
                default: .character(character)
                }
            let limit = screen(columns: columns, rows: rows).maxScroll
            action = model.handle(.key(key, .press), maxScroll: limit, at: now) ?? action
        }
        return action
    }

    func tell(_ line: JSONValue) -> Bool { model.receive(line, at: now) }

    func tellEvent(
        _ number: Int, _ text: String, source: String = "drone", level: String = "notice",
        age: Double = 0
    ) {
        _ = tell([
            "event": [
                "number": .number(Double(number)), "level": .string(level),
                "source": .string(source), "text": .string(text), "age_seconds": .number(age),
            ]
        ])
    }

    func screen(columns: Int = 80, rows: Int = 24, isASCII: Bool = false) -> TopScreen {
        TopScreen(model, columns: columns, rows: rows, isASCII: isASCII, at: now)
    }

    func lines(columns: Int = 80, rows: Int = 24, isASCII: Bool = false) -> [String] {
        screen(columns: columns, rows: rows, isASCII: isASCII).lines.map {
            String($0.rendered(colour: false).reversed().drop { $0 == " " }.reversed())
        }
    }

    /// The name behind the mark.
    var selected: String? {
        let line = lines().first { $0.hasPrefix("▶") }
        return line?.split(separator: " ").dropFirst().first.map(String.init)
    }

    /// The names in both tables, in their order.
    var names: [String] {
        let known = ["drone", "rose", "outside", "latch", "bolt", "pilot", "door", "lamp"]
        return lines().compactMap { line in
            let name = line.dropFirst(2).split(separator: " ").first.map(String.init)
            return name.flatMap { known.contains($0) ? $0 : nil }
        }
    }
}
