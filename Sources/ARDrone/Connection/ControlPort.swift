import Core
import DriverKit
import Glibc
import LinuxIO
import Values

/// The drone's control port: a connection that stands only while a dump is read. It has a reader of
/// its own and connects without waiting: no command is ever late for it.

extension ARDrone.DriverState {
    /// Taken at a time, so that a drone that sends without end can be left between two of them.
    private static let maxRead = 4096
    private static let readsPerWakeup = 8

    /// Notices that the connection stands, or does not come about.
    mutating func pollControlPort(at now: Instant) {
        do throws(IOError) {
            if try controlPort?.hasOpened() == true { link.receive(.connected, at: now) }
        } catch {
            endControlPort(Self.reason(error), at: now)
        }
    }

    mutating func readControlPort(at now: Instant) {
        do throws(IOError) {
            for _ in 0..<Self.readsPerWakeup {
                guard let bytes = try controlPort?.read(atMost: Self.maxRead) else { return }
                guard !bytes.isEmpty else {
                    return endControlPort("closed the connection", at: now)
                }
                link.receive(.bytes(bytes), at: now)
            }
        } catch {
            endControlPort(Self.reason(error), at: now)
        }
    }

    /// An ended stream stays readable for ever, so the connection goes at once.
    private mutating func endControlPort(_ why: String, at now: Instant) {
        controlPort = nil
        link.receive(.closed(why), at: now)
    }

    fileprivate static func reason(_ error: IOError) -> String {
        error.code == ECONNREFUSED
            ? "is not there" : "failed: \(String(cString: strerror(error.code)))"
    }
}

extension ARDrone.DriverIO {
    /// Begins to connect; what comes of it shows in later ticks.
    func openControlPort(_ shell: ARDrone.Shell, at now: Instant) {
        do throws(IOError) {
            let connection = try ARDrone.StreamConnection(
                to: endpoints.control, name: "control", of: shell
            ) { shell in
                // An old connection that wakes up reads the current one, which does no harm.
                shell.with { $0.readControlPort(at: shell.now) }
            }
            shell.with { $0.controlPort = connection }
        } catch {
            let reason = ARDrone.DriverState.reason(error)
            shell.with { $0.link.receive(.closed(reason), at: now) }
        }
    }
}
