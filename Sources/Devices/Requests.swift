/// What a person asks for, over the control socket or a button.
///
/// Requests are sources like any other. The sequence number grows with each, so the last one
/// wins and none is done twice.

/// Something asked of whoever flies the aircraft.
package struct FlightRequest: DeviceValue {
    package static let kind = "flight-request"

    package enum Action: Codable, Equatable, Sendable {
        case target(Position, altitudeMetres: Double?)
        case takeOff, land, hover, reset
    }

    package let sequence: UInt64
    package let action: Action

    package init(sequence: UInt64, action: Action) {
        self.sequence = sequence
        self.action = action
    }

    package var description: String { "\(action)" }
}

/// Something asked of whoever keeps the door.
package struct DoorRequest: DeviceValue {
    package static let kind = "door-request"

    package enum Action: String, Codable, Sendable {
        case lock, unlock, auto
    }

    package let sequence: UInt64
    package let action: Action

    package init(sequence: UInt64, action: Action) {
        self.sequence = sequence
        self.action = action
    }

    package var description: String { action.rawValue }
}

/// What a policy says to a request: done or refused, and why.
package struct Answer: Codable, Equatable, Sendable {
    package let sequence: UInt64
    package let isAccepted: Bool
    package let message: String

    package init(sequence: UInt64, isAccepted: Bool, message: String) {
        self.sequence = sequence
        self.isAccepted = isAccepted
        self.message = message
    }
}
