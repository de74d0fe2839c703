import Core
import Values

extension ARDrone {
    /// The driver's ends of its ports.
    package struct DriverPorts: Sendable {
        /// After so long what the drone says of itself counts no more ...
        package static let stateStaleAfter = SilenceMonitor.lostAfter
        /// ... and so does where its receiver is, which has something new about five times a second.
        package static let fixStaleAfter = Duration.seconds(2)

        private let flight: Source<FlightState>
        private let position: Source<Fix>
        private let heading: Source<Heading>
        private let configuration: Source<AircraftConfiguration>
        let pilot: Sink<FlightCommand>
        let requests: EventQueue<Action>
        private let declination: Angle

        init(_ context: DriverContext, declination: Angle) {
            flight = context.source(ARDrone.flight)
            position = context.source(ARDrone.position)
            heading = context.source(ARDrone.heading)
            configuration = context.source(ARDrone.configuration)
            pilot = context.sink(ARDrone.pilot)
            requests = context.requests(Action.self)
            self.declination = declination
            flight.setStaleAfter(Self.stateStaleAfter)
            heading.setStaleAfter(Self.stateStaleAfter)
            position.setStaleAfter(Self.fixStaleAfter)
        }

        func publish(
            _ packet: NavdataPacket, _ state: FlightState?, _ fixes: inout FixTracker,
            at now: Instant
        ) {
            if let state { flight.publish(state, at: now) }
            if let sample = ARDrone.heading(packet, declination: declination, at: now) {
                heading.publish(sample)
            }
            switch fixes.read(packet) {
            case .new(let fix): position.publish(fix, at: now)
            case .none(let why): position.publishAbsent(why, at: now)
            case .unchanged: break
            }
        }

        func publish(_ dump: ConfigDump, at now: Instant) {
            configuration.publish(AircraftConfiguration(values: dump.values), at: now)
        }

        /// The drone is silent; its configuration is what it was.
        func invalidate(_ why: String, at now: Instant) {
            flight.publishAbsent(why, at: now)
            position.publishAbsent(why, at: now)
            heading.publishAbsent(why, at: now)
        }
    }
}
