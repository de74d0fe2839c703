import Core
import Policies
import Testing

/// What a policy can do beside its step is found by its protocols: a method alone would never be called.
@Suite struct PolicyProtocolTests {
    @Test("each policy has the protocols of what it can do") func protocols() {
        var found: [String: [String]] = [:]
        for kind in allPolicies {
            let has: [(String, Bool)] = [
                ("checks", kind is any CheckedPolicy.Type),
                ("details", kind is any DetailedPolicy.Type),
                ("memory", kind is any ResumablePolicy.Type),
            ]
            found[kind.name] = has.filter(\.1).map(\.0)
        }
        #expect(
            found == [
                "deployment-panel": ["details"],
                "drone-navigation": ["checks", "details", "memory"],
                "pet-door": ["details", "memory"],
                "rules": ["details", "memory"],
            ])
    }
}
