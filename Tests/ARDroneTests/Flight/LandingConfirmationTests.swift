import Testing
import Values

@testable import ARDrone

@Suite("AR.Drone landing from outside: when the drone counts as landed")
struct ARDroneLandingConfirmationTests {
    private typealias Phase = FlightState.Phase

    /// When it is confirmed, in packets of 60 ms; `nil`: never.
    private func confirmed(_ phases: [Phase]) -> Int? {
        var confirmation = ARDrone.LandingConfirmation()
        var now = Instant.zero
        for (index, phase) in phases.enumerated() {
            if confirmation.receive(phase, at: now) { return index }
            now = now + .milliseconds(60)
        }
        return nil
    }

    @Test("Landed counts when it was said for a second")
    func steady() {
        // 17 x 60 ms is the first that is not less than a second after the first.
        #expect(confirmed(Array(repeating: .landed, count: 30)) == 17)
        #expect(confirmed(Array(repeating: .emergency, count: 30)) == 17)
    }

    @Test("A drone that rises meanwhile begins it again")
    func rises() {
        let rising: [Phase] = Array(repeating: .landed, count: 10) + [.takingOff, .landing]
        #expect(confirmed(rising + Array(repeating: .landed, count: 30)) == 29)
    }

    @Test("So does a silence in which it may have flown")
    func silence() {
        var confirmation = ARDrone.LandingConfirmation()
        let isConfirmed = [0, 3000, 3500, 4000].map {
            confirmation.receive(.landed, at: .zero + .milliseconds($0))
        }
        #expect(isConfirmed == [false, false, false, true])
    }
}
