import CommandKit
import Core
import Glibc
import Simulators
import Terminal
import Values

/// A drone that flies over three places, and beside it a door through a day.
struct FlightShow: DemoShow {
    private static let dayLength = Duration.seconds(40)
    private static let startOfDay = 0.2

    private let world: WorldHost
    private var checker: FlightChecker
    private var map = FlightMap()
    private var chart = DayChart()
    private var frame: FlightFrame?

    init(
        _ script: FlightScript, runtime: String, scheduler: any Scheduler
    ) throws(CommandError) {
        var house = HouseOptions()
        house.dayLength = Self.dayLength
        house.startOfDay = Self.startOfDay
        house.maxCelsius = 35
        world = try WorldHost(
            address: script.address, runtime: runtime, seed: 1, house: house, scheduler: scheduler)
        checker = FlightChecker(targets: script.targets)
        map.targets = script.targets.map { FlightMap.Place($0, from: WorldHost.start) }
    }

    mutating func observe(_ status: StatusReport?, at elapsed: Duration) {
        let (drone, house) = (world.drone.truth, world.house.truth)
        let days = Self.startOfDay + elapsed.seconds / Self.dayLength.seconds
        checker.observe(drone, house, totalDays: days, at: elapsed)
        map.add(drone, reached: checker.reached)
        chart.add(house, days: days)
        frame = FlightFrame(
            elapsed: elapsed, drone: drone, house: house, map: map, chart: chart, status: status,
            checks: checks)
    }

    var checks: [DemoCheck] { checker.checks }
    var isOver: Bool { checker.isOver }

    func picture(_ size: DemoPicture.Size) -> [StyledText] {
        frame.map { FlightScreen(size).draw($0) } ?? []
    }

    var line: String { frame.map { "\(FlightLine($0, start: WorldHost.start))" } ?? "" }

    func summary(_ status: StatusReport) -> String {
        DemoSummary(status, heard: world.drone.commandGaps).text
    }

    func stop() { world.stop() }
}

extension FlightMap.Place {
    /// Where a position lies on the map.
    init(_ position: Position, from origin: Position) {
        let distance = origin.distanceMetres(to: position)
        let bearing = origin.bearing(to: position).radians
        self.init(east: distance * sin(bearing), north: distance * cos(bearing))
    }
}

extension FlightMap {
    fileprivate mutating func add(_ drone: DroneGroundTruth, reached: Int) {
        path.append(Place(drone.position, from: WorldHost.start))
        heading = drone.heading
        self.reached = reached
    }
}

extension DayChart {
    fileprivate mutating func add(_ house: HouseGroundTruth, days: Double) {
        add(
            Moment(
                days: days, lightRatio: house.lightRatio, celsius: house.celsius,
                isLocked: house.isLatchContactClosed))
    }
}
