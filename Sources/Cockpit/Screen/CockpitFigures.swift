import Terminal
import Values

/// What the drone says in figures, and in words why it would not fly.
struct CockpitFigures {
    private let frame: CockpitFrame
    private let columns: Int
    private let rows: Int

    init(_ frame: CockpitFrame, columns: Int, rows: Int) {
        self.frame = frame
        self.columns = columns
        self.rows = rows
    }

    /// The most important first; those that do not fit are left out, arming failures never.
    var lines: [StyledText] {
        let figures = flight + place + link
        let armingFailures = armingFailures
        return Array(figures.prefix(max(0, rows - armingFailures.count))) + armingFailures
    }

    private func line(
        _ name: String, _ value: String, _ style: StyledText.Style = .plain
    ) -> StyledText {
        let pad = String(repeating: " ", count: max(1, 9 - name.count))
        return StyledText(name + pad, .dim) + StyledText(value, style)
    }

    private func number(_ number: Double, _ decimals: Int) -> String {
        fixedText(of: number, decimals: decimals)
    }

    // MARK: Flight

    private var flight: [StyledText] {
        guard let flight = frame.flight.value else {
            guard case .absent(let why) = frame.flight.quality else { return [] }
            return [line("drone", why, .boldYellow)]
        }
        return [
            battery(flight.batteryPercent),
            line("height", "\(number(flight.altitudeMetres, 2)) m"),
            line("speed", speed(flight)),
            line("roll", leaning(flight.roll, "right", "left")),
            line("pitch", leaning(flight.pitch, "up", "down")),
        ]
    }

    private func battery(_ percent: Int) -> StyledText {
        let style = CockpitScreen.style(ofBattery: percent)
        return line("battery", Gauge.bar(Double(percent) / 100, width: 12), style)
            + StyledText(" \(percent) %", style)
    }

    private func speed(_ flight: FlightState) -> String {
        let (forward, right) = (flight.forwardMetresPerSecond, flight.rightMetresPerSecond)
        let total = (forward * forward + right * right).squareRoot()
        let text = "\(number(total, 1)) m/s"
        guard total >= 0.05 else { return text }
        let ahead = "\(forward < 0 ? "↓" : "↑")\(number(abs(forward), 1))"
        let aside = "\(right < 0 ? "←" : "→")\(number(abs(right), 1))"
        return "\(text)  \(ahead) \(aside)"
    }

    private func leaning(_ angle: Angle, _ positive: String, _ negative: String) -> String {
        let text = number(abs(angle.degrees), 1)
        if text == "0.0" { return "0.0°" }
        return "\(text)° \(angle.degrees < 0 ? negative : positive)"
    }

    // MARK: Place

    private var place: [StyledText] {
        var lines: [StyledText] = []
        if case .doubtful(let why) = frame.heading.quality {
            lines += wrapped("compass", why, .yellow)
        }
        guard let fix = frame.position.good else { return lines }
        let position = fix.position
        lines.append(
            line("place", "\(number(position.latitude, 6)) \(number(position.longitude, 6))"))
        let satellites = fix.satellitesUsed.map { "\($0) satellites" }
        let error = fix.horizontalErrorMetres.map { "±\(number($0, 1)) m" }
        let known = [satellites, error].compactMap(\.self).joined(separator: ", ")
        if !known.isEmpty { lines.append(line("gps", known)) }
        return lines
    }

    // MARK: Link

    private var link: [StyledText] {
        let link = frame.link
        var lines = [line("link", "\(link.state) for \(text(of: link.stateAge))")]
        if frame.flight.value != nil {
            // What came after the frame's time was taken is new, not from the future.
            let age = max(.zero, frame.flight.age(at: frame.now))
            let isOld = age > .milliseconds(300)
            lines.append(
                line("data", "\(number(age.milliseconds, 0)) ms old", isOld ? .boldYellow : .plain))
        }
        if let p99 = link.commandGapP99, let longest = link.commandGapMax {
            lines.append(
                line(
                    "commands",
                    "p99 \(number(p99.milliseconds, 0)) ms, max \(number(longest.milliseconds, 0))"
                ))
        }
        lines.append(
            line(
                "lost", "\(link.losses) times, \(link.sendFailures) unsent",
                link.losses + link.sendFailures > 0 ? .yellow : .plain))
        let keys =
            frame.pilot.knowsReleases ? "told when let go" : "guessed when let go"
        lines.append(line("keys", keys))
        return lines
    }

    // MARK: Arming failures

    /// Why it would refuse to take off; in the air that does not matter.
    private var armingFailures: [StyledText] {
        guard let flight = frame.flight.value, !flight.phase.isAirborne,
            !flight.armingFailures.isEmpty
        else { return [] }
        return flight.armingFailures.flatMap { wrapped("no start", $0, .red) }
    }

    private func wrapped(
        _ name: String, _ text: String, _ style: StyledText.Style
    ) -> [StyledText] {
        TextWrap.lines(of: text, columns: columns - 9).enumerated().map { index, part in
            line(index == 0 ? name : "", part, style)
        }
    }
}
