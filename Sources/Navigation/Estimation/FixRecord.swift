import Values

/// What has become of the fixes so far.
struct FixRecord: Sendable {
    /// Without a fix for longer it is reckoned from velocity alone.
    private static let missingAfter = Duration.seconds(2)
    /// Nothing is flown by a position that has just jumped.
    private static let settlingTime = Duration.seconds(2)
    /// A contradiction is over when there was none for so long.
    private static let contradictionTime = Duration.seconds(5)

    var samePlace = SamePlace()
    var jumpFilter = JumpFilter()
    var ways: WayComparison
    /// When the last that came was measured.
    var latestAt: Instant?
    /// When the last that was used was measured, and where on the way that was.
    var usedAt: Instant?
    var wayAtUsed = PlaneVector.zero
    /// What the last one that could be compared surprised with.
    var surprise: PositionFilter.Surprise?
    var jumps = 0
    var jumpedAt: Instant?
    var latest = FixVerdict.used
    private var finding: (what: WayComparison.Finding, at: Instant)?

    init(_ settings: EstimatorSettings) {
        ways = WayComparison(settings)
    }

    /// Takes in a finding, and tells whether one still stands.
    mutating func note(_ finding: WayComparison.Finding?, at time: Instant) -> Bool {
        if let finding { self.finding = (finding, time) }
        guard let latest = self.finding else { return false }
        if time - latest.at < Self.contradictionTime { return true }
        self.finding = nil
        return false
    }

    func doubts(at time: Instant) -> Estimate.Doubts {
        var doubts: Estimate.Doubts = []
        if usedAt.map({ time - $0 > Self.missingAfter }) ?? true { doubts.insert(.noFix) }
        switch latest {
        case .jumped: doubts.insert(.jumping)
        case .stuck: doubts.insert(.stuck)
        default: break
        }
        if let jumpedAt, time - jumpedAt < Self.settlingTime { doubts.insert(.settling) }
        if let finding, time - finding.at < Self.contradictionTime {
            doubts.insert(Self.doubt(finding.what))
        }
        return doubts
    }

    private static func doubt(_ finding: WayComparison.Finding) -> Estimate.Doubts {
        switch finding {
        case .leftBehind: .leftBehind
        case .blindVelocity: .blindVelocity
        case .turned: .wrongHeading
        }
    }
}
