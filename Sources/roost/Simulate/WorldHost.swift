import CommandKit
import Core
import LinuxIO
import Simulators
import Values

/// A whole world in one process: a drone, a gpsd that knows where it is, and a house.
final class WorldHost: Sendable {
    /// An old airfield in Berlin, where there is room.
    static let start = Position(latitude: 52.473, longitude: 13.403) ?? .origin

    /// gpsd's own (IANA: gpsd 2947/tcp).
    static let gpsdPort: UInt16 = 2947

    let address: String
    let sysfs: String
    let drone: SimulatedDrone
    let house: SimulatedHouse
    private let gpsd: SimulatedGPSD

    init(
        address endpoint: IPv4Endpoint, runtime: String, seed: UInt64,
        house options: HouseOptions = .init(),
        scheduler: any Scheduler
    ) throws(CommandError) {
        address = endpoint.host
        sysfs = "\(runtime)/world/sys"
        var droneOptions = SimulatedDrone.Options(start: Self.start)
        droneOptions.address = address
        droneOptions.seed = seed
        let drone = try orFail(try SimulatedDrone(droneOptions, scheduler: scheduler))
        self.drone = drone
        house = try orFail(
            try SimulatedHouse(sysfs: sysfs, scheduler: scheduler, options: options))
        gpsd = try orFail(
            try SimulatedGPSD(on: endpoint, scheduler: scheduler) {
                drone.satelliteFix.map { SimulatedFix($0) }
            })
    }

    func stop() {
        gpsd.stop()
        drone.stop()
        house.stop()
    }
}
