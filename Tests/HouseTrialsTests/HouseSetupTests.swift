import Core
import Drivers
import JSON
import PetDoor
import TestSupport
import Testing

@testable import HouseTrials

/// What guards a door in a trial.
struct HouseSetupTests {
    @Test("without a configuration it is the shipped one")
    func usual() throws {
        let shipped = try JSONValue(parsing: try projectFile("config/pet-door.json"))
        guard case .object(var members) = shipped else { throw TestSupportError("no object") }
        // For editors only.
        members["$schema"] = nil
        #expect(HouseSetup.usual == .object(members))
    }
}
