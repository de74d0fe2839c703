import Core
import Devices
import LinuxIO
import Synchronization

/// An AR.Drone 2 on the network: two UDP ports that speak its protocol, and nothing behind them
/// but arithmetic. Any client that flies the real one can fly it.
package final class SimulatedDrone: Sendable {
    fileprivate struct State {
        var model: SimulatedDroneModel
        var luck: SeededGenerator
        var work: [any Cancellable] = []
        var readers: [ReadSource] = []
    }

    /// Where it takes commands.
    package let atEndpoint: IPv4Endpoint
    /// Where it is woken, and where navigation data come from.
    package let navdataEndpoint: IPv4Endpoint
    private let commands: UDPSocket
    private let navdata: UDPSocket
    private let scheduler: any Scheduler
    private let state: Mutex<State>

    /// Switches a drone on.
    ///
    /// - Throws: a fault that names the port when the sockets cannot be had.
    package init(_ options: Options, scheduler: any Scheduler) throws(Fault) {
        self.scheduler = scheduler
        commands = try Self.socket(options.address, port: options.atPort)
        navdata = try Self.socket(options.address, port: options.navdataPort)
        atEndpoint = commands.local
        navdataEndpoint = navdata.local
        state = Mutex(
            State(
                model: SimulatedDroneModel(options, at: scheduler.now),
                luck: SeededGenerator(seed: options.seed &+ 2)))
        listen()
        let timer = scheduler.every(SimulatedDroneModel.period, name: "simulated-drone") {
            [weak self] tick in self?.sendNavdata(at: tick.now)
        }
        state.withLock { $0.work.append(timer) }
    }

    deinit {
        stop()
    }

    /// Where it really is and what it does, now.
    package var truth: DroneTruth {
        let now = scheduler.now
        return state.withLock {
            $0.model.step(to: now)
            return $0.model.truth
        }
    }

    /// What the drone's satellite receiver says; `nil` without a fix.
    package var satelliteFix: Fix? {
        let now = scheduler.now
        return state.withLock {
            $0.model.step(to: now)
            return $0.model.receiver.reading?.fix
        }
    }

    /// The times between command datagrams, as they were taken in: delays of this process count too.
    package var commandGaps: DurationHistogram {
        state.withLock { $0.model.commandGaps }
    }

    /// What goes wrong at present.
    package var faults: DroneFaults {
        state.withLock { $0.model.faults }
    }

    /// Makes something go wrong from now on, or right again.
    package func inject(_ change: (inout DroneFaults) -> Void) {
        let now = scheduler.now
        state.withLock {
            $0.model.step(to: now)
            change(&$0.model.faults)
        }
    }

    /// Switches it off and on, in flight too: then it falls.
    package func reboot(taking duration: Duration = .seconds(20)) {
        let now = scheduler.now
        state.withLock { $0.model.reboot(taking: duration, at: now) }
    }

    /// Leaves the network.
    package func stop() {
        let (work, readers) = state.withLock { state in
            defer { (state.work, state.readers) = ([], []) }
            return (state.work, state.readers)
        }
        work.forEach { $0.cancel() }
        readers.forEach { $0.cancel() }
    }

    private static func socket(_ address: String, port: UInt16) throws(Fault) -> UDPSocket {
        guard let endpoint = IPv4Endpoint(address, port: port) else {
            throw Fault(.refused, "\"\(address)\" is not an IPv4 address for a simulated drone")
        }
        do throws(IOError) {
            return try UDPSocket(bind: endpoint)
        } catch {
            throw Fault(
                .refused,
                "a simulated drone needs UDP port \(port) of \(address): \(error); "
                    + "is another one running there?")
        }
    }

    private func listen() {
        let readers = [
            reader(commands, "simulated-drone-at") { model, datagram, _, now in
                model.receive(commands: datagram, at: now)
            },
            reader(navdata, "simulated-drone-wake") { model, _, sender, now in
                model.wake(from: sender, at: now)
            },
        ]
        state.withLock { $0.readers = readers }
    }

    /// Hands every datagram that gets through to the model.
    private func reader(
        _ socket: UDPSocket, _ name: String,
        _ take:
            @escaping @Sendable (
                inout SimulatedDroneModel, ArraySlice<UInt8>, IPv4Endpoint, Instant
            ) -> Void
    ) -> ReadSource {
        ReadSource(socket.descriptor, name: name) { [weak self] in
            var buffer = [UInt8](repeating: 0, count: 4096)
            // An error is an earlier datagram's; the next wake-up reads on.
            while let self, let datagram = try? socket.receive(into: &buffer) {
                let now = self.scheduler.now
                let bytes = buffer[..<min(datagram.length, buffer.count)]
                self.state.withLock { state in
                    guard state.passes else { return }
                    take(&state.model, bytes, datagram.from, now)
                }
            }
        }
    }

    private func sendNavdata(at now: Instant) {
        let packet = state.withLock { state -> (bytes: [UInt8], client: IPv4Endpoint)? in
            guard let packet = state.model.takePacket(at: now), state.passes else { return nil }
            return packet
        }
        guard let packet else { return }
        // A client that has left is no concern of the drone's: it sends into the air.
        try? navdata.send(packet.bytes, to: packet.client)
    }
}

extension SimulatedDrone.State {
    /// Whether the air lets the next datagram through.
    fileprivate var passes: Bool {
        mutating get {
            !model.faults.isOutage && !luck.happens(model.faults.packetLoss)
        }
    }
}
