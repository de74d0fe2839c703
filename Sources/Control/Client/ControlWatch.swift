import Core
import Glibc
import JSON
import LinuxIO
import Values

/// A connection to the control socket: a question, and the lines that come back.
package final class ControlWatch {
    /// A line of the state, as long as the service keeps one for who watches: a hundred devices have 100 kB.
    package static let maxLine = 4 << 20
    private static let readsPerWakeup = 16

    package let socket: StreamSocket
    private var lines = LineBuffer(limit: ControlWatch.maxLine)
    /// Whether nothing more comes; also after a line that was too long, since nobody knows what it said.
    package private(set) var hasEnded = false

    /// An empty connection takes a line of this length at once.
    package init(_ path: String, asking question: JSONValue) throws(IOError) {
        socket = try StreamSocket(connectingTo: path)
        let line = Array("\(question.line)\n".utf8)
        guard try socket.write(line[...]) == line.count else {
            throw IOError(call: "send", subject: path, code: ENOBUFS)
        }
    }

    /// What has come.
    package func read() -> [JSONValue] {
        readLines().compactMap { try? JSONValue(parsing: $0) }
    }

    /// What has come, for who hands it on as it is.
    package func readLines() -> [[UInt8]] {
        var found: [[UInt8]] = []
        do throws(IOError) {
            for _ in 0..<Self.readsPerWakeup {
                guard let bytes = try socket.read(atMost: 65536) else { break }
                guard !bytes.isEmpty else {
                    hasEnded = true
                    break
                }
                for event in lines.append(bytes) {
                    switch event {
                    case .line(let line): found.append(line)
                    case .tooLong: hasEnded = true
                    }
                }
            }
        } catch {
            hasEnded = true
        }
        return found
    }
}
