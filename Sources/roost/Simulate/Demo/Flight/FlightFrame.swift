import ARDrone
import Core
import Drivers
import Simulators

/// Everything that one picture of the drone and the door shows.
struct FlightFrame: Sendable {
    let elapsed: Duration
    let drone: DroneGroundTruth
    let house: HouseGroundTruth
    let map: FlightMap
    let chart: DayChart
    /// What the running Roost says; `nil` while it does not answer.
    let status: StatusReport?
    let checks: [DemoCheck]

    /// Why the drone is flown as it is, in the words of the policy that commands it.
    var whyDrone: String { status.reason { $0.driver == ARDrone.name } }
    /// The same of the bolt.
    var whyBolt: String { status.reason { $0.driver == Servo.name } }

    /// "14:30"
    var clock: String {
        let minutes = Int((house.timeOfDay * 24 * 60).rounded(.down)) % 1440
        let (hour, minute) = (minutes / 60, minutes % 60)
        return (hour < 10 ? "0" : "") + "\(hour):" + (minute < 10 ? "0" : "") + "\(minute)"
    }

    /// "locked", "unlocked", or on the way between them.
    var door: String {
        guard house.isLatchContactClosed else { return "unlocked" }
        return house.boltPosition > 0.95
            ? "locked" : "the bolt is at \(Int(house.boltPosition * 100)) %"
    }
}
