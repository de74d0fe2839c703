import Almanac
import Values

/// What a channel is still to send, and when: pure, so that nights and lost networks are tried without waiting.
package struct ChannelQueue: Sendable {
    private static let maxWaiting = 200
    private static let delays: [Duration] = [5, 15, 30, 60, 120, 300].map { .seconds($0) }

    private let settings: ChannelSettings
    private var repeats: RepeatFilter
    private var waiting: [Notification] = []
    private var underWay: Batch?
    private var lost = 0
    private var failures = 0
    private var retryAt = Instant.zero
    /// Goes up with each change of what is kept.
    package private(set) var version = 0

    package init(_ settings: ChannelSettings) {
        self.settings = settings
        repeats = RepeatFilter(interval: settings.repeatAfter)
    }

    /// Takes what has happened, when it is one for this channel.
    package mutating func add(_ notification: Notification, at now: Instant) {
        guard isWanted(notification),
            settings.only.isEmpty || settings.only.contains(notification.source)
        else { return }
        for told in repeats.note(notification, at: now) { append(told) }
    }

    /// A passage is also wanted by who wants everything; what is said each dusk, or of each question, only by who says so.
    private func isWanted(_ notification: Notification) -> Bool {
        if notification.routine == .passages, settings.passages?.isWanted(notification) == false {
            return false
        }
        return switch notification.routine {
        case let routine? where settings.also.contains(routine): true
        case .decisions, .requests: false
        case .passages, nil: notification.severity >= settings.from
        }
    }

    /// What goes out now; `nil` when there is nothing, when one is on its way, or it is not the time.
    ///
    /// While the local clock is not set, `time` is `nil` and no hour is a quiet one.
    package mutating func next(at now: Instant, time: WallTime?) -> Batch? {
        for again in repeats.due(at: now) { append(again) }
        guard underWay == nil, now >= retryAt else { return nil }
        let isQuiet = time.flatMap { settings.quiet?.window.minutesLeft(at: $0) } != nil
        underWay = Batch(first: waiting.filter { !isQuiet || mayDisturb($0) }, lost: lost)
        return underWay
    }

    /// What came of the batch that was on its way.
    ///
    /// - Returns: when it is tried again; `nil` when that is done with.
    package mutating func note(_ delivery: Delivery, at now: Instant) -> Duration? {
        guard let batch = underWay else { return nil }
        underWay = nil
        guard case .failed(_, let retryAfter) = delivery else {
            for sent in batch.notifications {
                if let index = waiting.firstIndex(of: sent) { waiting.remove(at: index) }
            }
            lost -= batch.lost
            failures = 0
            version += 1
            return nil
        }
        let delay = max(retryAfter ?? .zero, Self.delays[min(failures, Self.delays.count - 1)])
        failures += 1
        retryAt = now + delay
        return delay
    }

    /// Before the end: what was only counted so far waits like the rest.
    package mutating func settle() {
        for held in repeats.drain() { append(held) }
    }

    /// What a file keeps while nobody runs.
    package var kept: [Notification] { waiting }

    package mutating func restore(_ notifications: [Notification]) {
        waiting = Array((notifications + waiting).suffix(Self.maxWaiting))
    }

    private func mayDisturb(_ notification: Notification) -> Bool {
        guard let quiet = settings.quiet else { return true }
        return notification.severity >= quiet.unless && !notification.isOver
    }

    private mutating func append(_ notification: Notification) {
        version += 1
        waiting.append(notification)
        guard waiting.count > Self.maxWaiting else { return }
        // The oldest of those that matter least; never one that is on its way.
        let mayGo = waiting.indices.filter { underWay?.notifications.contains(waiting[$0]) != true }
        guard let least = mayGo.min(by: { waiting[$0].severity < waiting[$1].severity }) else {
            return
        }
        waiting.remove(at: least)
        lost += 1
    }
}
