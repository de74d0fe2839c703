import Core
import Simulators
import Terminal
import Values

/// The demo as a picture for a terminal: the map, the door, the ticks.
struct DemoScreen: Sendable {
    private let columns: Int
    private let rows: Int

    /// - Parameters:
    ///   - columns: the terminal's width; less than 80 is drawn as 80.
    ///   - rows: the terminal's height; less than 24 is drawn as 24.
    init(columns: Int, rows: Int) {
        self.columns = min(max(80, columns), 160)
        self.rows = min(max(24, rows), 60)
    }

    func draw(_ frame: DemoFrame) -> [StyledText] {
        let left = (columns - 1) * 6 / 10
        let height = rows - 7
        let map = Panel(
            "drone, AR.Drone protocol over UDP", width: left, height: height,
            flight(frame, columns: left - 4, rows: height - 2))
        let door = Panel(
            "pet door, 1-Wire + ADC + PWM", width: columns - 1 - left, height: height,
            house(frame, columns: columns - 1 - left - 4))
        return [title(frame)] + Panel.side(map, door) + ticks(frame)
    }

    private func title(_ frame: DemoFrame) -> StyledText {
        let time = fixedText(of: frame.elapsed.seconds, decimals: 1)
        return StyledText("Roost", .bold)
            + StyledText("  one supervisor, a simulated drone, house and gpsd   \(time) s")
    }

    // MARK: Drone

    private func flight(_ frame: DemoFrame, columns: Int, rows: Int) -> [StyledText] {
        let drone = frame.drone
        let speed =
            (drone.eastMetresPerSecond * drone.eastMetresPerSecond
            + drone.northMetresPerSecond * drone.northMetresPerSecond).squareRoot()
        let figures =
            StyledText("\(drone.phase)", .boldCyan)
            + StyledText(
                "  height \(fixedText(of: drone.altitudeMetres, decimals: 1)) m"
                    + "  speed \(fixedText(of: speed, decimals: 1)) m/s"
                    + "  battery \(Int(drone.batteryPercent)) %")
        let reason = wrap(frame.whyDrone, columns: columns, lines: 2)
        return frame.map.draw(columns: columns, rows: rows - 3) + [figures] + reason
    }

    // MARK: House

    private func house(_ frame: DemoFrame, columns: Int) -> [StyledText] {
        let house = frame.house
        let isLocked = frame.door == "locked"
        let doorStyle: StyledText.Style = isLocked ? .red : .green
        var lines: [StyledText] = [
            StyledText(frame.clock, .bold) + StyledText("  a day in 40 s"),
            StyledText("light    ") + gauge(house.lightRatio, .yellow)
                + StyledText(" \(Int(house.lightRatio * 100)) %"),
            StyledText("outside  \(fixedText(of: house.celsius, decimals: 1)) °C"),
            StyledText("bolt     ") + gauge(house.boltPosition, doorStyle),
            StyledText("switch   \(house.isLatchContactClosed ? "closed" : "open")"),
            StyledText("door     ") + StyledText(frame.door, doorStyle),
            "",
        ]
        lines += wrap(frame.whyBolt, columns: columns, lines: 3) + [""]
        return lines + frame.chart.draw(columns: columns)
    }

    private func gauge(_ fraction: Double, _ style: StyledText.Style) -> StyledText {
        StyledText(Gauge.bar(fraction, width: 12), style)
    }

    // MARK: Ticks and checks

    private func ticks(_ frame: DemoFrame) -> [StyledText] {
        let policies = (frame.status?.policies ?? []).prefix(2).map(line)
        let checks = frame.checks.map { check in
            StyledText(check.isMet ? "✔ " : "· ", check.isMet ? .green : .dim)
                + StyledText(check.text, check.isMet ? .plain : .dim)
        }
        return (policies + checks).map { $0.fitted(to: columns) }
    }

    private func line(_ policy: PolicyReport) -> StyledText {
        let late = policy.lateness
        return StyledText("ticks ", .dim) + StyledText(policy.name, .bold)
            + StyledText(
                " every \(shortText(of: policy.periodMilliseconds)) ms: \(policy.ticks), "
                    + "\(policy.skippedTicks) skipped; late p50 \(milliseconds(late.p50Milliseconds)), "
                    + "p99 \(milliseconds(late.p99Milliseconds)), "
                    + "max \(milliseconds(late.maxMilliseconds)); "
                    + "step p99 \(milliseconds(policy.stepTime.p99Milliseconds))")
    }

    private func milliseconds(_ milliseconds: Double) -> String {
        "\(fixedText(of: milliseconds, decimals: 2)) ms"
    }

    /// Breaks text into at most so many lines, always exactly that many.
    private func wrap(_ text: String, columns: Int, lines count: Int) -> [StyledText] {
        let lines = TextWrap.lines(of: text, columns: columns)
        let padding = [String](repeating: "", count: max(0, count - lines.count))
        return (lines.prefix(count) + padding).map { StyledText($0) }
    }
}
