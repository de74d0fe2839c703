import Core
import Values

extension DroneNavigation {
    /// What the inputs of one step are worth: each either usable or a trouble that says why not.
    struct Situation: Sendable {
        let now: Instant
        let flight: FlightState?
        let flightTrouble: FailsafeCondition?
        let location: Location
        /// As they came, for the figures that a person reads.
        let samples: Inputs

        init(_ inputs: Inputs, _ location: Location, at now: Instant) {
            self.now = now
            self.location = location
            samples = inputs
            let flight = inputs.flight.good.flatMap { $0.altitudeMetres.isFinite ? $0 : nil }
            self.flight = flight
            flightTrouble =
                flight == nil ? .flightLost(why: Localization.problem(inputs.flight)) : nil
        }

        /// Nothing is said of a computer that tells nothing.
        var computer: ComputerState? { samples.computer?.good }
        var position: Position? { location.position }
        /// Where the nose points, clockwise from true north.
        var nose: Angle? { location.nose }

        /// Why nothing is known of the aircraft, in words; empty when something is.
        var silence: String {
            if case .flightLost(let why) = flightTrouble { return why }
            return ""
        }
    }
}
