import Simulators
import Values

/// The drone and the door as lines of text, for logs and machines: one line tells one moment.
struct FlightLine: Sendable, CustomStringConvertible {
    let description: String

    init(_ frame: FlightFrame, start: Position) {
        let (drone, house) = (frame.drone, frame.house)
        let distance = fixedText(of: drone.position.distanceMetres(to: start), decimals: 1)
        let height = fixedText(of: drone.altitudeMetres, decimals: 1)
        description =
            "\(fixedText(of: frame.elapsed.seconds, decimals: 1)) s"
            + " | drone \(drone.phase), \(distance) m from its start, height \(height) m:"
            + " \(frame.whyDrone)"
            + " | \(frame.clock), light \(Int(house.lightRatio * 100)) %,"
            + " \(fixedText(of: house.celsius, decimals: 1)) °C,"
            + " switch \(house.isLatchContactClosed ? "closed" : "open"), \(frame.door):"
            + " \(frame.whyBolt)"
    }
}
