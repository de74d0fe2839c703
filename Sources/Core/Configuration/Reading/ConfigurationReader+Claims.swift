import JSON
import Settings

extension ConfigurationReader {
    private struct Thing: Hashable {
        let kind: Claim.Kind
        let name: String
    }

    /// Refuses what two drivers claim, unless they can share it.
    func rejectSharedClaims(_ drivers: [DriverEntry]) {
        var owners: [Thing: (driver: String, claim: Claim)] = [:]
        for driver in drivers {
            for claim in driver.configured.claims where claim.kind.isExclusive {
                let thing = Thing(kind: claim.kind, name: claim.thing)
                guard let owner = owners[thing] else {
                    owners[thing] = (driver.name, claim)
                    continue
                }
                guard claim.sharedAs == nil || claim.sharedAs != owner.claim.sharedAs else {
                    continue
                }
                reject(claim, of: driver.name, ownedBy: owner)
            }
        }
    }

    private func reject(
        _ claim: Claim, of driver: String, ownedBy owner: (driver: String, claim: Claim)
    ) {
        let path = SettingPath("drivers").key(driver).key(claim.key)
        let use = owner.claim.sharedAs.map { " as \($0)" } ?? ""
        let remedy =
            owner.driver == driver
            ? "name it once" : "give one of them another \"\(claim.key)\", or remove it"
        errors.add(
            path.error(
                .alreadyClaimed,
                "\(claim.kind.rawValue) \(claim.thing) is already claimed by \"\(owner.driver)\""
                    + "\(use) (\"\(owner.claim.key)\"); \(remedy)"))
    }
}
