import Core
import Glibc
import LinuxIO

/// A connection to the control socket: a question, and the lines that come back.
package final class ControlWatch {
    /// A line of the state: a hundred devices have 100 kB.
    private static let maxLine = 1 << 20
    private static let readsPerWakeup = 16

    package let socket: StreamSocket
    private var lines = LineBuffer(limit: ControlWatch.maxLine)
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
        var found: [JSONValue] = []
        do throws(IOError) {
            for _ in 0..<Self.readsPerWakeup {
                guard let bytes = try socket.read(atMost: 65536) else { break }
                guard !bytes.isEmpty else {
                    hasEnded = true
                    break
                }
                for case .line(let line) in lines.append(bytes) {
                    if let json = try? JSONValue(parsing: line) { found.append(json) }
                }
            }
        } catch {
            hasEnded = true
        }
        return found
    }
}
