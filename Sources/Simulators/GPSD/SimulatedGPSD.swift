import Core
import Devices
import LinuxIO
import Synchronization

/// A server that speaks gpsd's JSON over TCP for a receiver that exists only in the simulation.
package final class SimulatedGPSD: Sendable {
    private struct Client {
        let socket: StreamSocket
        var session: GPSDClientSession
        var reading: ReadSource?
    }

    private struct State {
        var clients: [Int: Client] = [:]
        var nextID = 0
        var accepting: ReadSource?
        var timer: (any Cancellable)?
    }

    /// Where it listens; the port is the kernel's choice when 0 was asked for.
    package let endpoint: IPv4Endpoint

    private let listener: StreamListener
    private let options: SimulatedGPSDOptions
    private let reports: GPSDReports
    private let receiver: @Sendable () -> SimulatedFix?
    private let state = Mutex(State())

    /// Starts to listen, and to report what `receiver` says; `nil` is a receiver without a fix.
    package init(
        on endpoint: IPv4Endpoint, scheduler: any Scheduler,
        options: SimulatedGPSDOptions = SimulatedGPSDOptions(),
        receiver: @escaping @Sendable () -> SimulatedFix?
    ) throws(IOError) {
        let listener = try StreamListener(on: endpoint)
        self.listener = listener
        self.endpoint = listener.local ?? endpoint
        self.options = options
        self.receiver = receiver
        reports = GPSDReports(device: options.device, epoch: options.epoch)
        let period = min(.seconds(60), max(.milliseconds(10), options.period))
        let timer = scheduler.every(period, name: "gpsd.report") { [weak self] tick in
            self?.report(at: tick.now)
        }
        // Who comes at once waits for the lock.
        state.withLock { state in
            state.accepting = listener.acceptAll(name: "gpsd.accept") { [weak self] in
                self?.admit($0)
            }
            state.timer = timer
        }
    }

    /// How many clients are connected.
    package var clientCount: Int {
        state.withLock { $0.clients.count }
    }

    /// How many clients asked for reports.
    package var watcherCount: Int {
        state.withLock { $0.clients.values.count { $0.session.isWatching } }
    }

    /// Closes all connections, as a gpsd that is stopped does.
    package func stop() {
        let old = state.withLock { state in
            defer { state = State() }
            return state
        }
        old.timer?.cancel()
        // Its address is free for the next one when this returns.
        old.accepting?.cancelAndWait()
        for client in old.clients.values { client.reading?.cancel() }
    }

    deinit {
        stop()
    }

    private func admit(_ socket: StreamSocket) {
        let id = state.withLock { state -> Int? in
            guard state.accepting != nil, state.clients.count < options.clientLimit else {
                return nil
            }
            state.nextID += 1
            state.clients[state.nextID] = Client(
                socket: socket, session: GPSDClientSession(reports))
            return state.nextID
        }
        guard let id, send(GPSDReports.version, to: id) else { return }
        let reading = ReadSource(socket.descriptor, name: "gpsd.client") { [weak self] in
            self?.receive(from: id)
        }
        let isThere = state.withLock { state in
            state.clients[id]?.reading = reading
            return state.clients[id] != nil
        }
        if !isThere { reading.cancel() }
    }

    private func receive(from id: Int) {
        guard let socket = state.withLock({ $0.clients[id]?.socket }) else { return }
        do throws(IOError) {
            while let bytes = try socket.read(atMost: 4096) {
                guard !bytes.isEmpty else { return drop(id) }
                let answer = state.withLock { $0.clients[id]?.session.receive(bytes) }
                guard let answer, send(answer, to: id) else { return }
            }
        } catch {
            drop(id)
        }
    }

    private func report(at now: Instant) {
        let lines = reports.epoch(receiver(), at: now)
        let watchers = state.withLock { state in
            state.clients.filter { $0.value.session.isWatching }.map(\.key)
        }
        for id in watchers { _ = send(lines, to: id) }
    }

    /// Sends to a client, or drops it when it does not keep up: as gpsd does.
    ///
    /// Under the lock, so that an answer and a report never mix.
    ///
    /// - Returns: whether the client is still there.
    private func send(_ bytes: [UInt8], to id: Int) -> Bool {
        let isSent = state.withLock { state in
            guard let socket = state.clients[id]?.socket else { return false }
            let count = try? socket.write(bytes[...])
            return count == bytes.count
        }
        if !isSent { drop(id) }
        return isSent
    }

    private func drop(_ id: Int) {
        let client = state.withLock { $0.clients.removeValue(forKey: id) }
        client?.reading?.cancel()
    }
}
