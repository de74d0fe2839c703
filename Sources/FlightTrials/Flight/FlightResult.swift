import Values

/// What became of one flight.
package struct FlightResult: Sendable {
    package let number: Int
    package let scene: TrialScene
    /// The code of the last reason that the policy gave: "landed-mission-done".
    package internal(set) var outcome = "never-stepped"
    package internal(set) var hasTakenOff = false
    /// Whether it stood on the ground again within the time of a trial.
    package internal(set) var hasLanded = false
    package internal(set) var landing = PlaneVector.zero
    /// How far the receiver had it from there at that time.
    package internal(set) var receiverOffset = PlaneVector.zero
    package internal(set) var seconds = 0.0
    package internal(set) var flownMetres = 0.0
    package internal(set) var farthestMetres = 0.0
    package internal(set) var secondsOutsideFence = 0.0
    package internal(set) var maxMetres = 0.0
    package internal(set) var minBatteryPercent = 100.0
    package internal(set) var photographs = 0
    /// How long it flew on since its receiver had measured something, at most.
    package internal(set) var maxBlind = Duration.zero
    /// The codes of the failsafes that it went through, each once, in their order.
    package internal(set) var failsafes: [String] = []
    package internal(set) var faults: [String] = []
    package internal(set) var breaches: [String] = []
    /// How often its settings changed, and why some did not.
    package internal(set) var changes = 0
    package internal(set) var refusedChanges: [String] = []
    /// Where it was, once a second.
    package internal(set) var path: [PlaneVector] = []
    private var offSquares = 0.0
    private var offCount = 0.0

    init(number: Int, _ scene: TrialScene = .course) {
        self.number = number
        self.scene = scene
    }

    /// Whether the mission was flown to its end, or what a scene is about until it was called home. Where the radio is gone the policy does not hear of
    /// the landing that it ended with.
    package var isDone: Bool {
        hasLanded && outcome.hasSuffix(scene.isCalledHome ? "-asked" : "-mission-done")
    }

    /// How far off its course it was, as a root mean square; 0 for one that never flew.
    package var offCourseMetres: Double {
        offCount > 0 ? (offSquares / offCount).squareRoot() : 0
    }

    /// From the place that was meant.
    package func missMetres(_ course: TrialCourse) -> Double {
        (course.target - landing).length
    }

    /// From the place that the receiver takes for the one that was meant: what is left when its own
    /// error is taken away.
    package func missByReceiverMetres(_ course: TrialCourse) -> Double {
        (landing + receiverOffset - course.target).length
    }

    /// A place on the way, between take-off and landing.
    mutating func note(_ place: PlaneVector, _ course: TrialCourse) {
        let off = course.metresOff(place)
        offSquares += off * off
        offCount += 1
    }
}
