import Core
import Glibc
import JSON
import LinuxIO
import Simulators
import TestSupport
import Testing
import Threads
import Values

extension WorldTests {
    @Test("somebody whose phone tells their place is followed, and without it the drone flies home")
    func follows() throws {
        let world = try DemoWorld(pilot: [
            "targets": nil, "start": "on-command", "leader_lost_return_after": "3s",
        ])
        let drone = world.drone
        let roost = try world.home.start()
        var leader = Leader(home: world.home, north: -14)
        try world.home.waitForTicks(20, of: "pilot")
        #expect(try world.home.run("send", "pilot", "follow").end == .exited(0))
        let tookOff = try leader.tells(until: { try $0.run("send", "takeoff").end == .exited(0) })
        try #require(tookOff)
        try #require(try leader.tells { try $0.code == "following" })
        leader.north = -19
        let isThere = try leader.tells { _ in
            let place = drone.truth.position
            let metres = leader.position.distanceMetres(to: place)
            return abs(metres - 12) < 2 && DemoWorld.start.distanceMetres(to: place) > 5
        }
        #expect(isThere, "\(drone.truth)")
        // It is silent from here on.
        let lost = ContinuousClock.now
        for (code, seconds) in [
            ("paused-leader-lost", 7.0), ("returning-leader-lost", 13), ("landed-leader-lost", 55),
        ] {
            try world.home.waitForStatus("tells \(code)", within: .seconds(60)) {
                $0.policy("pilot")?.reason?.code == code
            }
            #expect(lost.duration(to: .now) / .seconds(1) < seconds, "\(code)")
        }
        #expect(DemoWorld.start.distanceMetres(to: drone.truth.position) < 3)
        roost.send(signal: SIGTERM)
        #expect(try roost.wait(within: .seconds(30)) == .exited(0), "\(roost.errors)")
    }

    @Test("somebody with a receiver is followed over gpsd, and without it the drone flies home")
    func followsReceiver() throws {
        let hand = try LoopbackAddress.claim()
        let world = try DemoWorld(
            pilot: [
                "targets": nil, "start": "on-command", "leader_lost_return_after": "3s",
                "inputs": [
                    "flight": "drone", "heading": "drone", "position": "gps",
                    "computer": "computer", "leader": "hand",
                ],
            ], drivers: ["hand": ["driver": "gpsd", "host": .string(hand)]])
        let leader = try Receiver(at: hand, port: DemoWorld.gpsdPort)
        leader.north.withLock { $0 = -14 }
        let drone = world.drone
        let roost = try world.home.start()
        try world.home.waitForTicks(20, of: "pilot")
        #expect(try world.home.run("send", "pilot", "follow").end == .exited(0))
        #expect(
            try eventually(within: .seconds(30), every: .milliseconds(500)) {
                try world.home.run("send", "takeoff").end == .exited(0)
            })
        try world.home.waitForStatus("follows", within: .seconds(30)) {
            $0.policy("pilot")?.reason?.code == "following"
        }
        leader.north.withLock { $0 = -19 }
        #expect(
            eventually(within: .seconds(30)) {
                let place = drone.truth.position
                let metres = leader.position?.distanceMetres(to: place) ?? 0
                return abs(metres - 12) < 2 && DemoWorld.start.distanceMetres(to: place) > 5
            }, "\(drone.truth)")
        // Who is told by a receiver is told by nobody else.
        let sent = try world.home.run(
            "send", "pilot", "leader", "latitude=52.473", "longitude=13.403", "accuracy=3m")
        #expect(sent.end == .exited(1), "\(sent.output) \(sent.errors)")
        leader.north.withLock { $0 = nil }
        for code in ["paused-leader-lost", "landed-leader-lost"] {
            try world.home.waitForStatus("tells \(code)", within: .seconds(60)) {
                $0.policy("pilot")?.reason?.code == code
            }
        }
        #expect(DemoWorld.start.distanceMetres(to: drone.truth.position) < 3)
        roost.send(signal: SIGTERM)
        #expect(try roost.wait(within: .seconds(30)) == .exited(0), "\(roost.errors)")
    }
}

/// Somebody with a receiver, and a gpsd that tells where that is.
private final class Receiver: Sendable {
    /// In metres from the start of the drone; `nil` while no satellite is seen.
    let north: Locked<Double?>
    private let gpsd: SimulatedGPSD

    init(at address: String, port: UInt16) throws {
        let north = Locked<Double?>(nil)
        let endpoint = try #require(IPv4Endpoint(address, port: port))
        self.north = north
        gpsd = try SimulatedGPSD(on: endpoint, scheduler: DispatchScheduler()) {
            Self.position(north.value).map {
                SimulatedFix(Fix(position: $0, horizontalErrorMetres: 3))
            }
        }
    }

    deinit { gpsd.stop() }

    var position: Position? { Self.position(north.value) }

    private static func position(_ north: Double?) -> Position? {
        north.flatMap { DemoWorld.start.offset(eastMetres: 0, northMetres: $0) }
    }
}

/// Somebody with a phone that sends where it is, once a second.
private struct Leader {
    let home: TestInstallation
    /// In metres from the start of the drone.
    var north: Double

    var position: Position {
        DemoWorld.start.offset(eastMetres: 0, northMetres: north) ?? .origin
    }

    /// Sends it until something is so, for half a minute.
    func tells(until isSo: (TestInstallation) throws -> Bool) throws -> Bool {
        try eventually(within: .seconds(30), every: .milliseconds(900)) {
            let place = position
            let sent = try home.run(
                "send", "pilot", "leader", "latitude=\(place.latitude)",
                "longitude=\(place.longitude)", "accuracy=3m")
            #expect(sent.end == .exited(0), "\(sent.errors)")
            return try isSo(home)
        }
    }
}

extension TestInstallation {
    fileprivate var code: String? {
        get throws { try status().policy("pilot")?.reason?.code }
    }
}
