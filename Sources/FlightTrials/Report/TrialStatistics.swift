import Values

/// The flights of one setup.
package struct TrialStatistics: Sendable {
    package let setup: TrialSetup
    package let flights: [FlightResult]
    /// Of those that flew their mission to its end: how far they landed from the place meant, and
    /// from the place that the receiver took for it.
    package let misses: [Double]
    package let missesByReceiver: [Double]

    package init(_ setup: TrialSetup, _ flights: [FlightResult]) {
        self.setup = setup
        self.flights = flights
        let done = flights.filter(\.isDone)
        misses = done.map { $0.missMetres(setup.course) }
        missesByReceiver = done.map { $0.missByReceiverMetres(setup.course) }
    }

    /// The rules that were broken, each with the number of its run.
    package var breaches: [String] {
        flights.flatMap { flight in flight.breaches.map { "run \(flight.number): \($0)" } }
    }
}
