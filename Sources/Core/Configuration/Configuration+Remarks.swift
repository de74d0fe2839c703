extension Configuration {
    /// What is to be looked at in it, and keeps nothing from running: drivers that name none of several things, where
    /// another names one, and what policies say of their settings.
    package var remarks: [String] { unnamedDevices + policyRemarks }

    private var policyRemarks: [String] {
        policies.flatMap { policy in
            policy.configured.remarks(BoundPorts(policy.bindings)).map {
                "policies.\(policy.name).\($0)"
            }
        }
    }

    private var unnamedDevices: [String] {
        let claims = drivers.flatMap { driver in
            driver.claims.filter { !$0.kind.isExclusive }.map { (driver: driver.name, claim: $0) }
        }
        return claims.filter { $0.claim.sharedAs == nil }.compactMap { unnamed in
            let named = claims.first {
                $0.claim.kind == unnamed.claim.kind && $0.claim.thing == unnamed.claim.thing
                    && $0.claim.sharedAs != nil
            }
            return named.map {
                "drivers.\(unnamed.driver): \($0.driver) names a \($0.claim.kind.rawValue) "
                    + "\($0.claim.thing), so there may be several: name one here, too "
                    + "(\"\(unnamed.claim.key)\")"
            }
        }
    }
}
