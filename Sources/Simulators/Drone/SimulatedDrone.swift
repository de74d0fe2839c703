import Core
import LinuxIO
import Synchronization
import Values

/// An AR.Drone 2 on the network: two UDP and two TCP ports that speak its protocol, and nothing
/// behind them but arithmetic. Any client that flies the real one can fly it.
package final class SimulatedDrone: Sendable {
    private struct State {
        var drone: RadioLink
        var work: [any Cancellable] = []
        var readers: [ReadSource] = []
    }

    /// Where it takes commands.
    package let atEndpoint: IPv4Endpoint
    /// Where it is woken, and where navigation data come from.
    package let navdataEndpoint: IPv4Endpoint
    /// Where it sends its configuration to whoever asks for it with `CTRL`.
    package var controlEndpoint: IPv4Endpoint { control.endpoint }
    /// Where live video comes from.
    package var videoEndpoint: IPv4Endpoint { video.endpoint }
    private let commands: UDPSocket
    private let navdata: UDPSocket
    private let control: BroadcastServer
    private let video: BroadcastServer
    private let scheduler: any Scheduler
    private let state: Mutex<State>

    /// Switches a drone on.
    ///
    /// - Throws: a fault that names the port when the sockets cannot be had.
    package init(_ options: Options, scheduler: any Scheduler) throws(DeviceError) {
        self.scheduler = scheduler
        commands = try Self.open("UDP", options.address, options.atPort) {
            endpoint throws(IOError) in try UDPSocket(bind: endpoint)
        }
        navdata = try Self.open("UDP", options.address, options.navdataPort) {
            endpoint throws(IOError) in try UDPSocket(bind: endpoint)
        }
        control = try Self.open("TCP", options.address, options.controlPort) {
            endpoint throws(IOError) in
            try BroadcastServer(
                on: endpoint, name: "simulated-drone-control", backlogLimit: 1 << 18)
        }
        video = try Self.open("TCP", options.address, options.videoPort) {
            endpoint throws(IOError) in
            try BroadcastServer(on: endpoint, name: "simulated-drone-video", backlogLimit: 1 << 21)
        }
        atEndpoint = commands.local
        navdataEndpoint = navdata.local
        state = Mutex(State(drone: RadioLink(options, at: scheduler.now)))
        state.withLock { state in
            state.readers = [
                reader(commands, .commands, "simulated-drone-at"),
                reader(navdata, .navdata, "simulated-drone-wake"),
            ]
        }
        let timer = scheduler.every(SimulatedDroneModel.period, name: "simulated-drone") {
            [weak self] tick in self?.send(at: tick.now)
        }
        state.withLock { $0.work.append(timer) }
    }

    deinit {
        stop()
    }

    /// Where it really is and what it does, now.
    package var truth: DroneGroundTruth {
        now { drone, _ in drone.model.truth }
    }

    /// What the drone's satellite receiver says; `nil` without a fix.
    package var satelliteFix: Fix? {
        now { drone, _ in drone.model.receiver.reading?.fix }
    }

    /// The times between command datagrams, as they were taken in: delays of this process count too.
    package var commandGaps: DurationHistogram {
        state.withLock { $0.drone.model.commandGaps }
    }

    /// What goes wrong at present.
    package var faults: DroneFaults {
        state.withLock { $0.drone.faults }
    }

    /// Makes something go wrong from now on, or right again.
    package func inject(_ change: (inout DroneFaults) -> Void) {
        now { drone, _ in change(&drone.faults) }
    }

    /// Makes go wrong what somebody asks for.
    package func apply(_ command: FaultCommand) {
        now { drone, now in drone.apply(command, at: now) }
    }

    /// Switches it off and on, in flight too: then it falls.
    package func reboot(taking duration: Duration = .seconds(20)) {
        now { drone, now in drone.reboot(taking: duration, at: now) }
    }

    /// Does something with the drone as it is now.
    private func now<Result: Sendable>(
        _ body: (inout RadioLink, Instant) -> Result
    ) -> Result {
        let now = scheduler.now
        return state.withLock { state in
            state.drone.step(to: now)
            return body(&state.drone, now)
        }
    }

    /// Leaves the network.
    package func stop() {
        let (work, readers) = state.withLock { state in
            defer { (state.work, state.readers) = ([], []) }
            return (state.work, state.readers)
        }
        work.forEach { $0.cancel() }
        readers.forEach { $0.cancel() }
        control.stop()
        video.stop()
    }

    private static func open<Port>(
        _ transport: String, _ address: String, _ port: UInt16,
        _ body: (IPv4Endpoint) throws(IOError) -> Port
    ) throws(DeviceError) -> Port {
        guard let endpoint = IPv4Endpoint(address, port: port) else {
            throw DeviceError(
                .refused, "\"\(address)\" is not an IPv4 address for a simulated drone")
        }
        do throws(IOError) {
            return try body(endpoint)
        } catch {
            throw DeviceError(
                .refused,
                "a simulated drone needs \(transport) port \(port) of \(address): \(error); "
                    + "is another one running there?")
        }
    }

    /// Hands every datagram to the air.
    private func reader(_ socket: UDPSocket, _ port: DronePort, _ name: String) -> ReadSource {
        ReadSource(socket.descriptor, name: name) { [weak self] in
            var buffer = [UInt8](repeating: 0, count: 4096)
            // An error is an earlier datagram's; the next wake-up reads on.
            while let self, let datagram = try? socket.receive(into: &buffer) {
                let bytes = Array(buffer[..<min(datagram.length, buffer.count)])
                self.receive(LossyLink.Datagram(port: port, peer: datagram.from, bytes: bytes))
            }
        }
    }

    private func receive(_ datagram: LossyLink.Datagram) {
        let now = scheduler.now
        let text = state.withLock { state in
            state.drone.receive(datagram, at: now)
            return state.drone.takeControlText()
        }
        if !text.isEmpty { control.broadcast(text) }
    }

    private func send(at now: Instant) {
        let (packets, frame, text) = state.withLock { state in
            (
                state.drone.takeDepartures(at: now), state.drone.takeVideo(at: now),
                state.drone.takeControlText()
            )
        }
        // A client that has left is no concern of the drone's: it sends into the air.
        for packet in packets { try? navdata.send(packet.bytes, to: packet.peer) }
        if let frame { video.broadcast(frame) }
        if !text.isEmpty { control.broadcast(text) }
    }
}
