import CSDBus
import Core
import Glibc
import Values

/// Throws for what sd-bus says is an error: a negative number of errno(3).
func busCall(_ what: String, _ code: Int32) throws(PlainError) {
    guard code < 0 else { return }
    throw PlainError("\(what): \(String(cString: strerror(-code)))")
}

/// How a thread waits for a connection to the bus in `poll`.
package struct BusWait: Sendable {
    package let descriptor: Int32
    package let events: Int16
    /// Milliseconds until it has something to do by itself; -1 for never.
    package let milliseconds: Int32

    init(_ bus: OpaquePointer?, _ nowNanoseconds: Int64) {
        descriptor = sd_bus_get_fd(bus)
        events = Int16(truncatingIfNeeded: max(0, sd_bus_get_events(bus)))
        var due = UInt64.max
        sd_bus_get_timeout(bus, &due)
        // Of CLOCK_MONOTONIC, in microseconds.
        let now = UInt64(max(0, nowNanoseconds) / 1000)
        milliseconds = due == .max ? -1 : Int32(clamping: due <= now ? 0 : (due - now) / 1000 + 1)
    }
}

/// The name of a device on the bus has its address in it: "/org/bluez/hci0/dev_A0_A1_A2_A3_A4_A5".
package func bluetoothAddress(ofDevice path: String) -> String {
    guard let range = path.lastIndex(of: "/") else { return path }
    let name = path[path.index(after: range)...]
    guard name.hasPrefix("dev_") else { return String(name) }
    return name.dropFirst(4).split(separator: "_").joined(separator: ":")
}
