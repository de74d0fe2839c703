import Values

/// All that the cockpit shows, at one moment.
package struct CockpitFrame: Sendable {
    /// Which drone.
    package let title: String
    package let flight: Sample<FlightState>
    package let heading: Sample<Heading>
    package let position: Sample<Fix>
    package let link: CockpitLink
    package let pilot: KeyboardPilot
    /// The driver's last line, and when it came.
    package let log: (text: String, at: Instant)?
    package let now: Instant

    package init(
        title: String, flight: Sample<FlightState>, heading: Sample<Heading>,
        position: Sample<Fix>, link: CockpitLink, pilot: KeyboardPilot,
        log: (text: String, at: Instant)?, now: Instant
    ) {
        self.title = title
        self.flight = flight
        self.heading = heading
        self.position = position
        self.link = link
        self.pilot = pilot
        self.log = log
        self.now = now
    }
}

/// How the link to the drone is, as the driver's facts tell it.
package struct CockpitLink: Equatable, Sendable {
    /// "ready", "flying", "lost": the driver's own word.
    package var state: String
    package var stateAge = Duration.zero
    package var packets = 0
    package var losses = 0
    package var sendFailures = 0
    package var commandGapP99: Duration?
    package var commandGapMax: Duration?

    package init(state: String = "starting") {
        self.state = state
    }
}
