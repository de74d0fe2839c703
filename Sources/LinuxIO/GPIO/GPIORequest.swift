import CGPIOD
import Glibc
import Synchronization

/// A line that the kernel has granted, until it is released.
final class GPIORequest: Sendable {
    let place: GPIOPlace
    private let handle: Mutex<UnsafeMutablePointer<roost_gpio_line>?>

    /// Asks for a line; `make` is the call of the shim that does.
    init(
        _ place: GPIOPlace,
        _ make: (inout UnsafeMutablePointer<roost_gpio_line>?) -> Int32
    ) throws(IOError) {
        var granted: UnsafeMutablePointer<roost_gpio_line>?
        let status = make(&granted)
        guard status >= 0 else {
            throw place.explained(
                IOError(call: "request", subject: place.description, code: 0 &- status))
        }
        self.place = place
        handle = Mutex(granted)
    }

    deinit {
        release()
    }

    /// Makes a call on the line.
    ///
    /// - Throws: `EBADF` once it is released, like the kernel.
    @discardableResult
    func call(
        _ name: String, _ body: @Sendable (UnsafeMutablePointer<roost_gpio_line>) -> Int32
    ) throws(IOError) -> Int32 {
        let result = handle.withLock { $0.map(body) } ?? 0 &- EBADF
        return try gpioCall(name, place.description) { result }
    }

    /// Reads one edge; `nil` when there is none now.
    func nextEdge() throws(IOError) -> roost_gpio_edge? {
        let (status, edge) = handle.withLock { handle in
            var edge = roost_gpio_edge()
            let status = handle.map { roost_gpio_line_read_edge($0, &edge) }
            return (status ?? 0 &- EBADF, edge)
        }
        let count = try gpioCall("read an edge of", place.description) { status }
        return count > 0 ? edge : nil
    }

    func release() {
        handle.withLock { handle in
            if let line = handle { roost_gpio_line_release(line) }
            handle = nil
        }
    }
}
