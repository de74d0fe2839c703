import Core
import Devices
import FlightTrials
import HouseTrials
import Trials

/// Every kind of policy that can be rehearsed: one line each.
let allRehearsals: [any Rehearsal.Type] = [
    DoorRehearsal.self,
    FlightRehearsal.self,
]

extension TwinConfiguration {
    /// - Throws: why it has no twin.
    static func of(
        _ policy: PolicyEntry, in configuration: Configuration, at address: String
    ) throws(PlainError) -> TwinConfiguration {
        guard let rehearsal = policy.rehearsal else {
            throw PlainError("nothing simulates the devices of a \(policy.kind.name)")
        }
        return try rehearsal.twin(of: policy, in: configuration, at: address)
    }
}

extension PolicyEntry {
    var rehearsal: (any Rehearsal.Type)? {
        allRehearsals.first { $0.policy == kind.name }
    }
}
