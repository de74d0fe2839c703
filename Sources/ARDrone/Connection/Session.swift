import DriverKit
import Core
import Devices
import LinuxIO
import Synchronization

extension ARDrone {
    /// The driver: sockets, a timer and files around a `Link`, which decides everything.
    ///
    /// The sockets are not connected: a connected one would keep the local address it had when
    /// it was made, and a Pi that rejoins the drone's network may be given another.
    final class Session: Driver {
        /// Everything that the timer's and the socket's queue share.
        private struct State: Sendable {
            var link: Link
            var fixes = FixTracker()
            var sending = SendErrorTracker()
            var told = LastPublished()
            var isMarked: Bool
            var isClosing = false
            var isClosed = false
        }

        /// Datagrams taken in one turn, so that a flood cannot keep the queue for itself.
        static let readsPerTurn = 64
        /// "Network control" in the IP header: Wi-Fi sends it before everything else.
        private static let precedence: UInt8 = 0xC0
        /// As the SDK has it; the kernel makes its least of it, a few datagrams. A radio that stalls
        /// must not deliver old stick positions later, in a burst.
        private static let sendBufferBytes: Int32 = 256

        private let settings: Settings
        private let context: DriverContext
        private let endpoints: Endpoints
        private let marker: AirborneMarker
        let commandSocket: UDPSocket
        let navdataSocket: UDPSocket
        private let control: ControlPortClient
        private let ports: Ports
        private let video: VideoFeed?
        private let state: Mutex<State>
        /// Apart from the state, because a datagram is read before the state is looked at.
        private let buffer = Mutex([UInt8](repeating: 0, count: NavdataPacket.sizeLimit))
        private let running = Mutex<Running?>(nil)

        private struct Running: Sendable {
            let timer: any Cancellable
            let reader: ReadSource
        }

        init(_ settings: Settings, _ context: DriverContext) throws(DeviceError) {
            self.settings = settings
            self.context = context
            endpoints = try Endpoints(settings)
            marker = AirborneMarker(endpoints, context.system)
            control = ControlPortClient(endpoints.control, name: "\(context.name).control")
            ports = Ports(context)
            do throws(IOError) {
                commandSocket = try UDPSocket(
                    precedence: Self.precedence, sendBufferBytes: Self.sendBufferBytes)
                navdataSocket = try UDPSocket()
            } catch {
                throw DeviceError(error)
            }
            video = try VideoFeed.make(settings, context)
            let ids = settings.usesIDs ? ConfigIDs(session: .random(in: 1...UInt32.max)) : nil
            let link = Link(Link.Setup(settings, ids), at: context.scheduler.now)
            state = Mutex(State(link: link, isMarked: marker.exists))
        }

        func begin() {
            running.withLock {
                let reader = ReadSource(
                    navdataSocket.descriptor, name: "\(context.name).navdata"
                ) { [weak self] in self?.read() }
                let timer = context.scheduler.every(
                    settings.commandEvery, name: "\(context.name).commands"
                ) { [weak self] in self?.tick(at: $0.now) }
                $0 = Running(timer: timer, reader: reader)
            }
            video?.begin()
        }

        func makeSafe() {
            state.withLock { $0.isClosing = true }
        }

        /// Landed by its own words, or nowhere and not known to be in the air.
        var isSafe: Bool {
            let now = context.scheduler.now
            let (mayFly, isThere) = state.withLock {
                ($0.link.mayBeAirborne(at: now), $0.link.latest != nil)
            }
            return isThere ? !mayFly : !marker.exists
        }

        func close() {
            end()
        }

        /// Stops everything; what still runs elsewhere finds it closed.
        ///
        /// - Returns: whether it was this call that did so.
        @discardableResult
        private func end() -> Bool {
            let isFirst = state.withLock { state in
                defer { state.isClosed = true }
                return !state.isClosed
            }
            video?.close()
            running.withLock {
                $0?.timer.cancel()
                $0?.reader.cancel()
                $0 = nil
            }
            control.close()
            return isFirst
        }
    }
}

