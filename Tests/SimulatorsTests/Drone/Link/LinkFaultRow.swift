import Core
import Glibc
import Values

@testable import ARDrone

/// A row of the table that script/test-link prints: what the driver did about a fault, and how
/// long it took at worst.
struct LinkFaultRow {
    private let fault: LinkFault
    private var did: [String] = []
    private var regained = Duration.zero
    private var silence = Duration.zero

    init(_ fault: LinkFault) {
        self.fault = fault
    }

    /// Adds a flight that has just come back under control.
    mutating func add(_ flight: LinkFlight, regained duration: Duration) {
        regained = max(regained, duration)
        silence = max(silence, flight.maxSilence)
        for deed in [Self.path(flight.states)] + flight.events.compactMap(Self.words)
        where !did.contains(deed) {
            did.append(deed)
        }
    }

    /// Prints the row if somebody wants the table.
    func tell() {
        guard getenv("ROOST_LINK_TABLE") != nil else { return }
        print(
            "| \(fault.rawValue) | \(did.joined(separator: "; ")) "
                + "| \(fixedText(of: silence.seconds, decimals: 2)) s "
                + "| \(fixedText(of: regained.seconds, decimals: 2)) s |")
    }

    private static func path(_ states: [ARDrone.Link.State]) -> String {
        states.map(\.rawValue).joined(separator: " → ")
    }

    private static func words(_ event: ARDrone.LinkEvent) -> String? {
        if case .stateChanged = event { return nil }
        return event.message
    }
}
