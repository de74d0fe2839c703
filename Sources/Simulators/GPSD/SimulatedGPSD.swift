import Core
import LinuxIO
import Values

/// A server that speaks gpsd's JSON over TCP for a receiver that exists only in the simulation.
package final class SimulatedGPSD: Sendable {
    private let server: ClientServer<GPSDClientSession>
    private let timer: any Cancellable

    /// Starts to listen, and to report what `receiver` says; `nil` is a receiver without a fix.
    package init(
        on endpoint: IPv4Endpoint, scheduler: any Scheduler,
        options: SimulatedGPSDOptions = SimulatedGPSDOptions(),
        receiver: @escaping @Sendable () -> SimulatedFix?
    ) throws(IOError) {
        let reports = GPSDReports(device: options.device, epoch: options.epoch)
        // As gpsd does, it drops a client that does not keep up.
        let server = try ClientServer(
            on: endpoint, name: "gpsd", maxClients: options.clientLimit, backlogLimit: 0,
            greet: { (GPSDClientSession(reports), GPSDReports.version) },
            answer: { session, bytes in session.receive(bytes) })
        self.server = server
        let period = min(.seconds(60), max(.milliseconds(10), options.period))
        timer = scheduler.every(period, name: "gpsd.report") { [weak server] tick in
            server?.broadcast(reports.epoch(receiver(), at: tick.now)) { $0.isWatching }
        }
    }

    /// Where it listens; the port is the kernel's choice when 0 was asked for.
    package var endpoint: IPv4Endpoint { server.endpoint }

    /// How many clients are connected.
    package var clientCount: Int { server.clientCount }

    /// How many clients asked for reports.
    package var watcherCount: Int { server.sessions.count { $0.isWatching } }

    /// Closes all connections, as a gpsd that is stopped does.
    package func stop() {
        timer.cancel()
        server.stop()
    }

    deinit {
        stop()
    }
}
