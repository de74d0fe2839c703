import Values

/// The sticks that keys stand for, and for how long each stays where it was pushed.
///
/// A plain terminal tells a key that goes down and, while it is held, repeats; it never tells that
/// it was let go. The first repeat comes after 250 ms (Linux console) to 660 ms (X), the others
/// every 30 to 92 ms. So:
///
/// - A first press may be a tap. It pushes the stick **half** for 700 ms, long enough to bridge the
///   wait for the first repeat, and gentle because it cannot be taken back.
/// - What comes within those 700 ms is a repeat: the key is held. It pushes the stick in full for
///   200 ms, which two lost repeats do not interrupt. Letting go hovers 200 ms later.
///
/// A terminal with key releases (kitty's protocol) needs no guessing: pushed until let go. It
/// repeats the key that went down last, so silence for a second means that a release was lost.
package struct VirtualStick: Sendable {
    package static let tapHold = Duration.milliseconds(700)
    package static let repeatHold = Duration.milliseconds(200)
    package static let silenceLimit = Duration.seconds(1)
    package static let tapLevel = 0.5

    package enum Axis: CaseIterable, Sendable {
        case roll, forward, climb, yaw
    }

    private struct Push: Sendable {
        var direction: Double
        var level: Double
        var until: Instant
        var pushedAt: Instant
    }

    /// Whether the terminal tells releases.
    package var knowsReleases = false
    private var pushes: [Axis: Push] = [:]

    package init() {}

    /// A key for `axis` went down or was repeated; `direction` is 1 or -1.
    package mutating func push(_ axis: Axis, _ direction: Double, at now: Instant) {
        guard !knowsReleases else { return hold(axis, direction, at: now) }
        let last = pushes[axis]
        let isRepeat = last.map {
            $0.direction == direction && now - $0.pushedAt <= Self.tapHold
        }
        let isHeld = isRepeat ?? false
        pushes[axis] = Push(
            direction: direction, level: isHeld ? 1 : Self.tapLevel,
            until: now + (isHeld ? Self.repeatHold : Self.tapHold), pushedAt: now)
    }

    private mutating func hold(_ axis: Axis, _ direction: Double, at now: Instant) {
        pushes[axis] = Push(
            direction: direction, level: 1, until: now + Self.silenceLimit, pushedAt: now)
        // The others are still down, though only the last one repeats.
        for other in Axis.allCases {
            guard let push = pushes[other], push.until >= now else { continue }
            pushes[other]?.until = now + Self.silenceLimit
        }
    }

    /// A key for `axis` was let go. The other key of the axis may be down by now.
    package mutating func release(_ axis: Axis, _ direction: Double) {
        if pushes[axis]?.direction == direction { pushes[axis] = nil }
    }

    /// Everything back to the middle.
    package mutating func centre() {
        pushes = [:]
    }

    /// The sticks at `now`, each axis at most `fraction` of what the drone is set to.
    package func motion(fraction: Double, at now: Instant) -> StickPosition {
        func position(_ axis: Axis) -> Double {
            guard let push = pushes[axis], now < push.until else { return 0 }
            return push.direction * push.level * fraction
        }
        return StickPosition(
            roll: position(.roll), forward: position(.forward), climb: position(.climb),
            yaw: position(.yaw))
    }
}
