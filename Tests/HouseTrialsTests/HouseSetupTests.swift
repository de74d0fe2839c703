import Core
import Drivers
import Policies
import TestSupport
import Testing

@testable import HouseTrials

/// What guards a door in a trial.
struct HouseSetupTests {
    @Test("without a configuration it is the shipped one")
    func usual() throws {
        let shipped = try JSONValue(parsing: try projectFile("config/pet-door.json"))
        #expect(HouseSetup.usual == shipped)
    }
}
