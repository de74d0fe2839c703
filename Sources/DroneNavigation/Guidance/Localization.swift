import Core
import Navigation
import Values

extension DroneNavigation {
    /// What is known of where an aircraft is: each either usable, or its trouble says why not.
    struct Location: Sendable {
        /// All that is estimated; `nil` before there is an estimate.
        var estimate: Estimate?
        var position: Position?
        var positionTrouble: FailsafeCondition?
        /// Of the nose, clockwise from true north.
        var nose: Angle?
        var noseTrouble: FailsafeCondition?
        /// Over ground, in m/s; `nil` while that is not known.
        var velocity: PlaneVector?
        /// Why the latest fix of the receiver is none to go by, whatever an estimate still makes of those before.
        var receiverTrouble: FailsafeCondition?
        /// For how long nothing has shown whether it drifts; `nil` on the ground.
        var unconfirmedFor: Duration?

        /// The one that is told first while it flies.
        var trouble: FailsafeCondition? {
            [positionTrouble, noseTrouble].compactMap(\.self)
                .min { $0.kind.severity < $1.kind.severity }
        }
    }

    /// Where the aircraft is, by an estimate from all its sensors.
    struct Localization: Sendable {
        private var estimator = Estimator()
        private var evidence = VelocityEvidence()
        private var account = ReceiverAccount()

        /// Takes in the inputs of a step. `isGuarded`: it is in the air, and nobody lands it.
        mutating func locate(
            _ inputs: Inputs, isGuarded: Bool, by settings: Settings, at now: Instant
        ) -> Location {
            let limits = settings.sensors
            let nose = Self.fresh(inputs.heading, within: limits.maxHeadingAge, at: now)
                .map { $0.angle + settings.guidance.mountOffset }
                .flatMap { $0.degrees.isFinite ? $0.compass : nil }
            var location = Location(nose: nose)
            if nose == nil {
                location.noseTrouble = .headingLost(
                    why: Self.problem(inputs.heading, limits.maxHeadingAge))
            }
            if let flight = inputs.flight.good {
                evidence.note(flight, takenAt: inputs.flight.takenAt)
            }
            estimate(inputs, &location, isGuarded: isGuarded, by: settings, at: now)
            location.unconfirmedFor = evidence.missing(at: now)
            return location
        }

        /// The receiver's fix, or why it cannot be used.
        private mutating func fix(
            _ inputs: Inputs, isGuarded: Bool, by limits: SensorSettings, at now: Instant
        ) -> (fix: Fix?, trouble: FailsafeCondition?) {
            guard let fix = Self.fresh(inputs.position, within: limits.maxFixAge, at: now) else {
                // On the ground another receiver may take its place.
                if !isGuarded { account = ReceiverAccount() }
                return (nil, .fixLost(why: Self.problem(inputs.position, limits.maxFixAge)))
            }
            let unsaid = account.note(fix)
            guard let problem = limits.problem(of: fix) ?? fix.flatness ?? unsaid else {
                return (fix, nil)
            }
            return (nil, .fixPoor(why: problem))
        }

        private static func fresh<Value>(
            _ sample: Sample<Value>, within limit: Duration, at now: Instant
        ) -> Value? {
            sample.age(at: now) <= limit ? sample.good : nil
        }

        static func problem<Value>(_ sample: Sample<Value>, _ limit: Duration? = nil) -> String {
            if let good = sample.quality == .good ? limit : nil {
                return "older than \(text(of: good)), or not a number"
            }
            return sample.quality == .good ? "it is not a number" : sample.quality.description
        }
    }
}

extension DroneNavigation.Localization {
    private mutating func estimate(
        _ inputs: DroneNavigation.Inputs, _ location: inout DroneNavigation.Location,
        isGuarded: Bool, by settings: DroneNavigation.Settings, at now: Instant
    ) {
        if let flight = inputs.flight.good {
            estimator.note(
                flight, takenAt: inputs.flight.takenAt,
                fastestTurn: max(
                    EstimatorSettings.fastestTurn, settings.guidance.track.fullTurnPerSecond))
        }
        if let nose = location.nose {
            estimator.note(Heading(nose), takenAt: inputs.heading.takenAt)
        }
        let limits = settings.sensors
        let received = fix(inputs, isGuarded: isGuarded, by: limits, at: now)
        location.receiverTrouble = received.trouble
        var verdict: FixVerdict?
        if received.fix != nil { verdict = estimator.note(inputs.position, at: now) }
        if verdict?.isHeldAgainstTheWay ?? false { evidence.noteFix(at: now) }
        guard let estimate = estimator.estimate(at: now) else {
            location.positionTrouble =
                received.trouble ?? .fixPoor(why: "it has not been followed for long enough")
            return
        }
        location.estimate = estimate
        location.velocity = estimate.velocity
        if location.nose != nil { location.nose = estimate.heading }
        if estimate.doubts.contains(.wrongHeading) {
            location.noseTrouble = .headingContradicted
        }
        location.positionTrouble = Self.trouble(
            estimate, verdict, received.trouble, maxFixAge: limits.maxFixAge)
        // In the air an estimate bridges a moment without a fix; on the ground nothing is taken off by one.
        if !isGuarded { location.positionTrouble = location.positionTrouble ?? received.trouble }
        switch location.positionTrouble {
        case nil: location.position = estimate.position
        // The receiver is well then: fences go by it alone.
        case .velocityContradicted: location.position = received.fix?.position
        default: break
        }
    }

    private static func trouble(
        _ estimate: Estimate, _ verdict: FixVerdict?,
        _ received: DroneNavigation.FailsafeCondition?, maxFixAge: Duration
    ) -> DroneNavigation.FailsafeCondition? {
        let doubts = estimate.doubts
        if doubts.contains(.stuck) || doubts.contains(.leftBehind) {
            return .fixContradicted(metres: estimate.metresSinceFix)
        }
        if doubts.contains(.blindVelocity) { return .velocityContradicted }
        if doubts.contains(.jumping) {
            guard case .jumped(let metres) = verdict else {
                return .fixPoor(why: "it has jumped")
            }
            return .fixPoor(why: "it has jumped by \(fixedText(of: metres, decimals: 0)) m")
        }
        if doubts.contains(.settling) { return .fixPoor(why: "it has just jumped") }
        guard doubts.contains(.noFix) else { return nil }
        return received ?? .fixPoor(why: "none could be used for \(text(of: maxFixAge))")
    }
}

extension Fix {
    /// With satellites for a place alone it is off by what the height was taken for, and more.
    fileprivate var flatness: String? {
        guard altitudeMetres == nil else { return nil }
        return "it is two-dimensional: the receiver sees too little for a height"
    }
}

extension DroneNavigation.SensorSettings {
    /// What is wrong with a fix that came in time, written so that a NaN is wrong too.
    func problem(of fix: Fix) -> String? {
        if fix.position.isUnset { return Position.whyUnset }
        if let hdop = fix.hdop, !(hdop <= maxHDOP) {
            return "dilution of precision is \(fixedText(of: hdop, decimals: 1))"
        }
        if let error = fix.horizontalErrorMetres, !(error <= maxHorizontalErrorMetres) {
            return "the receiver is unsure by \(fixedText(of: error, decimals: 0)) m"
        }
        if let satellites = fix.satellitesUsed, satellites < minSatellites {
            return "only \(satellites) satellites"
        }
        return nil
    }
}
