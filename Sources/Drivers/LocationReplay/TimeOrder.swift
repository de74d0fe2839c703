extension LocationReplay {
    /// The points of a track whose times run forward, without the few that do not.
    ///
    /// Receivers repeat an old fix now and then, and loggers write one late or without a time: such a point is left out. A
    /// clock that is set back, or two recordings in one file, leaves out more in a row: that file is refused.
    struct TimeOrder: Equatable, Sendable {
        let points: [TrackPoint]
        /// Why the others are left out, in the order of the file.
        let leftOut: [TrackError]

        /// The most points in a row that are left out.
        private static let longestRun = 3

        /// - Throws: why the first point is left out of a run that is too long, or of more than a tenth of all.
        init(_ all: [TrackPoint]) throws(TrackError) {
            let keptIndices = Self.longestOrdered(all)
            let isKept = Set(keptIndices)
            var (kept, leftOut, run): ([TrackPoint], [TrackError], Int) = ([], [], 0)
            // A pause before a point that is left out is one before the next.
            var startsSegment = false
            for (index, point) in all.enumerated() {
                startsSegment = startsSegment || point.startsSegment
                guard !isKept.contains(index) else {
                    kept.append(point.with(startsSegment: startsSegment))
                    (run, startsSegment) = (0, false)
                    continue
                }
                let latest = kept.last?.recordedAt
                leftOut.append(TrackError(line: point.line, Self.reason(point, after: latest)))
                run += 1
                guard run <= Self.longestRun else { throw leftOut[leftOut.count - run] }
            }
            let most = min(max(Self.longestRun, all.count / 10), kept.count - 1)
            if let first = leftOut.first, leftOut.count > most { throw first }
            (points, self.leftOut) = (kept, leftOut)
        }

        private static func reason(_ point: TrackPoint, after latest: Double?) -> String {
            guard let time = point.recordedAt else {
                return "use_times is set, but this point has no time"
            }
            return latest.map { time < $0 } ?? false
                ? "this point is older than the one before it"
                : "this point is newer than those after it"
        }

        /// The indices of the most points whose times never go back, by patience sorting from the end: `tails[n]` begins the
        /// run of n + 1 points that begins latest. So of two points that contradict each other the earlier one is kept.
        private static func longestOrdered(_ points: [TrackPoint]) -> [Int] {
            var tails: [(time: Double, index: Int)] = []
            var next: [Int: Int] = [:]
            for (index, point) in points.enumerated().reversed() {
                guard let time = point.recordedAt else { continue }
                var (low, high) = (0, tails.count)
                while low < high {
                    let middle = (low + high) / 2
                    if tails[middle].time >= time { low = middle + 1 } else { high = middle }
                }
                if low > 0 { next[index] = tails[low - 1].index }
                if low == tails.count { tails.append((time, index)) }
                tails[low] = (time, index)
            }
            var chain: [Int] = []
            var index = tails.last?.index
            while let current = index {
                chain.append(current)
                index = next[current]
            }
            return chain
        }
    }
}
