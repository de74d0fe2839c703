/// What a phone asks of the pet door locker before Roost: one character, written to the Nordic UART service.
package enum LockerCommand: UInt8, Equatable, Sendable, CaseIterable {
    /// '0': by light and temperature again.
    case automatic = 0x30
    /// '1': lock, whatever the sensors say.
    case lock = 0x31

    /// The last one in what was written, since the last wish counts; others are no commands, as the
    /// locker took them. `nil` for none.
    package static func last(in bytes: some Sequence<UInt8>) -> LockerCommand? {
        bytes.reduce(nil) { LockerCommand(rawValue: $1) ?? $0 }
    }
}

/// The Nordic UART service as the locker's phone looks for it.
package enum LockerService {
    package static let service = "6E400001-B5A3-F393-E0A9-E50E24DCCA9E"
    /// What the phone writes.
    package static let commands = "6E400002-B5A3-F393-E0A9-E50E24DCCA9E"
    /// What notifies the phone.
    package static let messages = "6E400003-B5A3-F393-E0A9-E50E24DCCA9E"
}
