/// What is really so in a simulated house, whatever its sensors say: for a picture of it.
package struct HouseGroundTruth: Codable, Equatable, Sendable {
    /// 0..<1: 0 is midnight, 0.5 noon.
    package let timeOfDay: Double
    /// The share of the converter's full scale, without noise.
    package let lightRatio: Double
    package let celsius: Double
    /// 0 is fully back (unlocked), 1 fully out (locked).
    package let boltPosition: Double
    /// Whether the magnetic contact at the latch is closed, as it is mounted.
    package let isLatchContactClosed: Bool
    /// The pulse that the servo gets; `nil` when it gets none and is free.
    package let pulseMicroseconds: Double?
}
