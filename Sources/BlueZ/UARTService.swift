import CSDBus
import Core
import Glibc
import Values

/// What happened at the service.
package enum UARTEvent: Equatable, Sendable {
    /// A central, by its address, has written these bytes in one piece; it takes `maxNotification` bytes at once.
    case written([UInt8], by: String, maxNotification: Int)
    /// Somebody wants to be notified, or nobody any more.
    case subscribed(Bool)
    /// "power", "service" or "advertisement" was registered, or why not.
    case registered(String, error: String?)
    /// bluetoothd has come or gone; what was registered is registered no more.
    case present(Bool)
}

/// A Nordic UART service over BlueZ: bluetoothd has the radio, the pairing and the attributes, and this is its client on
/// the system bus.
///
/// On the thread of whoever has it: its owner waits by `wait` in `poll`, then calls `work`.
package final class UARTService {
    /// What its callbacks fill, on the same thread.
    private final class Inbox {
        var events: [UARTEvent] = []
    }

    /// As BlueZ calls its first radio.
    package static let usualAdapter = "hci0"

    /// The longest value of an attribute (Bluetooth 5.3, volume 3, part F, 3.2.9): nobody writes more in one piece.
    package static let maxWrite = 512

    private let inbox = Inbox()
    private let uart: UnsafeMutablePointer<roost_uart>
    private let texts: [UnsafeMutablePointer<CChar>]

    /// Puts the service on the bus; `register` tells BlueZ of it. `name` is what phones show.
    ///
    /// - Throws: that there is no bus.
    package init(
        service: String, commands: String, messages: String, name: String
    ) throws(PlainError) {
        let names = [service.lowercased(), commands.lowercased(), messages.lowercased(), name]
        let texts = names.compactMap { name in strdup(name) }
        guard texts.count == 4 else { throw PlainError("no memory") }
        self.texts = texts
        uart = .allocate(capacity: 1)
        uart.initialize(to: roost_uart())
        uart.pointee.context = Unmanaged.passUnretained(inbox).toOpaque()
        uart.pointee.service_uuid = UnsafePointer(texts[0])
        uart.pointee.commands_uuid = UnsafePointer(texts[1])
        uart.pointee.messages_uuid = UnsafePointer(texts[2])
        uart.pointee.local_name = UnsafePointer(texts[3])
        listen()
        try busCall("the system bus", roost_uart_open(uart))
    }

    deinit {
        roost_uart_close(uart)
        uart.deallocate()
        for text in texts { free(text) }
    }

    private func listen() {
        uart.pointee.written = { inbox, bytes, count, device, mtu in
            guard let bytes, let device, count <= UARTService.maxWrite else { return }
            UARTService.inbox(inbox)?.events.append(
                .written(
                    Array(UnsafeBufferPointer(start: bytes, count: count)),
                    by: bluetoothAddress(ofDevice: String(cString: device)),
                    // ATT has 3 bytes of its own in each (Bluetooth 5.3, volume 3, part F, 3.4.7.1).
                    maxNotification: max(20, Int(mtu) - 3)))
        }
        uart.pointee.subscribed = { inbox, isOn in
            UARTService.inbox(inbox)?.events.append(.subscribed(isOn))
        }
        uart.pointee.registered = { inbox, what, error in
            guard let what else { return }
            UARTService.inbox(inbox)?.events.append(
                .registered(String(cString: what), error: error.map { String(cString: $0) }))
        }
        uart.pointee.present = { inbox, isPresent in
            UARTService.inbox(inbox)?.events.append(.present(isPresent))
        }
    }

    private static func inbox(_ pointer: UnsafeMutableRawPointer?) -> Inbox? {
        pointer.map { Unmanaged<Inbox>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Asks for the radio to be on, for the service and its advertisement; `registered` tells what came of each.
    package func register(on adapter: String) throws(PlainError) {
        try busCall("BlueZ", roost_uart_register(uart, "/org/bluez/\(adapter)"))
    }

    package func wait(at now: Instant) -> BusWait { BusWait(uart.pointee.bus, now.nanoseconds) }

    /// Reads, writes and answers: to be called after each wait.
    ///
    /// - Returns: what has happened.
    /// - Throws: that the bus is gone.
    package func work() throws(PlainError) -> [UARTEvent] {
        try busCall("the system bus", roost_bus_work(uart.pointee.bus))
        defer { inbox.events = [] }
        return inbox.events
    }

    /// Notifies all who are subscribed, in one piece.
    package func notify(_ bytes: [UInt8]) throws(PlainError) {
        try busCall("BlueZ", roost_uart_notify(uart, bytes, bytes.count))
    }
}
