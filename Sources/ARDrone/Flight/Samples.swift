import DriverKit
import Values

extension FlightState {
    /// What the drone says of itself; `nil` without the demo option.
    package init?(
        _ packet: ARDrone.NavdataPacket, armingFailures: [String], serialNumber: String? = nil,
        driver: Driver? = nil
    ) {
        guard let demo = packet.demo else { return nil }
        self.init(
            phase: packet.phase,
            batteryPercent: Int(demo.batteryPercent),
            altitudeMetres: Double(demo.altitudeMillimetres) / 1000,
            roll: .degrees(demo.rollMillidegrees / 1000),
            pitch: .degrees(demo.pitchMillidegrees / 1000),
            yaw: .degrees(demo.yawMillidegrees / 1000),
            forwardMetresPerSecond: demo.forwardMillimetresPerSecond / 1000,
            rightMetresPerSecond: demo.rightMillimetresPerSecond / 1000,
            armingFailures: armingFailures, serialNumber: serialNumber, driver: driver)
    }
}

extension ARDrone {
    /// Where the nose points: by the compass, or, without one, by the yaw, which on an AR.Drone 1
    /// counts from wherever it was switched on. `nil` when there is neither.
    static func heading(
        _ packet: NavdataPacket, declination: Angle, at now: Instant
    ) -> Sample<Heading>? {
        if let magneto = packet.magneto {
            let heading = Heading(.degrees(magneto.fusedHeadingDegrees) + declination)
            let isCalibrated =
                magneto.isCalibrated && !packet.state.contains(.magnetometerUncalibrated)
            return isCalibrated
                ? .good(heading, at: now)
                : .doubtful(heading, at: now, because: "the drone's compass is not calibrated")
        }
        guard let demo = packet.demo else { return nil }
        return .doubtful(
            Heading(.degrees(demo.yawMillidegrees / 1000) + declination), at: now,
            because: "the drone sends no compass; this is its yaw since it was switched on")
    }

    /// Picks new fixes out of a stream that repeats each one many times, so that a receiver that
    /// hangs grows stale.
    ///
    /// How old the first one is cannot be told: the recorder's stamp is not in the form of the drone's time,
    /// and no capture shows the two together. It may have hung for an hour, so that nothing counts until it
    /// has said something else, which takes a live one a fifth of a second.
    struct FixTracker: Sendable {
        enum Reading: Equatable, Sendable {
            case new(Fix)
            case unchanged
            case none(String)
        }

        private var last: GPS?
        /// Whether it was seen to give a fix after another.
        private var isLive = false

        /// While nobody listened, or the drone was started again, its recorder may have given one more fix and hung:
        /// that one is as old as the first.
        mutating func record(_ event: LinkEvent) {
            switch event {
            case .stateChanged(_, .lost), .stateChanged(_, .absent), .rebooted: self = FixTracker()
            default: break
            }
        }

        mutating func read(_ packet: NavdataPacket) -> Reading {
            guard let gps = packet.gps else { return .none("the drone sends no GPS data") }
            guard gps.isPlugged else { return .none("no flight recorder is plugged in") }
            guard gps.dataAvailable != 0, let fix = Fix(gps) else {
                return .none("the flight recorder has no fix")
            }
            defer { last = gps }
            guard let last else { return .none("waiting for a second fix: the first may be old") }
            let isRepeated =
                last.receivedAt == gps.receivedAt && last.latitude == gps.latitude
                && last.longitude == gps.longitude
            isLive = isLive || !isRepeated
            guard isLive else { return .none("the flight recorder repeats an old fix") }
            return isRepeated ? .unchanged : .new(fix)
        }
    }
}

extension Fix {
    /// In metres, from the Dead Sea to where a receiver for civilians must fall silent.
    private static let altitudes = -500.0...18_000.0
    /// In metres per second; the other limit of such receivers.
    private static let speeds = 0.0...515.0
    /// In metres. No upper limit: an error that is left out would pass for none.
    private static let errors = 0.01...Double.greatestFiniteMagnitude

    /// `nil` for what is no place; (0, 0) is what the recorder says before it knows one. A detail
    /// that no receiver can have is left out.
    fileprivate init?(_ gps: ARDrone.GPS) {
        guard let position = Position(latitude: gps.latitude, longitude: gps.longitude),
            !position.isUnset
        else { return nil }
        self.init(
            position: position,
            altitudeMetres: gps.elevationMetres.ifIn(Self.altitudes),
            horizontalErrorMetres: gps.horizontalErrorMetres.ifIn(Self.errors),
            hdop: gps.hdop.ifIn(Self.knownDilutions),
            satellitesUsed: Int(clamping: gps.satellites),
            speedMetresPerSecond: gps.speedMetresPerSecond.ifIn(Self.speeds),
            course: gps.courseDegrees.isFinite ? Angle.degrees(gps.courseDegrees).compass : nil)
    }
}

extension Double {
    /// The number, unless it is outside of the range or none at all.
    fileprivate func ifIn(_ range: ClosedRange<Double>) -> Double? {
        range.contains(self) ? self : nil
    }
}
