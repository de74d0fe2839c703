import Core
import Glibc
import LinuxIO
import Simulators
import TestSupport
import Testing
import Values

extension VirtualTimeTests {
    /// A day of config/pet-door.json as it is shipped: the real command, the kernel's 1-Wire, SPI,
    /// PWM and GPIO, and a house around them.
    ///
    /// Unless asked for a whole one (`script/rig day`) the sun goes round in a tenth of the time: a
    /// door that looks four times a second makes time pass slowly even where waiting costs nothing.
    struct PetDoorDayTests {
        private static let day = Duration.seconds(Rig.isDayWhole ? 86_400 : 8_640)
        /// The filter, the thermometer's ten seconds, and noise on a slow dawn.
        private static let slack = Duration.seconds(90)

        /// A spring day that begins at midnight with the door open, and with frost.
        private static let house: HouseOptions = {
            var options = HouseOptions()
            options.dayLength = day
            options.startOfDay = 0
            options.boltPosition = 0
            options.minCelsius = -3
            options.maxCelsius = 21
            return options
        }()

        /// When the door must open and lock again, from the rule and the true weather: light above
        /// 68.4 % by half the band of 10.4 %, and below it by as much, each for five minutes
        /// (docs/configuration.md). The frost locks nothing: one bolt would keep an animal out in it.
        private static func expectation() -> (unlocks: Duration, locks: Duration) {
            var house = HouseModel(house)
            var seconds = 0
            func pass(until isSo: (HouseGroundTruth) -> Bool) -> Duration {
                while !isSo(house.truth), Duration.seconds(seconds) < day {
                    house.advance(by: .seconds(1), pulseMicroseconds: nil)
                    seconds += 1
                }
                return .seconds(seconds + 300)
            }
            let unlocks = pass { $0.lightRatio > 0.684 + 0.052 }
            let locks = pass { $0.lightRatio < 0.684 - 0.052 }
            return (unlocks, locks)
        }

        static func shipped(_ path: String) throws -> String {
            let project = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
            return String(
                decoding: try readFile("/\(project)/\(path)", atMost: 1 << 20), as: UTF8.self)
        }

        @Test("a day of the pet door: locked by night, open by day in spite of frost, and quiet")
        func day() throws {
            let plant = try PetDoorPlant(Self.house, scheduler: DispatchScheduler())
            let home = try TestInstallation(configuration: Self.shipped("config/pet-door.json"))
            let roost = try home.start()
            let failed = eventually(within: Self.day, every: .seconds(60)) {
                roost.end != nil || plant.failure != nil
            }
            #expect(!failed, "\(plant.failure ?? roost.errors)")
            plant.stop()

            let expected = Self.expectation()
            let moves = plant.moves
            try #require(moves.map(\.isLocked) == [true, false, true], "\(moves) \(roost.errors)")
            for (move, expected) in zip(moves, [.seconds(300), expected.unlocks, expected.locks]) {
                #expect(abs((move.at - expected).seconds) <= Self.slack.seconds)
            }
            try expectQuietServo(plant.servo)
            try expectHealthy(home.status())
            roost.send(signal: SIGTERM)
            #expect(try roost.wait() == .exited(0))
        }

        /// Pulses only between the two angles, 65 and 180 of 180 degrees in 1 to 2 ms, and only
        /// while the bolt moves: each time 0.64 s at 180 degrees a second and 0.7 s of rest.
        private func expectQuietServo(_ servo: PWMRecorder) throws {
            let changes = try servo.changes
            var pulsing = Duration.zero
            for (change, next) in zip(changes, changes.dropFirst()) where change.pulses.isEnabled {
                #expect(change.pulses.period == 20_000_000)
                #expect((1_361_000...2_000_000).contains(change.pulses.duty))
                pulsing += .nanoseconds(next.nanoseconds - change.nanoseconds)
            }
            #expect(changes.last?.pulses.isEnabled == false)
            #expect(pulsing < .seconds(6), "\(pulsing)")
        }

        /// Nothing failed in the day, and the policy had its four ticks a second.
        private func expectHealthy(_ status: StatusReport) throws {
            for driver in status.drivers {
                #expect(driver.restarts == 0, "\(driver.name): \(driver.lastError?.text ?? "")")
            }
            let door = try #require(status.policy("door"))
            #expect(Double(door.ticks + door.skippedTicks) >= 0.99 * 4 * Self.day.seconds)
            #expect(Double(door.skippedTicks) < 0.01 * Double(door.ticks))
            #expect(door.reason?.text.contains("it is night") == true)
        }
    }
}