// MARK: Commands

extension ARDrone.Session {
    private typealias Turn = (
        ARDrone.Link.Outgoing, [ARDrone.LinkEvent], [Response], marks: Bool?
    )

    private func tick(at now: Instant) {
        let asked = ports.pilot.current(at: now)
        let requests = ports.requests.drain(at: now)
        let turn: Turn? = state.withLock {
            guard !$0.isClosed else { return nil }
            // A drone that is being made safe lands, and does nothing else.
            let outgoing = $0.link.tick(
                at: now, command: $0.isClosing ? .land : asked,
                actions: $0.isClosing ? [] : requests)
            let refusals =
                $0.isClosing
                ? requests.map { Response(to: $0.number, .refused, "refused: it is to land") } : []
            $0.told.tell($0.link, to: ports, at: now)
            let events = $0.link.takeEvents()
            report(events, at: now)
            video?.note(ARDrone.VideoConnectionState.Drone($0.link))
            return (
                outgoing, events, refusals + $0.link.takeResponses(), markerChange(&$0, at: now)
            )
        }
        guard let (outgoing, events, responses, marks) = turn else { return }
        // Before the datagram that takes off, so that there is no flight without its marker.
        if let marks { setMarker(marks) }
        if let wake = outgoing.wake { send(wake, to: endpoints.navdata, at: now) }
        if let commands = outgoing.commands { send(commands, to: endpoints.commands, at: now) }
        // After the datagrams, which shall not wait for words.
        for event in events { event.write(to: context.log) }
        let event = control.follow(isWanted: outgoing.wantsControlPort) { [weak self] in
            self?.take($0)
        }
        if let event { take(event) }
        for response in responses { ports.requests.respond(response) }
    }

    private func take(_ event: ARDrone.ControlPortEvent) {
        let now = context.scheduler.now
        state.withLock { state in
            if !state.isClosed { state.link.receive(event, at: now) }
        }
    }

    /// Empties the sources when the drone falls silent.
    private func report(_ events: [ARDrone.LinkEvent], at now: Instant) {
        for case .stateChanged(_, let link) in events where link == .lost || link == .absent {
            ports.invalidate("the drone is \(link.rawValue)", at: now)
        }
    }

    /// Whether the marker must be set or cleared now. While no drone is there it stays as it is.
    private func markerChange(_ state: inout State, at now: Instant) -> Bool? {
        guard state.link.latest != nil else { return nil }
        let mayFly = state.link.mayBeAirborne(at: now)
        guard mayFly != state.isMarked else { return nil }
        state.isMarked = mayFly
        return mayFly
    }

    private func setMarker(_ isAirborne: Bool) {
        do throws(IOError) {
            if isAirborne { try marker.set() } else { try marker.clear() }
        } catch {
            context.log.error("the flight marker does not tell the truth: \(error)")
        }
    }

    /// Sends from the socket that the drone's answer should come back to.
    private func send(_ bytes: [UInt8], to peer: IPv4Endpoint, at now: Instant) {
        let isWake = peer == endpoints.navdata
        var failure: IOError?
        do throws(IOError) {
            try (isWake ? navdataSocket : commandSocket).send(bytes, to: peer)
        } catch {
            failure = error
        }
        let change = state.withLock {
            $0.sending.note(failure, isCommand: !isWake, at: now)
        }
        switch change {
        case .broken(let error): context.log.warning("cannot send: \(error)")
        case .mended: context.log.notice("sending again")
        case nil: break
        }
    }
}

// MARK: Navdata

extension ARDrone.Session {
    func read() {
        buffer.withLock { buffer in
            for _ in 0..<Self.readsPerTurn where !readOne(&buffer) { return }
        }
    }

