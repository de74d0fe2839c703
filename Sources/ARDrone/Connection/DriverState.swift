import Core
import DriverKit
import LinuxIO
import Values

extension ARDrone {
    typealias Shell = DriverShell<DriverState>

    /// What the driver knows, behind the lock of its shell: a `Link`, which decides everything, and
    /// what has been done about it.
    struct DriverState: Sendable {
        /// What a tick wants done outside of the lock.
        struct TickResult: Sendable {
            let outgoing: Link.Outgoing
            let events: [LinkEvent]
            let responses: [Response]
            /// What is to be done to the marker; `nil` when it is right.
            let marks: FlightMark.Change?
            /// Whether a connection to the control port is to be opened.
            let opensControlPort: Bool

            /// Whether something is to be told that others go by.
            var hasFollowUp: Bool { !events.isEmpty }
        }

        var link: Link
        var sending = SendErrorTracker()
        private var fixes = FixTracker()
        private var publishedDump: ConfigDump?
        private var landing = LandingConfirmation()
        /// It has said for long enough that it is down.
        private var hasLanded = false
        private var mark: FlightMark
        /// Told to become safe: it lands, and does nothing else.
        private var isStopping = false
        /// A tick has decided something that is not yet in the log, or not yet on the disk.
        private var hasUnfinishedTick = false
        private var hasUnfinishedMark = false
        var controlPort: StreamConnection?
        /// Against other programs of this machine, while this one commands the drone.
        var claim: DeviceClaim?

        init(_ link: Link, _ mark: FlightMark, _ claim: DeviceClaim? = nil) {
            self.link = link
            self.mark = mark
            self.claim = claim
        }

        mutating func makeSafe() {
            isStopping = true
        }

        /// Landed by its own words, or nowhere and not known to be in the air. Not before the log
        /// and the marker say so too: whoever waits for it ends the process. One packet that says
        /// "landed" is not enough: somebody else who commands the drone lifts it again.
        func isSafe(at now: Instant) -> Bool {
            guard !hasUnfinishedTick, !hasUnfinishedMark else { return false }
            guard link.latest != nil else { return !mark.isSet }
            return hasLanded && !link.mayBeAirborne(at: now)
        }

        /// What is to be done to the marker before a tick with this command. A drone that is not
        /// there, or only just, refuses the take-off without it.
        mutating func markBefore(_ command: FlightCommand?, at now: Instant) -> FlightMark.Change? {
            let change = mark.changeBefore(takeOff: mayTakeOff(command), at: now)
            link.markerObstacle = mark.obstacle(at: now)
            return change
        }

        private func mayTakeOff(_ command: FlightCommand?) -> Bool {
            !isStopping && link.latest != nil && link.flight.mayBegin(command)
        }

        /// A take-off waits until its marker is set, or is known not to be.
        private func withoutUnmarkedTakeOff(_ command: FlightCommand?) -> FlightCommand? {
            mayTakeOff(command) && mark.pending != nil ? .hover : command
        }

        /// Takes in what came of a change of the marker.
        mutating func record(
            _ change: FlightMark.Change, _ failure: IOError?, at now: Instant
        ) -> FlightMark.LogLine? {
            defer { link.markerObstacle = mark.obstacle(at: now) }
            return mark.record(change, failure, at: now)
        }

        /// The marker is as it should be, and what there was to say of it is in the log.
        mutating func finishMark() {
            hasUnfinishedMark = mark.pending != nil && mark.pending?.change != .probe
        }

        /// Takes in what is asked, and says what to do now.
        mutating func tick(
            _ command: FlightCommand?, _ requests: [Event<Action>], _ ports: DriverPorts,
            at now: Instant
        ) -> TickResult {
            pollControlPort(at: now)
            let outgoing = link.tick(
                at: now, command: isStopping ? .land : withoutUnmarkedTakeOff(command),
                actions: isStopping ? [] : requests)
            if outgoing.commands == nil { sending.pause() }
            let refusals = isStopping ? requests.map(Self.refusal) : []
            let events = link.drainEvents()
            publish(events, ports, at: now)
            if !outgoing.wantsControlPort { controlPort = nil }
            let result = TickResult(
                outgoing: outgoing, events: events, responses: refusals + link.drainResponses(),
                marks: markerChange(at: now),
                opensControlPort: outgoing.wantsControlPort && controlPort == nil)
            hasUnfinishedTick = result.hasFollowUp
            if result.marks != nil { hasUnfinishedMark = true }
            return result
        }

        /// The events are in the log.
        mutating func finishTick() {
            hasUnfinishedTick = false
        }

        /// Takes in a datagram from the navdata port and publishes what it says.
        mutating func receive(_ datagram: ArraySlice<UInt8>, _ ports: DriverPorts, at now: Instant)
        {
            guard let packet = link.receive(datagram, at: now) else { return }
            hasLanded = landing.receive(packet.phase, at: now)
            let state = FlightState(
                packet, armingFailures: link.armingFailures, serialNumber: link.serialNumber,
                driver: link.knowledge)
            ports.publish(packet, state, &fixes, at: now)
        }

        private static func refusal(of request: Event<Action>) -> Response {
            Response(to: request.number, .refused, "refused: it is to land")
        }

        private mutating func publish(
            _ events: [LinkEvent], _ ports: DriverPorts, at now: Instant
        ) {
            for event in events { fixes.record(event) }
            for case .stateChanged(_, let state) in events where state == .lost || state == .absent
            {
                ports.invalidate("the drone is \(state.rawValue)", at: now)
            }
            if let dump = link.configuration.initSequence.dump, dump != publishedDump {
                publishedDump = dump
                ports.publish(dump, at: now)
            }
        }

        /// While no drone is there the marker stays as it is.
        private mutating func markerChange(at now: Instant) -> FlightMark.Change? {
            guard link.latest != nil else { return nil }
            return mark.change(mayFly: link.mayBeAirborne(at: now), at: now)
        }
    }

    /// How sending goes: errors never stop it, they are counted and told once per change.
    struct SendErrorTracker: Sendable {
        enum Change: Equatable, Sendable {
            case failed(IOError)
            case recovered
            /// The last command left longer than `worstGap` before this one.
            case late
        }

        /// Twice what makes the drone's watchdog bite: worth a line, and not each time that a Pi is busy.
        static let worstGap = Duration.milliseconds(100)

        private(set) var failures = 0
        /// The time between command datagrams that left; over 50 ms the drone's watchdog bites.
        private(set) var gaps = DurationHistogram()
        private var lastCommandAt: Instant?
        private var error: IOError?

        mutating func record(_ failure: IOError?, isCommand: Bool, at now: Instant) -> Change? {
            if let failure {
                failures += 1
                guard failure.code != error?.code else { return nil }
                error = failure
                return .failed(failure)
            }
            let isLate = isCommand && recordCommand(at: now)
            guard error != nil else { return isLate ? .late : nil }
            error = nil
            return .recovered
        }

        /// Nothing is to be sent: no drone is there.
        mutating func pause() {
            lastCommandAt = nil
        }

        /// - Returns: whether there was none for too long.
        private mutating func recordCommand(at now: Instant) -> Bool {
            defer { lastCommandAt = now }
            guard let lastCommandAt else { return false }
            gaps.record(now - lastCommandAt)
            return now - lastCommandAt > Self.worstGap
        }
    }
}
