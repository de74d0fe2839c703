/// How often animals passed today.
package struct PassageCounts: Codable, Equatable, Sendable {
    /// Which day it is (`WallTime.localDay`); `nil` until the clock is set.
    package private(set) var day: Int?
    package private(set) var inward = 0
    package private(set) var outward = 0
    /// Through the flap, and nothing told which way.
    package private(set) var eitherWay = 0
    package private(set) var peeks = 0
    package private(set) var denials = 0
    /// Of those who passed, how many did so though the bolt was out.
    package private(set) var breaches = 0

    package init() {}

    /// Starts over with another day. What was counted before the clock was set counts for the first.
    package mutating func startDay(_ today: Int?) {
        guard let today, today != day else { return }
        if day != nil { self = PassageCounts() }
        day = today
    }

    package mutating func count(_ passage: Passage, on today: Int?) {
        startDay(today)
        switch passage.kind {
        case .peek: peeks += 1
        case .deny: denials += 1
        case .transit, .breach:
            if passage.kind == .breach { breaches += 1 }
            switch passage.towards {
            case .inside: inward += 1
            case .outside: outward += 1
            case nil: eitherWay += 1
            }
        }
    }
}
