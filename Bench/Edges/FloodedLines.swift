import Glibc
import LinuxIO

/// 64 lines whose edges come through standard input as `edge-flood` writes them: the driver's
/// whole way from a readable descriptor on, without a kernel that must make the edges.
final class FloodedLines: DigitalInputs {
    /// `struct edge` of edge-flood.c.
    private struct Record {
        var nanoseconds: Int64 = 0
        var line: UInt32 = 0
        var isActive: UInt32 = 0
    }

    static let count = 64
    private static let batch = 64

    let locations = (0..<FloodedLines.count).map { "line \($0)" }
    let capabilities = DigitalInputCapabilities(
        interface: "a pipe", debounces: false, countsDroppedEdges: true, queueLength: 1024)
    let edgeDescriptors = [STDIN_FILENO]
    /// What did not fit is counted where it is written.
    let droppedEdges: UInt64? = 0

    func levels() -> [Bool] { [Bool](repeating: false, count: Self.count) }

    /// - Throws: `ENODEV` at the end of the input: the chip is gone.
    func nextEdges(of descriptor: Int) throws(IOError) -> [DigitalEdge] {
        var records = [Record](repeating: Record(), count: Self.batch)
        let size = MemoryLayout<Record>.stride
        let count = try nonBlockingCall("read") {
            read(STDIN_FILENO, &records, Self.batch * size)
        }
        guard let count else { return [] }
        guard count > 0 else { throw IOError(call: "read", subject: "the edges", code: ENODEV) }
        return records.prefix(count / size).map {
            DigitalEdge(
                line: Int($0.line), isActive: $0.isActive != 0, nanoseconds: $0.nanoseconds)
        }
    }

    func release() {}
}
