/// What every driver must pass, in the order in which it is checked.
struct Check: Sendable {
    let name: String
    /// Why the check does not apply; `nil` when it does.
    let isExempt: @Sendable (RigKind) -> String?
    let run: @Sendable (RigKind) throws -> Void

    init(
        _ name: String, _ condition: Condition? = nil,
        _ run: @escaping @Sendable (RigKind) throws -> Void
    ) {
        self.name = name
        isExempt = { kind in condition.flatMap { kind.impossible[$0] } }
        self.run = run
    }
}

let allChecks: [Check] =
    [
        Check("absent-at-start", .absent, checkAbsentAtStart),
        Check("unplugged-and-replugged", .absent, checkUnplugged),
        Check("garbage", .garbage) { try checkTrouble($0, .garbage) },
        Check("slow", .slow) { try checkTrouble($0, .slow) },
        Check("stuck", .stuck) { try checkTrouble($0, .stuck) },
    ]
    + Condition.allCases.map { condition in
        Check("stop-while-\(condition.rawValue)", condition) { try checkStop($0, condition) }
    } + [
        Check("claimed-once", nil, checkClaimedOnce),
        Check("restart", nil, checkRestart),
        Check("make-safe-twice", nil, checkMakeSafeTwice),
        Check("nothing-left-behind", nil, checkNothingLeft),
        Check("no-growth", nil, checkNoGrowth),
    ]
