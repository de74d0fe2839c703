import Core
import JSON
import LinuxIO
import Simulators
import Synchronization
import TestSupport
import Values

/// A drone, a gpsd that knows where it is and a house, all in this process, where their truth can
/// be looked at; and a home for a `roost` that lives in it.
///
/// Each world has an address of its own on the loopback network, so that tests do not meet.
final class DemoWorld: Sendable {
    /// An old airfield in Berlin, as in the demo.
    static let start = Position(latitude: 52.473, longitude: 13.403) ?? .origin
    static let gpsdPort: UInt16 = 2947

    /// Where its drone and its gpsd are.
    let address: String
    let home: TestInstallation
    let drone: SimulatedDrone
    let house: SimulatedHouse
    private let gpsd: Mutex<SimulatedGPSD?>
    private let scheduler: DispatchScheduler
    private let endpoint: IPv4Endpoint

    /// `pilot` has settings of its policy that are others than the demo's; `nil` for none. `drivers`
    /// come to the demo's.
    init(pilot: [String: JSONValue?] = [:], drivers: [String: JSONValue] = [:]) throws {
        address = try LoopbackAddress.claim()
        let scheduler = DispatchScheduler()
        self.scheduler = scheduler
        // One metre: lowest of what GPS flight can mean, and soon down from there.
        home = try TestInstallation(
            configuration: DemoConfiguration.text(
                at: address, altitude: "1m", pilot: pilot, drivers: drivers))
        var options = SimulatedDrone.Options(start: Self.start)
        options.address = address
        let drone = try SimulatedDrone(options, scheduler: scheduler)
        self.drone = drone
        house = try SimulatedHouse(sysfs: home.sysfs, scheduler: scheduler)
        guard let endpoint = IPv4Endpoint(address, port: Self.gpsdPort) else {
            throw TestSupportError("\(address) is not an address")
        }
        self.endpoint = endpoint
        gpsd = Mutex(nil)
        try startGPSD()
    }

    /// Has its gpsd answer, from the first moment or again.
    func startGPSD() throws {
        let drone = drone
        let new = try SimulatedGPSD(on: endpoint, scheduler: scheduler) {
            drone.satelliteFix.map { SimulatedFix($0) }
        }
        gpsd.withLock { $0 = new }
    }

    func stopGPSD() {
        gpsd.withLock { $0.take() }?.stop()
    }

    deinit {
        stopGPSD()
        drone.stop()
        house.stop()
    }

    /// Starts the service and waits until it flies the drone to the first target.
    func startFlight() throws -> RoostProcess {
        let roost = try home.start()
        try home.waitForStatus("flies to its first target") {
            $0.reason(of: "pilot").hasPrefix("flying to target 1")
        }
        return roost
    }
}

extension DroneGroundTruth {
    var isAirborne: Bool { phase == .hovering || phase == .flying }

    var speedMetresPerSecond: Double {
        let squares =
            eastMetresPerSecond * eastMetresPerSecond
            + northMetresPerSecond * northMetresPerSecond
        return squares.squareRoot()
    }
}
