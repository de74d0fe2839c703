import Values

/// What a flap did from its first move until it had come to rest.
struct FlapEpisode: Equatable, Sendable {
    let began: Instant
    /// Since when it is shut; `nil` while it is open.
    private(set) var shutSince: Instant?
    /// Whether the bolt was out from before it moved.
    var wasLocked: Bool
    /// How often it moved.
    private(set) var swings = 0
    /// Where it went at first; `nil` where one switch cannot tell.
    private(set) var firstTowards: FlapSide?
    /// Where it was first held, for as long as an animal holds it; `nil` where one switch cannot tell.
    private(set) var heldTowards: FlapSide?
    /// Whether an animal held it at all: else it was pushed, or blown.
    private(set) var wasHeld = false
    /// Whether it was then held the other way as well, which no flap does by swinging back.
    private(set) var hasTurned = false
    private var openSince: [FlapSide?: Instant] = [:]

    init(began: Instant, wasLocked: Bool) {
        self.began = began
        self.wasLocked = wasLocked
    }

    mutating func note(_ move: FlapTracker.Move, held: Duration) {
        if move.isOpening {
            openSince.updateValue(move.at, forKey: move.towards)
            shutSince = nil
            return
        }
        guard let since = openSince.removeValue(forKey: move.towards) else { return }
        if swings == 0 { firstTowards = move.towards }
        swings += 1
        if move.at - since >= held {
            hasTurned = hasTurned || wasHeld && move.towards != heldTowards
            if !wasHeld { heldTowards = move.towards }
            wasHeld = true
        }
        if openSince.isEmpty { shutSince = move.at }
    }

    /// Since when the flap has been open without a break.
    var openedAt: Instant? { openSince.values.min() }
}
