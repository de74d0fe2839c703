import CGPIOD
import Glibc
import Synchronization

/// Lines that the kernel has granted, until they are released.
final class GPIORequest: Sendable {
    typealias Handle = OpaquePointer

    let lines: ResolvedLines
    private let handle: Mutex<Handle?>

    /// Asks for lines; `make` is the call of the shim that does.
    init(
        _ lines: ResolvedLines, consumer: String,
        _ make: @Sendable (UnsafePointer<roost_gpio_location>, inout Handle?) -> Int32
    ) throws(IOError) {
        let (status, granted) = lines.withLocation(consumer: consumer) { location in
            var granted: Handle?
            return (make(location, &granted), granted)
        }
        guard status >= 0 else {
            throw lines.explained(
                IOError(call: "request", subject: lines.description, code: 0 &- status))
        }
        self.lines = lines
        handle = Mutex(granted)
    }

    deinit {
        release()
    }

    /// Makes a call on the lines.
    ///
    /// - Throws: `EBADF` once they are released, like the kernel.
    @discardableResult
    func call(_ name: String, _ body: @Sendable (Handle) -> Int32) throws(IOError) -> Int32 {
        try read(name) { (body($0), ()) }.status
    }

    /// Makes a call that also gives something.
    private func read<Value: Sendable>(
        _ name: String, _ body: @Sendable (Handle) -> (status: Int32, value: Value)
    ) throws(IOError) -> (status: Int32, value: Value) {
        let result = handle.withLock { $0.map(body) }
        if let result, result.status >= 0 { return result }
        throw IOError(
            call: name, subject: lines.description, code: 0 &- (result?.status ?? 0 &- EBADF))
    }

    func levels() throws(IOError) -> [Bool] {
        let levels = try read("read") { handle in
            var levels = [Bool](repeating: false, count: Int(ROOST_GPIO_MAX_LINES))
            let status = roost_gpio_get(handle, &levels)
            return (status, levels)
        }
        return Array(levels.value.prefix(lines.all.count))
    }

    /// The descriptors that tell of edges; none where they are not told.
    func edgeDescriptors() throws(IOError) -> [Int32] {
        let count = try call("watch") { Int32(clamping: roost_gpio_fd_count($0)) }
        var descriptors: [Int32] = []
        for index in 0..<UInt32(count) {
            descriptors.append(try call("watch") { roost_gpio_fd($0, index) })
        }
        return descriptors
    }

    /// Reads the edges that wait behind one descriptor, at most a batch.
    func nextEdges(of descriptor: Int) throws(IOError) -> [roost_gpio_edge] {
        try read("read the edges of") { handle in
            var status: Int32 = 0
            let edges = [roost_gpio_edge](unsafeUninitializedCapacity: Int(ROOST_GPIO_BATCH)) {
                status = roost_gpio_read_edges(handle, UInt32(clamping: descriptor), $0.baseAddress)
                $1 = Int(max(0, status))
            }
            return (status, edges)
        }.value
    }

    func release() {
        handle.withLock { handle in
            if let request = handle { roost_gpio_release(request) }
            handle = nil
        }
    }
}
