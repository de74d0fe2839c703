import Values

/// The way home that crosses no fence, wherever an aircraft has flown: a taut string that is paid out behind it
/// and bends where the straight line home would lead over a fence.
///
/// It leads only over places where the aircraft was, and straight between them; so it needs no search.
package struct WayBack: Sendable {
    /// The aircraft is looked at so often.
    private static let stepMetres = 0.5
    /// Behind the last one no way back is known.
    private static let maxBends = 64

    private let field: FenceField
    private let marginMetres: Double
    private let home: Position
    /// Each place from which the one before it, the first of them home, can be flown to straight.
    package private(set) var bends: [Position] = []
    /// The last place from which the last bend could be flown to straight.
    private var tip: Position
    private var seen: Position?
    /// Where to fly now in order to come home; `nil` where no way is known.
    package private(set) var goal: Position?
    /// Counts its changes.
    package private(set) var goalNumber = 0

    /// It begins at `home`, and has the bends of another one if it keeps to the fences with them.
    /// `marginMetres` is how near to a border it may come; nearer only where the aircraft was.
    package init(
        under field: FenceField, from home: Position, bends: [Position] = [], marginMetres: Double
    ) {
        self.field = field
        self.marginMetres = marginMetres
        self.home = home
        tip = home
        goal = home
        for place in bends { note(place) }
    }

    private var last: Position { bends.last ?? home }

    /// Whether the goal is home itself.
    package var leadsHome: Bool { bends.isEmpty && goal == home }

    /// All of the way from a place.
    package func metres(from position: Position) -> Double {
        guard let goal else { return 0 }
        var metres = position.distanceMetres(to: goal) + goal.distanceMetres(to: last)
        var place = home
        for bend in bends {
            metres += place.distanceMetres(to: bend)
            place = bend
        }
        return metres
    }

    /// The aircraft is there. On its way home it flies on to its goal as long as no fence lies between;
    /// on its way out the string bends as soon as its margin is gone.
    package mutating func note(_ position: Position, isComingHome: Bool = false) {
        if let seen, seen.distanceMetres(to: position) < Self.stepMetres { return }
        seen = position
        if !bends.isEmpty { pull(from: position) }
        let isOnTheWay = isComingHome && goal == last && isFree(position, last, marginMetres: 0)
        if isOnTheWay || isFree(position, last) {
            tip = position
            aim(at: last)
        } else if isFree(position, tip, marginMetres: 0) {
            aim(at: tip)
            guard bends.count < Self.maxBends else { return }
            bends.append(tip)
            tip = position
        } else {
            // From beyond a fence back to where it has left it.
            let isBeyond = (field.standing(of: position)?.metresBeyond ?? 0) >= 0
            aim(at: isBeyond ? tip : nil)
        }
    }

    /// Straight home, also once around a zone, or past the last bend.
    private mutating func pull(from position: Position) {
        if isFree(position, home) {
            bends.removeAll(keepingCapacity: true)
        } else if bends.count > 1, isFree(position, bends[bends.count - 2]) {
            bends.removeLast()
        }
    }

    /// The goal is reached: on to the place before it.
    package mutating func pass() {
        if !bends.isEmpty, goal == last { bends.removeLast() }
        aim(at: last)
    }

    private mutating func aim(at place: Position?) {
        guard goal != place else { return }
        goal = place
        goalNumber += 1
    }

    private func isFree(
        _ start: Position, _ end: Position, marginMetres: Double? = nil
    ) -> Bool {
        field.isFree(from: start, to: end, marginMetres: marginMetres ?? self.marginMetres)
    }
}
