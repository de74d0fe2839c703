import Core
import Simulators
import Synchronization

/// Prints a line whenever a simulated drone begins to do something else.
final class PhaseLogger: Sendable {
    private let last = Mutex<String>("")

    func tell(_ truth: DroneGroundTruth) {
        let link = truth.isLinkLost ? ", has lost its controller" : ""
        let now = truth.phase.rawValue + link
        let isNew = last.withLock { last in
            defer { last = now }
            return last != now
        }
        guard isNew else { return }
        Console.out(
            "drone: \(now), height \(fixedText(of: truth.altitudeMetres, decimals: 1)) m, "
                + "battery \(fixedText(of: truth.batteryPercent, decimals: 0)) %")
    }
}
