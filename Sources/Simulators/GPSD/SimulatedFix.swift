import Devices

/// What a simulated receiver knows at a moment.
package struct SimulatedFix: Equatable, Sendable {
    package var fix: Fix
    /// What a compass beside it says, clockwise from true north; `nil` for none.
    package var heading: Angle?

    package init(_ fix: Fix, heading: Angle? = nil) {
        self.fix = fix
        self.heading = heading
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
