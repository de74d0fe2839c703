import Terminal
import Values

/// The cockpit as lines of text: horizon, compass and height on the left, figures on the right,
/// sticks, messages and keys below.
package struct CockpitScreen: Sendable {
    private let columns: Int
    private let rows: Int
    private let isASCII: Bool

    /// - Parameters:
    ///   - columns: the terminal's width; what is wider than that is cut, made for 80 and more.
    ///   - rows: the terminal's height; made for 24 and more.
    ///   - isASCII: for a terminal that cannot show anything else.
    package init(columns: Int, rows: Int, isASCII: Bool) {
        self.columns = min(max(20, columns), 200)
        self.rows = min(max(8, rows), 80)
        self.isASCII = isASCII
    }

    /// The picture: `rows` lines of `columns` columns each.
    package func draw(_ frame: CockpitFrame) -> [StyledText] {
        let width = max(80, columns)
        let height = max(6, rows - 5)
        let right = min(46, max(36, width * 2 / 5))
        let left = width - 1 - right
        let view = Panel(
            "attitude", width: left, height: height, attitude(frame, left - 4, height - 2))
        let figures = Panel(
            "drone", width: right, height: height,
            CockpitFigures(frame, columns: right - 4, rows: height - 2).lines)
        var lines = [title(frame)] + Panel.side(view, figures)
        lines += [sticks(frame), message(frame)] + Self.keys
        return lines.prefix(rows).map { line in
            let cut = line.fitted(to: columns)
            return isASCII ? cut.inASCII : cut
        }
    }

    // MARK: Top

    private func title(_ frame: CockpitFrame) -> StyledText {
        let (word, style) = Self.state(frame)
        let battery = frame.flight.value.map { "battery \($0.batteryPercent) %" } ?? ""
        let batteryStyle = frame.flight.value.map { Self.style(ofBattery: $0.batteryPercent) }
        let name = StyledText(" Roost", .bold) + StyledText("  \(frame.title)  ", .dim)
        let state = StyledText(" \(word) ", style)
        let room = columns - name.width - state.width - battery.count - 1
        return name + state + StyledText(String(repeating: " ", count: max(1, room)))
            + StyledText(battery, batteryStyle ?? .plain)
    }

    /// What is going on in a word that can be read from afar.
    private static func state(_ frame: CockpitFrame) -> (String, StyledText.Style) {
        guard let flight = frame.flight.good else {
            return ("NO ANSWER: \(frame.link.state)", .alarm)
        }
        switch flight.phase {
        case .landed:
            return frame.link.state == "ready" ? ("READY", .boldGreen) : ("ON THE GROUND", .bold)
        case .takingOff: return ("TAKING OFF", .boldYellow)
        case .hovering: return ("HOVERING", .boldCyan)
        case .flying: return ("FLYING", .boldCyan)
        case .landing: return ("LANDING", .boldYellow)
        case .emergency: return ("EMERGENCY: E clears it", .alarm)
        }
    }

    /// The drone refuses to take off at 20 % or so, and lands itself when it is empty.
    static func style(ofBattery percent: Int) -> StyledText.Style {
        switch percent {
        case ..<15: .alarm
        case ..<30: .boldYellow
        default: .green
        }
    }

    // MARK: Attitude

    /// The compass above, the horizon with the height beside it below.
    private func attitude(_ frame: CockpitFrame, _ columns: Int, _ rows: Int) -> [StyledText] {
        let wide = columns - 7
        let heading = frame.heading.value?.angle
        let isSure = frame.heading.good != nil
        let shown = heading.map { Self.degrees($0) } ?? "no heading"
        let mark = "▲ \(shown)\(isSure || heading == nil ? "" : " ?")"
        let indent = String(repeating: " ", count: max(0, wide / 2))
        let compass = [
            HeadingTape(heading, columns: wide).draw(),
            StyledText(indent + mark, isSure ? .bold : .yellow),
        ]
        let height = max(1, rows - compass.count)
        let below = zip(horizon(frame, wide, height), altitude(frame, height)).map { $0 + $1 }
        return [compass[0] + StyledText("     m", .dim), compass[1]] + below
    }

    private static func degrees(_ angle: Angle) -> String {
        let digits = fixedText(of: angle.compass.degrees, decimals: 0)
        let number = digits == "360" ? "0" : digits
        return String(repeating: "0", count: max(0, 3 - number.count)) + number + "°"
    }

    private func horizon(_ frame: CockpitFrame, _ columns: Int, _ rows: Int) -> [StyledText] {
        guard let flight = frame.flight.good else {
            let empty = [StyledText](
                repeating: StyledText(String(repeating: " ", count: columns)), count: rows)
            return empty.enumerated().map { row, line in
                row == rows / 2 ? Self.centred("no attitude", columns, .dim) : line
            }
        }
        return Horizon(roll: flight.roll, pitch: flight.pitch, columns: columns, rows: rows).draw()
    }

    private static func centred(
        _ text: String, _ columns: Int, _ style: StyledText.Style
    ) -> StyledText {
        let indent = String(repeating: " ", count: max(0, (columns - text.count) / 2))
        return StyledText(indent + text, style).fitted(to: columns)
    }

    /// A column that is as high as the drone, on the first scale that holds it.
    private func altitude(_ frame: CockpitFrame, _ rows: Int) -> [StyledText] {
        let height = frame.flight.good?.altitudeMetres
        let top = [2.0, 5, 10, 20, 50, 100].first { $0 > height ?? 0 } ?? 1000
        let cells = Gauge.column((height ?? 0) / top, height: rows)
        return cells.enumerated().map { row, cell in
            let isEdge = row == 0 || row == rows - 1 || row == rows / 2
            let fraction = 1 - Double(row) / Double(max(1, rows - 1))
            let label = isEdge ? fixedText(of: top * fraction, decimals: 0) : ""
            let pad = String(repeating: " ", count: max(0, 3 - label.count))
            return StyledText("  ") + StyledText("\(cell)\(cell)", .green)
                + StyledText(isEdge ? "─" : " ", .dim) + StyledText(label + pad, .dim)
        }
    }

    // MARK: Bottom

    private func sticks(_ frame: CockpitFrame) -> StyledText {
        let motion = frame.pilot.motion(at: frame.now)
        let axes = [
            ("turn", motion.yaw), ("climb", motion.climb), ("roll", motion.roll),
            ("forward", motion.forward),
        ]
        var line = StyledText(" ")
        for (name, fraction) in axes {
            let style: StyledText.Style = fraction == 0 ? .dim : .boldYellow
            line += StyledText("\(name) ") + StyledText(Gauge.rail(fraction, width: 9), style)
            line += StyledText("  ")
        }
        return line + StyledText("speed ") + StyledText("\(frame.pilot.speedPercent) %", .bold)
    }

    private func message(_ frame: CockpitFrame) -> StyledText {
        let now = frame.now
        if frame.pilot.isLeaving {
            return StyledText(" landing, then leaving", .boldYellow)
        }
        if case .confirm = frame.pilot.intent {
            return StyledText(" ")
                + StyledText(" Take off? Y does, any other key does not ", .alarm)
        }
        if let message = frame.pilot.message, now - message.at < .seconds(4) {
            return StyledText(" \(message.text)", .boldYellow)
        }
        guard let log = frame.log, now - log.at < .seconds(20) else { return StyledText("") }
        return StyledText(" \(log.text)", .dim)
    }

    private static let keys: [StyledText] = [
        key(" ↑ ↓", "forward, back") + key("  ← →", "left, right") + key("  W S", "up, down")
            + key("  A D", "turn") + key("  1-9 0", "speed"),
        key(" T", "take off") + key("  Space", "hover") + key("  L Enter", "land")
            + key("  E", "clear emergency") + key("  Q", "land and leave"),
    ]

    private static func key(_ key: String, _ does: String) -> StyledText {
        StyledText(key, .bold) + StyledText(" \(does)", .dim)
    }
}
