import Core
import FlightTrials
import HouseTrials
import Trials
import Values

/// Every kind of policy that can be rehearsed: one line each.
let allRehearsals: [any Rehearsal.Type] = [
    DoorRehearsal.self,
    FlightRehearsal.self,
]

extension PolicyEntry {
    /// - Throws: that nothing rehearses its kind.
    func rehearsal() throws(PlainError) -> any Rehearsal.Type {
        guard let rehearsal = allRehearsals.first(where: { $0.policy == kind.name }) else {
            throw PlainError("nothing simulates the devices of a \(kind.name)")
        }
        return rehearsal
    }
}
