import Values

/// What a simulated receiver knows at a moment.
package struct SimulatedFix: Equatable, Sendable {
    package var fix: Fix
    /// What a compass beside it says, clockwise from true north; `nil` for none.
    package var heading: Angle?
    /// Where the fix is from; `nil` leaves it out, as gpsd does for a plain fix of most receivers.
    package var status: Status?

    package init(_ fix: Fix, heading: Angle? = nil, status: Status? = nil) {
        self.fix = fix
        self.heading = heading
        self.status = status
    }

    /// `status` of a TPV, by its numbers in gpsd's gps.h (STATUS_GPS to STATUS_SIM).
    package enum Status: Int, CaseIterable, Sendable {
        case satellites = 1
        case differential
        case rtkFixed
        case rtkFloat
        /// Reckoned from speed and course, with no satellites.
        case deadReckoning
        case satellitesAndDeadReckoning
        /// Time only, or a surveyed place.
        case surveyed
        case simulated
    }
}

/// How a simulated gpsd behaves.
package struct SimulatedGPSDOptions: Sendable {
    /// The time from one fix to the next; kept within 10 ms and a minute.
    package var period = Duration.milliseconds(200)
    /// The receiver's name in the reports.
    package var device = "/dev/simulated"
    /// The receiver's time when the simulation's clock is zero, in seconds since 1970.
    package var epoch = 1_767_225_600.0
    /// More clients than this are turned away.
    package var clientLimit = 8

    package init() {}
}
