import Simulators
import Terminal
import Values

/// The house as a picture for a terminal: what goes in, what comes out, why, and the day so far.
struct HouseScreen: Sendable {
    private static let panelRows = 8
    private static let whyRows = 3

    private let columns: Int
    private let rows: Int

    init(_ size: DemoPicture.Size) {
        columns = size.columns
        rows = size.rows
    }

    func draw(_ frame: HouseFrame) -> [StyledText] {
        let left = (columns - 1) / 2
        let right = columns - 1 - left
        let inputs = Panel(
            "inputs, 1-Wire + ADC + GPIO", width: left, height: Self.panelRows,
            inputs(frame, columns: left - 4))
        let outputs = Panel(
            "outputs, GPIO", width: right, height: Self.panelRows,
            outputs(frame, columns: right - 4))
        let picture =
            [title(frame)] + Panel.side(inputs, outputs) + why(frame) + frame.stages.map(row)
        return picture.prefix(rows).map { $0.fitted(to: columns) }
    }

    private func title(_ frame: HouseFrame) -> StyledText {
        let time = fixedText(of: frame.elapsed.seconds, decimals: 1)
        return StyledText("Roost", .bold)
            + StyledText("  one supervisor, and a simulated house that follows rules   \(time) s")
    }

    // MARK: Inputs

    private func inputs(_ frame: HouseFrame, columns: Int) -> [StyledText] {
        let (room, moments) = (frame.sight.room, frame.history.moments)
        return [
            input("room", HouseWords.celsius(room), moments.map(\.celsius), 18...32, columns),
            input(
                "light", HouseWords.percent(room.lightRatio), moments.map(\.lightRatio), 0...1,
                columns),
            input(
                "soil", HouseWords.percent(room.soilRatio), moments.map(\.soilRatio), 0...1,
                columns),
            state("rain", room.isRaining, "wet", "dry"),
            state("button", room.isButtonHeld, "pressed", "released"),
        ]
    }

    private func input(
        _ name: String, _ value: String, _ figures: [Double], _ limits: ClosedRange<Double>,
        _ columns: Int
    ) -> StyledText {
        let label = StyledText(name).fitted(to: 7) + StyledText(value).aligned(to: 8)
        let curve = Sparkline.text(
            of: figures, width: columns - label.width - 2, between: limits)
        return label + StyledText("  ") + StyledText(curve, .yellow)
    }

    private func state(
        _ name: String, _ isActive: Bool, _ active: String, _ inactive: String
    ) -> StyledText {
        StyledText(name).fitted(to: 7)
            + StyledText(isActive ? active : inactive, isActive ? .cyan : .plain).aligned(to: 8)
    }

    // MARK: Outputs

    private func outputs(_ frame: HouseFrame, columns: Int) -> [StyledText] {
        let (sight, moments) = (frame.sight, frame.history.moments)
        let alerts = sight.alerts.joined(separator: "; ")
        let told = DemoPicture.wrap(
            alerts.isEmpty ? "nobody is told anything" : "told: \(alerts)", columns: columns,
            lines: 2)
        return [
            output("fan", sight.fan, moments.map(\.fan), frame, columns),
            output("lamp", sight.lamp, moments.map(\.lamp), frame, columns),
            output("pump", sight.pump, moments.map(\.pump), frame, columns), "",
        ] + told.map { $0.styled(alerts.isEmpty ? .dim : .boldYellow) }
    }

    private func output(
        _ name: String, _ level: Bool?, _ band: [Bool], _ frame: HouseFrame, _ columns: Int
    ) -> StyledText {
        let label =
            StyledText(name).fitted(to: 5)
            + StyledText(frame.words(of: name, level), level == true ? .boldGreen : .plain)
            .fitted(to: 15)
        let shown = band.suffix(max(0, columns - label.width - 1))
        return label + StyledText(" ")
            + StyledText(String(shown.map { $0 ? "█" : "·" }), .green)
    }

    // MARK: Why, and the day

    private func why(_ frame: HouseFrame) -> [StyledText] {
        let label = "why: "
        let lines = DemoPicture.wrap(
            frame.why, columns: columns - label.count, lines: Self.whyRows)
        return lines.enumerated().map { index, line in
            StyledText(index == 0 ? label : "", .dim).fitted(to: label.count) + line
        }
    }

    private func row(_ stage: HouseFrame.Stage) -> StyledText {
        switch stage.outcome {
        case .waiting: StyledText("·         \(stage.text)", .dim)
        case .underWay: StyledText("▶         ", .boldCyan) + StyledText(stage.text, .bold)
        case .seen(let time):
            StyledText("✔", .green)
                + StyledText("\(fixedText(of: time.seconds, decimals: 1)) s", .dim).aligned(to: 7)
                + StyledText("  \(stage.text)")
        case .missed: StyledText("✘ missed  ", .red) + StyledText(stage.text, .red)
        }
    }
}

/// How the show writes what the house is like.
enum HouseWords {
    static func celsius(_ room: RoomModel) -> String {
        room.isThermometerLost ? "lost" : "\(fixedText(of: room.celsius, decimals: 1)) °C"
    }

    static func percent(_ ratio: Double) -> String { "\(Int((ratio * 100).rounded())) %" }

    static func level(_ level: Bool?) -> String { level.map { $0 ? "on" : "off" } ?? "-" }
}
