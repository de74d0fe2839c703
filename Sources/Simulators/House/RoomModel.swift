import Glibc
import Values

/// A room with a fan, a button and a lamp, and a bed outside with a pump, as a value: what becomes of them
/// under the sun, the rain and what is switched on. No files.
package struct RoomModel: Sendable {
    /// Where the air goes in the end while the fan is off.
    package var heatCelsius = 22.0
    /// How bright the sky is, as a share of the converter's full scale; light follows it.
    package var skyRatio = 0.8
    /// How wet the soil is.
    package var soilRatio = 0.5
    /// The thermometer has no wire any more.
    package var isThermometerLost = false

    package private(set) var celsius = 22.0
    package private(set) var lightRatio = 0.8
    package private(set) var isRaining = false
    /// How long it has rained, or not.
    package private(set) var weatherFor = Duration.zero
    /// Since the button was pressed; `nil` while it never was.
    package private(set) var pressedFor: Duration?

    /// How much cooler the fan keeps the room.
    private static let fanCelsius = 9.0
    /// In which the air has gone 63 % of its way.
    private static let airSeconds = 7.0
    private static let duskPerSecond = 0.25
    private static let pumpPerSecond = 0.05
    private static let rainPerSecond = 0.002
    private static let sunPerSecond = 0.0005
    /// As long as a finger takes.
    private static let pressTime = Duration.milliseconds(300)

    package init() {}

    package var isButtonHeld: Bool { pressedFor.map { $0 < Self.pressTime } ?? false }

    package mutating func press() { pressedFor = .zero }

    package mutating func setRain(_ isRaining: Bool) {
        guard self.isRaining != isRaining else { return }
        self.isRaining = isRaining
        weatherFor = .zero
    }

    /// Lets time pass with these switched on.
    package mutating func advance(by time: Duration, isFanOn: Bool, isPumpOn: Bool) {
        let seconds = max(0, time.seconds)
        let goal = heatCelsius - (isFanOn ? Self.fanCelsius : 0)
        celsius += (goal - celsius) * (1 - exp(-seconds / Self.airSeconds))
        let reach = Self.duskPerSecond * seconds
        lightRatio += min(reach, max(-reach, skyRatio - lightRatio))
        let water =
            (isPumpOn ? Self.pumpPerSecond : 0)
            + (isRaining ? Self.rainPerSecond : -Self.sunPerSecond)
        soilRatio = min(1, max(0, soilRatio + water * seconds))
        weatherFor += max(.zero, time)
        pressedFor = pressedFor.map { $0 + max(.zero, time) }
    }
}
