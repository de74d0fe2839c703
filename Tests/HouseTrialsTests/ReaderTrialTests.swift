import Core
import Drivers
import PetDoor
import Policies
import Simulators
import TestSupport
import Testing

@testable import HouseTrials

/// Days of a house whose door has a reader of tags: `config/pet-door-reader.json`.
struct ReaderTrialTests {
    private func result(_ law: HouseSetup.Law, days: Int, missed: Double = 0.2) throws
        -> HouseResult
    {
        let text = try projectFile("config/pet-door-reader.json")
        let registry = PluginRegistry(drivers: allDrivers, policies: allPolicies)
        let configuration = try ConfigurationReader.read(text, registry: registry)
        var trial = try HouseTrial(
            HousePlan(number: 1, seed: 1, days: days, cats: .visited, missedTags: missed),
            try HouseSetup(law, configuration, registry: registry))
        return try trial.run()
    }

    @Test("a door that knows who is home locks at night, and not with the cat outside")
    func aware() throws {
        let aware = try result(.roost, days: 3)
        #expect(aware.nightsShutOut == [] && aware.locksWithCatOutside == 0)
        #expect(aware.lockedHours > 8)
        #expect(aware.movesADay <= 6)
        #expect(aware.breaches == [])
    }

    @Test(
        "the same door without its pets locks the cat out in the same days",
        .enabled(if: isThorough))
    func unaware() throws {
        let unaware = try result(.unaware, days: 3)
        #expect(unaware.locksWithCatOutside > 0)
        #expect(unaware.breaches == [])
    }

    @Test("where the reader sees nothing the door stays open at night", .enabled(if: isThorough))
    func blind() throws {
        let blind = try result(.roost, days: 2, missed: 1)
        #expect(blind.locksWithCatOutside == 0 && blind.lockedHours == 0)
    }
}
