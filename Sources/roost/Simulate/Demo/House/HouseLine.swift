import Simulators
import Values

/// The house as lines of text, for logs and machines: one line tells one moment.
struct HouseLine: Sendable, CustomStringConvertible {
    let description: String

    init(_ frame: HouseFrame) {
        let (room, sight) = (frame.sight.room, frame.sight)
        let outputs = [("fan", sight.fan), ("lamp", sight.lamp), ("pump", sight.pump)]
            .map { "\($0) \(frame.words(of: $0, $1))" }
        let told = sight.alerts.isEmpty ? "" : " | told: \(sight.alerts.joined(separator: "; "))"
        description =
            "\(fixedText(of: frame.elapsed.seconds, decimals: 1)) s"
            + " | room \(HouseWords.celsius(room)), light \(HouseWords.percent(room.lightRatio)),"
            + " soil \(HouseWords.percent(room.soilRatio)), \(room.isRaining ? "rain" : "dry"),"
            + " button \(room.isButtonHeld ? "pressed" : "released")"
            + " | \(outputs.joined(separator: ", ")): \(frame.why)" + told
    }
}
