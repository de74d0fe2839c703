import Simulators
import Values

/// The faults of a flight as it goes on.
struct TrialFaults {
    /// What is to be done about one now.
    enum Change {
        case world([FaultCommand])
        case gust(GustFront)
        case request(String)
        /// `nil` ends it.
        case leader(TrialLeader.Fault?)
    }

    private struct Course {
        enum State { case waiting, present, over }

        let fault: TrialFault
        var state = State.waiting
        var beganAt: Instant?
    }

    private var faults: [Course]

    init(_ faults: [TrialFault]) {
        self.faults = faults.map { Course(fault: $0) }
    }

    /// Whether the policy hangs at present.
    var isStalled: Bool {
        faults.contains { $0.state == .present && $0.fault.what == .stall }
    }

    /// Whether the process gets no turn at present.
    func isStanding(at now: Instant) -> Bool {
        faults.contains { course in
            guard case .unwell(let pause) = course.fault.what, course.state == .present,
                let beganAt = course.beganAt
            else { return false }
            let second = Duration.seconds(1).nanoseconds
            return (now - beganAt).nanoseconds % second < pause.nanoseconds
        }
    }

    /// What begins or ends now.
    mutating func due(at now: Instant, since tookOffAt: Instant) -> [Change] {
        guard !faults.isEmpty else { return [] }
        var changes: [Change] = []
        for index in faults.indices {
            let fault = faults[index].fault
            let begin = tookOffAt + fault.after
            if faults[index].state == .waiting, now >= begin {
                (faults[index].state, faults[index].beganAt) = (.present, now)
                changes += Self.begin(fault, at: now).map { [$0] } ?? []
            }
            if faults[index].state == .present, now >= begin + fault.lasting {
                faults[index].state = .over
                changes += Self.end(fault).map { [$0] } ?? []
            }
        }
        return changes
    }

    private static func begin(_ fault: TrialFault, at now: Instant) -> Change? {
        switch fault.what {
        case .world(let words, _): commands(words)
        case .gust(let speed, let towards):
            .gust(
                GustFront(
                    metresPerSecond: speed, towards: towards, beganAt: now,
                    lasting: fault.lasting))
        case .request(let name): .request(name)
        case .leader(let fault): .leader(fault)
        case .stall, .unwell: nil
        }
    }

    private static func end(_ fault: TrialFault) -> Change? {
        switch fault.what {
        case .world(_, let words?): commands(words)
        case .leader: .leader(nil)
        default: nil
        }
    }

    private static func commands(_ words: String) -> Change? {
        (try? FaultCommand.list(words)).map { .world($0) }
    }
}
