import Core
import Simulators
import Terminal
import Values

/// The drone and the door as a picture for a terminal: the map, the door, the ticks.
struct FlightScreen: Sendable {
    private let columns: Int
    private let rows: Int

    init(_ size: DemoPicture.Size) {
        columns = size.columns
        rows = size.rows
    }

    func draw(_ frame: FlightFrame) -> [StyledText] {
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

    private func title(_ frame: FlightFrame) -> StyledText {
        let time = fixedText(of: frame.elapsed.seconds, decimals: 1)
        return StyledText("Roost", .bold)
            + StyledText("  one supervisor, a simulated drone, house and gpsd   \(time) s")
    }

    // MARK: Drone

    private func flight(_ frame: FlightFrame, columns: Int, rows: Int) -> [StyledText] {
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
        let reason = DemoPicture.wrap(frame.whyDrone, columns: columns, lines: 2)
        return frame.map.draw(columns: columns, rows: rows - 3) + [figures] + reason
    }

    // MARK: House

    private func house(_ frame: FlightFrame, columns: Int) -> [StyledText] {
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
        lines += DemoPicture.wrap(frame.whyBolt, columns: columns, lines: 3) + [""]
        return lines + frame.chart.draw(columns: columns)
    }

    private func gauge(_ fraction: Double, _ style: StyledText.Style) -> StyledText {
        StyledText(Gauge.bar(fraction, width: 12), style)
    }

    // MARK: Ticks and checks

    private func ticks(_ frame: FlightFrame) -> [StyledText] {
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
}
