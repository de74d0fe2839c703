import Core
import Glibc
import Simulators
import TestSupport
import Testing
import Values

extension VirtualTimeTests {
    /// A cold night in which a wire comes loose. Nobody but the kernel looks after its bus here.
    struct PetDoorNightTests {
        /// A night without end.
        private static let house: HouseOptions = {
            var options = HouseOptions()
            options.dayLength = .seconds(1_000_000_000)
            options.startOfDay = 0
            options.boltPosition = 0
            return options
        }()

        /// Lets time pass until the bolt has moved, or until it should have.
        private static func wait(_ plant: PetDoorPlant, forMoves count: Int) {
            _ = eventually(within: .seconds(3600), every: .seconds(10)) {
                plant.moves.count >= count || plant.failure != nil
            }
        }

        @Test(
            "without its thermometer the door stays locked for 15 minutes, and with it locks again")
        func looseWire() throws {
            let plant = try PetDoorPlant(Self.house, scheduler: DispatchScheduler())
            let home = try TestInstallation(
                configuration: PetDoorDayTests.shipped("config/pet-door.json").replacing(
                    "\"policy\": \"pet-door\",",
                    with: "\"policy\": \"pet-door\", \"temperature_min\": \"2 °C\","))
            let roost = try home.start()
            // Long enough to lock, and for the bolt to be left alone by the rule no longer.
            _ = eventually(within: .seconds(1200), every: .seconds(60)) { roost.end != nil }
            try #require(plant.moves.map(\.isLocked) == [true], "\(roost.errors)")

            try plant.thermometer.set(.absent)
            let loose = plant.age
            Self.wait(plant, forMoves: 2)
            let unlocked = try #require(plant.moves.last, "\(roost.errors)")
            #expect(!unlocked.isLocked)
            // `grace` is 900 s; it begins when three readings in a row, 10 s apart, have failed.
            #expect((900.0...950.0).contains((unlocked.at - loose).seconds))
            // After ten searches, 10 s apart, the kernel has taken its files away.
            #expect(!plant.thermometer.device.has())

            try plant.thermometer.set(.none)
            let mended = plant.age
            Self.wait(plant, forMoves: 3)
            let locked = try #require(plant.moves.last, "\(roost.errors)")
            #expect(locked.isLocked)
            // It must be good for as long as it was not, 900 s, after at most one search and one
            // reading.
            #expect((890.0...950.0).contains((locked.at - mended).seconds))
            #expect(try home.status().driver("outside")?.restarts == 0)
            #expect(roost.end == nil)
        }
    }
}
