import CommandKit
import Core
import Glibc
import LinuxIO
import Simulators
import Threads
import Values

/// Takes fault commands from standard input, one a line, for as long as there is one.
enum FaultConsole {
    private static let maxLineBytes = 500

    /// Reads on a thread of its own, because standard input may be a plain file or a terminal
    /// that belongs to somebody else, which no event source can wait for. Its end changes nothing.
    static func start(for drone: SimulatedDrone) {
        // A job in the background that reads from its terminal is stopped by this signal, and a
        // stopped drone hangs in the air. Ignored, the read fails instead.
        signal(SIGTTIN, SIG_IGN)
        let number = dup(STDIN_FILENO)
        guard number >= 0 else { return }
        let input = FileDescriptor(adopting: number)
        WorkerThread.start("fault-console", for: .service) { [weak drone] in
            var lines = LineBuffer(limit: maxLineBytes)
            while let bytes = try? input.read(atMost: 4096), !bytes.isEmpty {
                for event in lines.append(bytes) {
                    guard let drone else { return }
                    Console.out(answer(to: event, drone))
                }
            }
        }
    }

    private static func answer(to event: LineBuffer.Event, _ drone: SimulatedDrone) -> String {
        guard case .line(let bytes) = event else {
            return "fault: a line may have \(maxLineBytes) bytes"
        }
        let line = String(decoding: bytes, as: UTF8.self)
        do throws(PlainError) {
            let commands = try FaultCommand.list(line)
            commands.forEach(drone.apply)
            return commands.isEmpty ? "fault: none" : "fault: \(line)"
        } catch {
            return "fault: not done: \(error)"
        }
    }
}
