import Core
import Devices

extension DroneNavigation {
    /// What the inputs of one step are worth: each either usable or a trouble that says why not.
    struct Situation: Sendable {
        let now: Instant
        let flight: FlightState?
        let position: Position?
        let positionTakenAt: Instant
        /// Clockwise from true north.
        let heading: Angle?
        let flightTrouble: FailsafeCondition?
        let positionTrouble: FailsafeCondition?
        let headingTrouble: FailsafeCondition?

        init(
            _ inputs: Inputs, _ limits: SensorSettings, jumps: inout JumpFilter, at now: Instant
        ) {
            self.now = now
            let flight = inputs.flight.good.flatMap { $0.altitudeMetres.isFinite ? $0 : nil }
            self.flight = flight
            flightTrouble =
                flight == nil ? .flightLost(why: Self.complaint(inputs.flight)) : nil

            let fix = Self.fresh(inputs.position, within: limits.maxFixAge, at: now)
            let flaw = fix.flatMap {
                Self.flaw(of: $0, limits)
                    ?? jumps.note($0.position, takenAt: inputs.position.takenAt).map {
                        "it has leapt by \(fixedText(of: $0, decimals: 0)) m"
                    }
            }
            position = flaw == nil ? fix?.position : nil
            positionTakenAt = inputs.position.takenAt
            positionTrouble =
                fix == nil
                ? .fixLost(why: Self.complaint(inputs.position, limits.maxFixAge))
                : flaw.map { .fixPoor(why: $0) }

            let angle = Self.fresh(inputs.heading, within: limits.maxHeadingAge, at: now)?.angle
            let isHeadingSane = angle?.degrees.isFinite ?? false
            heading = isHeadingSane ? angle : nil
            headingTrouble =
                isHeadingSane
                ? nil : .headingLost(why: Self.complaint(inputs.heading, limits.maxHeadingAge))
        }

        /// Why nothing is known of the aircraft, in words; empty when something is.
        var silence: String {
            if case .flightLost(let why) = flightTrouble { return why }
            return ""
        }

        private static func fresh<Value>(
            _ sample: Sample<Value>, within limit: Duration, at now: Instant
        ) -> Value? {
            sample.age(at: now) <= limit ? sample.good : nil
        }

        /// What is wrong with a fix that came in time, written so that a NaN is wrong too.
        private static func flaw(of fix: Fix, _ limits: SensorSettings) -> String? {
            if let hdop = fix.hdop, !(hdop <= limits.maxHDOP) {
                return "dilution of precision is \(fixedText(of: hdop, decimals: 1))"
            }
            if let error = fix.horizontalErrorMetres, !(error <= limits.maxHorizontalErrorMetres) {
                return "the receiver is unsure by \(fixedText(of: error, decimals: 0)) m"
            }
            if let satellites = fix.satellitesUsed, satellites < limits.minSatellites {
                return "only \(satellites) satellites"
            }
            return nil
        }

        private static func complaint<Value>(
            _ sample: Sample<Value>, _ limit: Duration? = nil
        ) -> String {
            if let good = sample.quality == .good ? limit : nil {
                return "older than \(text(of: good)), or not a number"
            }
            return sample.quality == .good ? "it is not a number" : sample.quality.description
        }
    }
}
