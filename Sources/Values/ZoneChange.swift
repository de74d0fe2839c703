/// A moment at which the clocks are changed: to summer time, or back from it.
package struct ZoneChange: Codable, Hashable, Sendable {
    /// The first second with the new offset, since 1970.
    package let secondsSince1970: Double
    /// How far the clocks are ahead of UTC before and after it; within a day.
    package let aheadBefore: Int
    package let aheadAfter: Int

    private static let possible = -86399...86399

    /// - Returns: `nil` for a time that is no number, or an offset of a day or more.
    package init?(secondsSince1970: Double, aheadBefore: Int, aheadAfter: Int) {
        guard secondsSince1970.isFinite, Self.possible.contains(aheadBefore),
            Self.possible.contains(aheadAfter)
        else { return nil }
        self.secondsSince1970 = secondsSince1970
        self.aheadBefore = aheadBefore
        self.aheadAfter = aheadAfter
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let change = ZoneChange(
            secondsSince1970: try values.decode(Double.self, forKey: .secondsSince1970),
            aheadBefore: try values.decode(Int.self, forKey: .aheadBefore),
            aheadAfter: try values.decode(Int.self, forKey: .aheadAfter))
        guard let change else {
            throw DecodingError.dataCorruptedError(
                forKey: .secondsSince1970, in: values, debugDescription: "no change that can be")
        }
        self = change
    }
}

extension WallTime {
    /// How far the clock is ahead of UTC at another time, as far as the changes are known.
    package func secondsAhead(at secondsSince1970: Double) -> Int {
        if let next = nextChange, secondsSince1970 >= next.secondsSince1970 {
            return next.aheadAfter
        }
        if let previous = previousChange, secondsSince1970 < previous.secondsSince1970 {
            return previous.aheadBefore
        }
        return nextChange?.aheadBefore ?? previousChange?.aheadAfter ?? secondsAheadOfUTC
    }

    /// Another time on the same clock; held at the ends of what can be.
    package func at(_ secondsSince1970: Double) -> WallTime {
        WallTime(
            secondsSince1970: secondsSince1970,
            secondsAheadOfUTC: secondsAhead(at: secondsSince1970), previousChange: previousChange,
            nextChange: nextChange) ?? self
    }

    /// The time at which the clock shows so many local seconds (`localSeconds`), the earlier one of two; where it skips
    /// them, when it does.
    package func whenItShows(_ localSeconds: Double) -> WallTime {
        guard let next = nextChange else { return at(localSeconds - Double(secondsAheadOfUTC)) }
        let early = localSeconds - Double(next.aheadBefore)
        if early < next.secondsSince1970 { return at(early) }
        return at(max(next.secondsSince1970, localSeconds - Double(next.aheadAfter)))
    }

    /// For who goes by what the clock shows: while it shows an hour for the second time, the last second in which it showed
    /// that for the first time. So nothing that was over begins again, and nothing that has begun ends.
    package var firstShown: WallTime {
        guard let change = previousChange else { return self }
        let passed = secondsSince1970 - change.secondsSince1970
        guard passed >= 0, passed < Double(change.aheadBefore - change.aheadAfter) else {
            return self
        }
        return at(change.secondsSince1970 - 1)
    }

    /// Without the changes, to be kept.
    package var withoutChanges: WallTime {
        WallTime(secondsSince1970: secondsSince1970, secondsAheadOfUTC: secondsAheadOfUTC) ?? self
    }
}
