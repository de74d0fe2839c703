import Values

/// Where one rule is. Times in nanoseconds of the machine's clock.
struct RuleState: Sendable {
    /// What is wrong with it, in the order in which it matters.
    enum Trouble: UInt8, Codable, Sendable {
        case none
        /// What it goes by has not been known for longer than its grace.
        case doubtful
        /// It has begun as often as it may.
        case spent
        /// What it asked for was refused.
        case refused

        /// Behind the name of the rule in a code, with a dash.
        var word: String {
            switch self {
            case .none: ""
            case .doubtful: "doubtful"
            case .spent: "spent"
            case .refused: "refused"
            }
        }
    }

    var isActive = false
    var isPaused = false
    var trouble = Trouble.none
    var begunAt: Int64 = 0
    /// `Registers.never` where no time ends it.
    var endsAt = Registers.never
    /// When it last ended, or when the policy began.
    var endedAt: Int64 = 0
    /// Since when what it goes by is not known.
    var unknownSince = Registers.never
    /// Whether its condition has been false since it ended by its time: only then can it begin again.
    var isArmed = true
    /// When it is due, of one that begins every so often.
    var dueAt = Registers.never
    /// Whether one of its events has come in this step, and which.
    var event: Int16 = -1
    /// Where its condition was true when it began: a node of its clause.
    var cause: Int16 = -1
    /// Whether nothing changes while its condition is false.
    var isQuiet: Bool {
        !isActive && isArmed && trouble == .none && unknownSince == Registers.never
    }

    /// Asks in the minute that began then.
    var asksSince = Int64.min
    var asks = 0
}

/// When a rule has begun, for "at_most".
struct Beginning: Codable, Equatable, Sendable {
    /// Of the machine's clock; `nil` before the service has started anew.
    var at: Int64?
    /// Seconds since 1970; `nil` while the clock could not be believed.
    let wall: Double?

    private enum CodingKeys: CodingKey {
        case wall
    }

    init(at: Int64?, wall: Double?) {
        self.at = at
        self.wall = wall
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        wall = try values.decodeIfPresent(Double.self, forKey: .wall)
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encodeIfPresent(wall, forKey: .wall)
    }

    /// How long ago, in nanoseconds. One from before a start counts from the start on while no clock says better.
    func age(at now: Int64, _ time: WallTime?, start: Int64) -> Int64 {
        if let at { return now - at }
        guard let wall, let time, time.secondsSince1970 >= wall else { return now - start }
        let seconds = min(time.secondsSince1970 - wall, 1e9)
        return max(now - start, Int64(seconds * 1e9))
    }
}

/// What of rules outlives a restart.
package struct RuleMemory: Codable, Equatable, Sendable {
    struct Kept: Codable, Equatable, Sendable {
        var beginnings: [Beginning] = []
        var isPaused = false
        /// When it last began, in seconds since 1970; `nil` while the clock could not be believed.
        var lastBegan: Double?
        /// Whether it is to go on: it is active for a time.
        var isUnderWay = false

        var isEmpty: Bool { self == Kept() }
    }

    var rules: [String: Kept] = [:]
}
