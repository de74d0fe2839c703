import CSDBus
import Core
import Glibc
import Values

/// What happened while devices may pair.
package enum PairingEvent: Equatable, Sendable {
    /// Six digits that have to be typed in at the device, by its address.
    case passkey(String, device: String)
    case paired(device: String)
}

/// Lets devices pair for a while, each by a passkey that is shown here and typed in there: so only who can read this
/// screen is bonded.
package final class PasskeyDisplay {
    private final class Inbox {
        var events: [PairingEvent] = []
    }

    private let inbox = Inbox()
    private let agent: UnsafeMutablePointer<roost_agent>
    private let adapter: String

    /// - Throws: why nobody can pair, as BlueZ has it.
    package init(on adapter: String, for time: Duration) throws(PlainError) {
        self.adapter = "/org/bluez/\(adapter)"
        agent = .allocate(capacity: 1)
        agent.initialize(to: roost_agent())
        agent.pointee.context = Unmanaged.passUnretained(inbox).toOpaque()
        agent.pointee.show = { inbox, device, passkey in
            guard let device else { return }
            PasskeyDisplay.inbox(inbox)?.events.append(
                .passkey(
                    padded(passkey, to: 6),
                    device: bluetoothAddress(ofDevice: String(cString: device))))
        }
        agent.pointee.paired = { inbox, device in
            guard let device else { return }
            PasskeyDisplay.inbox(inbox)?.events.append(
                .paired(device: bluetoothAddress(ofDevice: String(cString: device))))
        }
        var why = [CChar](repeating: 0, count: 200)
        let seconds = UInt32(clamping: Int(time.seconds))
        guard roost_agent_begin(agent, self.adapter, seconds, &why, why.count) >= 0 else {
            let text = why.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            throw PlainError(String(decoding: text, as: UTF8.self))
        }
    }

    deinit {
        roost_agent_end(agent, adapter)
        agent.deallocate()
    }

    private static func inbox(_ pointer: UnsafeMutableRawPointer?) -> Inbox? {
        pointer.map { Unmanaged<Inbox>.fromOpaque($0).takeUnretainedValue() }
    }

    package func wait(at now: Instant) -> BusWait { BusWait(agent.pointee.bus, now.nanoseconds) }

    /// - Returns: what has happened.
    /// - Throws: that the bus is gone.
    package func work() throws(PlainError) -> [PairingEvent] {
        try busCall("the system bus", roost_bus_work(agent.pointee.bus))
        defer { inbox.events = [] }
        return inbox.events
    }
}