    /// - Returns: whether there may be more.
    private func readOne(_ buffer: inout [UInt8]) -> Bool {
        do throws(IOError) {
            guard let (length, sender) = try navdataSocket.receive(into: &buffer) else {
                return false
            }
            take(buffer.prefix(length), isWhole: length <= buffer.count, from: sender)
            return true
        } catch {
            // An unconnected socket hears of no remote errors, so this one is the socket's own.
            if end() { context.fail(DeviceError(error)) }
            return false
        }
    }

    private func take(_ datagram: ArraySlice<UInt8>, isWhole: Bool, from sender: IPv4Endpoint) {
        let now = context.scheduler.now
        state.withLock {
            guard !$0.isClosed else { return }
            guard endpoints.isDrone(sender) else { return $0.link.refuse(.unexpectedSender) }
            guard isWhole else { return $0.link.refuse(.oversized) }
            guard let packet = $0.link.receive(datagram, at: now) else { return }
            publish(packet, &$0, at: now)
        }
    }

    private func publish(_ packet: ARDrone.NavdataPacket, _ state: inout State, at now: Instant) {
        if let flight = FlightState(packet, armingFailures: state.link.armingFailures) {
            ports.flight.publish(flight, at: now)
        }
        if let heading = ARDrone.heading(packet, declination: settings.declination, at: now) {
            ports.heading.publish(heading)
        }
        switch state.fixes.read(packet) {
        case .new(let fix): ports.position.publish(fix, at: now)
        case .none(let why): ports.position.publishAbsent(why, at: now)
        case .unchanged: break
        }
    }
}

// MARK: Status

extension ARDrone.Session {
    func diagnostics(at now: Instant) -> [Diagnostic] {
        let diagnostics = state.withLock { ARDrone.diagnostics(of: $0.link, $0.sending, at: now) }
        // Not under the lock that the commands need.
        return diagnostics + (video.map { [Diagnostic("video", $0.report.json)] } ?? [])
    }
}

extension ARDrone.Session {
    /// What was told last of the things that seldom change.
    private struct LastPublished: Sendable {
        private var dump: ARDrone.ConfigDump?

        mutating func tell(_ link: ARDrone.Link, to ports: ARDrone.Ports, at now: Instant) {
            if let new = link.plan.dump, new != dump {
                dump = new
                ports.configuration.publish(AircraftConfiguration(values: new.values), at: now)
            }
        }
    }
}

extension ARDrone {
    /// The session's ends of its ports.
    struct Ports: Sendable {
        let flight: Source<FlightState>
        let position: Source<Fix>
        let heading: Source<Heading>
        let pilot: Sink<FlightCommand>
        let requests: EventQueue<ARDrone.Action>
        let configuration: Source<AircraftConfiguration>

        init(_ context: DriverContext) {
            flight = context.source(ARDrone.flight)
            position = context.source(ARDrone.position)
            heading = context.source(ARDrone.heading)
            pilot = context.sink(ARDrone.pilot)
            requests = context.requests(ARDrone.Action.self)
            configuration = context.source(ARDrone.configuration)
            flight.setStaleAfter(Link.lostAfter)
            heading.setStaleAfter(Link.lostAfter)
            // The receiver has something new about five times a second.
            position.setStaleAfter(.seconds(2))
        }

        func invalidate(_ why: String, at now: Instant) {
            flight.publishAbsent(why, at: now)
            position.publishAbsent(why, at: now)
            heading.publishAbsent(why, at: now)
        }
    }
}

extension ARDrone.Link.Setup {
    init(_ settings: ARDrone.Settings, _ ids: ARDrone.ConfigIDs?) {
        self.init(
            streamEntries: settings.streamEntries, flightEntries: settings.flightEntries,
            otherEntries: settings.otherEntries, ids: ids,
            readsBack: settings.readBack != .off, insists: settings.readBack == .insist,
            flatTrim: settings.flatTrim,
            limits: ARDrone.Pilot.Limits(
                landAfter: settings.landAfter, adoptFor: settings.adoptFor,
                lostLandAfter: settings.lostLandAfter))
    }
}
