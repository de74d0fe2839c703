import Core
import DriverKit
import Glibc
import LinuxIO
import Values

extension GPSD {
    /// Waits for a receiver that reports once a second.
    private static let timeout = Duration.seconds(4)

    /// What a conversation of some seconds brings: where the receiver is, or why it does not say.
    package static func examine(
        _ settings: Settings, _ system: SystemPaths, _ clock: any Scheduler
    ) throws(DeviceError) -> String? {
        guard let peer = IPv4Endpoint(settings.host, port: settings.port) else { return nil }
        let start = clock.now
        var session = Session(
            .init(peer: peer, device: settings.device), at: start)
        var why = "gpsd has said nothing of a receiver"
        do throws(IOError) {
            let socket = try StreamSocket(connectingTo: peer)
            while clock.now < start + timeout {
                guard try socket.wait(milliseconds: 200) else { continue }
                guard let bytes = try socket.read(atMost: 10240) else { continue }
                if bytes.isEmpty {
                    throw IOError(call: "read", subject: "\(peer)", code: ECONNRESET)
                }
                let actions = session.receive(bytes, at: clock.now)
                if session.receiver.choice != nil { break }
                for action in actions {
                    switch action {
                    case .send(let bytes): _ = try socket.writeAll(bytes, milliseconds: 200)
                    case .fix(let fix, _, nil): return "\(fix)"
                    case .fix(_, _, let doubt?): why = doubt
                    case .noFix(let reason): why = reason
                    case .heading, .noHeading, .warn, .note, .fail: break
                    }
                }
            }
        } catch {
            throw DeviceError(
                .absent,
                "cannot reach gpsd at \(peer): \(error.reason); is it running there (systemctl status "
                    + "gpsd.socket)?")
        }
        if let choice = session.receiver.choice {
            throw DeviceError(.refused, "\(choice) (\(peer))")
        }
        // Silence has its reasons, too.
        for action in session.tick(at: start + Session.timeout + .seconds(1)) {
            if case .fail(let fault) = action { throw fault }
            if case .noFix(let reason) = action { why = reason }
        }
        throw DeviceError(.timeout, "\(why) (\(peer))")
    }
}
