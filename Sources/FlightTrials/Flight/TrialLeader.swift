import Core
import Simulators
import Values

/// Somebody who walks about with a telephone, and what that says of where they are.
struct TrialLeader: Sendable {
    /// What is wrong with the telephone.
    enum Fault: Equatable, Sendable {
        case silent
        /// It has no fix and says so with zeros, as many programs do.
        case unset
        /// It is off by so many metres from now on.
        case jump(metres: Double, towards: Angle)
    }

    private static let metresPerSecond = 1.2
    /// No farther from where the flight begins.
    private static let range = 60.0
    private static let secondsStraight = 4.0...15.0
    /// The error of one axis, how long it lasts, and what the telephone says of it.
    private static let errorMetres = 2.0
    private static let errorSeconds = 40.0
    static let accuracyMetres = 4.0

    private(set) var place = PlaneVector(east: 0, north: -15)
    private var walk = PlaneVector.zero
    private var turnsIn = 5.0
    private var error = PlaneVector.zero
    private var generator: SeededGenerator
    var fault: Fault?

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    mutating func step(_ seconds: Double) {
        turnsIn -= seconds
        if turnsIn <= 0 {
            turnsIn = Double.random(in: Self.secondsStraight, using: &generator)
            let heading = Angle.degrees(Double.random(in: 0..<360, using: &generator))
            let isOut = place.length > Self.range
            let speed = Double.random(in: 0...Self.metresPerSecond, using: &generator)
            walk = PlaneVector(
                length: speed, towards: isOut ? (PlaneVector.zero - place).direction : heading)
        }
        place = place + walk * seconds
        error = error.wandered(
            seconds, lasting: Self.errorSeconds, Self.errorMetres, &generator)
    }

    /// Whether nobody should go by what is told: it is no place, or far from the true one.
    var isFarOff: Bool {
        switch fault {
        case .unset: true
        case .jump(let metres, _): metres > 100
        case .silent, nil: false
        }
    }

    /// What is told now; `nil` while it says nothing.
    func told(around start: Position) -> Position? {
        var seen = place + error
        switch fault {
        case .silent: return nil
        case .unset: return .origin
        case .jump(let metres, let towards):
            seen = seen + PlaneVector(length: metres, towards: towards)
        case nil: break
        }
        return start.moved(metres: seen.length, towards: seen.direction)
    }
}
