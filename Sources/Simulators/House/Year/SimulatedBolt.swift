import Core
import Values

/// A bolt that a servo moves and that friction, frost or a stuck bolt may hold.
package struct SimulatedBolt: Sendable {
    /// Wet from paws, it freezes where it is below this, and comes loose above that.
    private static let freezesBelow = 0.0
    private static let thawsAbove = 1.0
    /// Ice that is not renewed is gone after so many minutes: it dries away, the house warms it, or somebody
    /// comes and sees to it.
    private static let iceMinutes = 1440
    /// How often a move gets caught by friction until the servo has gone the other way.
    private static let catches = 0.003

    private var mechanism: BoltMechanism
    private var generator: SeededGenerator
    private var lastGoal: Double?
    package private(set) var isCaught = false
    /// Something holds it, whatever the servo wants.
    package var isJammed = false
    package private(set) var isFrozen = false
    private var minutesSinceWet = 0
    private let unlocked: Double
    private let locked: Double

    /// Between these angles of its servo; it begins at the first.
    init(
        unlocked: Angle, locked: Angle, reed: LatchReed = .opensWhenBack, seed: UInt64
    ) {
        var options = HouseOptions()
        options.latchReed = reed
        (self.unlocked, self.locked) = (Self.pulse(unlocked), Self.pulse(locked))
        options.retractedMicroseconds = self.unlocked
        options.extendedMicroseconds = self.locked
        options.boltPosition = 0
        mechanism = BoltMechanism(options)
        generator = SeededGenerator(seed: seed)
    }

    /// 0 is fully back, 1 fully out.
    package var position: Double { mechanism.position }
    /// Whether the flap is free.
    package var isBack: Bool { mechanism.isBack }
    /// Whether it is wholly out.
    package var isOut: Bool { mechanism.isOut }
    /// What its switch says: "out".
    package var isSaidOut: Bool { mechanism.isContactClosed }
    package var isHeld: Bool { isJammed || isFrozen || heldAt != nil }
    /// Ice holds it at this place, whichever way it goes.
    package var heldAt: Double? {
        get { mechanism.heldAt }
        set { mechanism.heldAt = newValue }
    }

    /// Turns it for a while towards an angle of the servo; without one it stays.
    package mutating func advance(by time: Duration, towards angle: Angle?) {
        guard let angle else { return }
        let goal = Self.pulse(angle)
        if goal != lastGoal {
            lastGoal = goal
            isCaught = generator.happens(Self.catches)
        }
        guard !isJammed, !isFrozen, !isCaught else { return }
        mechanism.advance(by: time, pulseMicroseconds: goal)
    }

    /// A hand moves it, which frost and friction do not keep from.
    package mutating func moveByHand(isOut: Bool) {
        guard !isJammed else { return }
        let ice = mechanism.heldAt
        mechanism.heldAt = nil
        defer { mechanism.heldAt = ice }
        mechanism.advance(by: .seconds(10), pulseMicroseconds: isOut ? locked : unlocked)
    }

    /// What the frost does to it, where it is wet. To be called each minute.
    mutating func feel(celsius: Double, isWet: Bool) {
        minutesSinceWet = isWet ? 0 : minutesSinceWet + 1
        if celsius < Self.freezesBelow, isWet { isFrozen = true }
        if celsius > Self.thawsAbove || minutesSinceWet > Self.iceMinutes { isFrozen = false }
    }

    /// A servo of 180° between 1 and 2 ms.
    private static func pulse(_ angle: Angle) -> Double { 1000 + angle.degrees / 180 * 1000 }
}
