import Core
import JSON
import Values

/// The state that all who watch are told of: made once for all of them, and new only when something
/// is so that was not, and not by the mere passing of time.
package struct WatchedState {
    /// After so long it is told without a change, so that who hears nothing knows that nobody speaks.
    package static let maxSilence = Duration.seconds(5)

    /// One more with each state that is to be told; 0 before the first.
    private(set) var version: UInt64 = 0
    /// The state as a line, with its line feed.
    private(set) var line: [UInt8] = []
    private var latest = JSONValue.null
    private var madeAt = Instant.zero
    private var toldAt = Instant.zero

    package init() {}

    /// Takes the status as it is at `now`.
    package mutating func update(to status: JSONValue, at now: Instant) {
        let isNew = StatusChange(elapsed: now - madeAt).isNews(from: latest, to: status)
        latest = status
        madeAt = now
        guard isNew || version == 0 || now - toldAt >= Self.maxSilence else { return }
        version += 1
        toldAt = now
        line = Array("\(JSONValue.object(["status": status]).line)\n".utf8)
    }
}

/// What makes one status differ from the one before.
struct StatusChange {
    /// Figures that change with each look at what does nothing new.
    private static let ofTime: Set = [
        "uptime_seconds", "running_seconds", "retry_in_seconds", "probation_seconds",
        "since_last_tick_seconds", "since_seconds", "differs_for_seconds", "different_ticks",
        "hangs_for_seconds",
        "next_in_seconds", "ends_in_seconds", "ticks",
        "lateness", "step_time",
    ]

    /// Between the two.
    let elapsed: Duration

    /// An age that grew by the time between is that of the same value; any other is a new value's.
    func isNews(from old: JSONValue, to new: JSONValue, at key: String = "") -> Bool {
        switch (old, new) {
        case (_, _) where Self.ofTime.contains(key): false
        case (.number(let before), .number(let after)) where key == "age_seconds":
            abs(after - before - elapsed.seconds) > 0.02
        case (.object(let before), .object(let after)):
            before.count != after.count
                || after.contains { key, value in
                    before[key].map { isNews(from: $0, to: value, at: key) } ?? true
                }
        case (.array(let before), .array(let after)):
            before.count != after.count
                || zip(before, after).contains { isNews(from: $0, to: $1) }
        default: old != new
        }
    }
}
