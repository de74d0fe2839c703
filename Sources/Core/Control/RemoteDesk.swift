import Devices
import Synchronization

/// What people ask for, as a driver that is always there: policies read it like any source.
package final class RemoteDesk: Sendable {
    package static let flight = Port<FlightRequest>("flight", "What a person asks of the pilot.")
    package static let door = Port<DoorRequest>("door", "What a person asks of the door.")
    package static let ports: [DriverPort] = [.source(flight), .source(door)]

    private let flightSource = Source<FlightRequest>()
    private let doorSource = Source<DoorRequest>()
    private let lastSequence = Mutex<UInt64>(0)

    package init(at now: Instant) {
        flightSource.publishAbsent("nothing asked yet", at: now)
        doorSource.publishAbsent("nothing asked yet", at: now)
    }

    /// Hands a request to the policies that listen, and returns its number.
    package func ask(_ action: FlightRequest.Action, at now: Instant) -> UInt64 {
        numbered { flightSource.publish(FlightRequest(sequence: $0, action: action), at: now) }
    }

    /// Hands a request to the policies that listen, and returns its number.
    package func ask(_ action: DoorRequest.Action, at now: Instant) -> UInt64 {
        numbered { doorSource.publish(DoorRequest(sequence: $0, action: action), at: now) }
    }

    func cell(_ port: String) -> AnyEndpoint? {
        switch port {
        case Self.flight.name: AnyEndpoint(source: flightSource)
        case Self.door.name: AnyEndpoint(source: doorSource)
        default: nil
        }
    }

    /// Publishes under the next number, in the order of the numbers: of two people who ask at the
    /// same time the later number must not be overwritten by the earlier.
    private func numbered(_ publish: (UInt64) -> Void) -> UInt64 {
        lastSequence.withLock { sequence in
            sequence += 1
            publish(sequence)
            return sequence
        }
    }
}
