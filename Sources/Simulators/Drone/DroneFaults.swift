/// What goes wrong with a simulated drone and its link, from outside its firmware.
package struct DroneFaults: Equatable, Sendable {
    package enum Satellites: String, Sendable {
        case on, off
    }

    package var satellites = Satellites.on
    package var wind = Wind.calm
    /// The share of datagrams that are lost, each way: 0...1.
    package var packetLoss = 0.0
    /// Nothing passes either way: out of range, or the access point is gone.
    package var isOutage = false
    /// The battery is held at this charge instead of draining.
    package var batteryPercent: Double?

    package init() {}
}
