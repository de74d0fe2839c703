import Values

extension LocationReplay {
    /// What a replay gives when: made once from the points, then only looked up.
    struct ReplayPlan: Equatable, Sendable {
        /// A step and when it begins, counted from the start of the replay.
        struct Entry: Equatable, Sendable {
            let offset: Duration
            /// `nil` where the recording paused: a receiver would have said nothing there either.
            let fix: Fix?
            /// Why it is not a good fix; `nil` when it is.
            var doubt: String?
        }

        /// What holds at a moment.
        enum PlaybackState: Equatable, Sendable {
            case fix(Fix, doubt: String? = nil)
            case absent(String)
        }

        /// In the order of their offsets, the first at zero.
        let entries: [Entry]
        /// How long one round takes, up to the end of the last step.
        let length: Duration
        /// Points that are left out because their times cannot be used.
        let leftOut: [TrackError]
        private let loops: Bool

        /// - Throws: when there is no point; with the recorded times in use, when those of too many points cannot be used.
        init(
            _ points: [TrackPoint], interval: Duration, minimumMetres: Double = 0,
            loops: Bool = false,
            usesTimes: Bool = false
        ) throws(TrackError) {
            guard !points.isEmpty else { throw TrackError(line: 1, "the file holds no points") }
            let ordered = usesTimes ? try TimeOrder(points) : nil
            leftOut = ordered?.leftOut ?? []
            let kept = Self.decimated(ordered?.points ?? points, minimumMetres: minimumMetres)
            let offsets =
                usesTimes
                ? try Self.recordedOffsets(kept)
                : kept.indices.map { .nanoseconds(Int64($0) * interval.nanoseconds) }
            var entries: [Entry] = []
            for (index, point) in kept.enumerated() {
                let offset = offsets[index]
                let isAfterPause = usesTimes && point.startsSegment && index > 0
                if isAfterPause, offset - offsets[index - 1] > interval {
                    entries.append(Entry(offset: offsets[index - 1] + interval, fix: nil))
                }
                let isMove = index > 0 && !isAfterPause
                let fix = Self.fix(
                    at: point, after: isMove ? kept[index - 1] : nil,
                    taking: isMove ? offset - offsets[index - 1] : .zero,
                    atRecordedPace: usesTimes)
                entries.append(Entry(offset: offset, fix: fix, doubt: point.doubt))
            }
            self.entries = entries
            length = (offsets.last ?? .zero) + interval
            self.loops = loops
        }

        /// What holds so long after the start.
        func state(after elapsed: Duration) -> PlaybackState {
            guard loops || elapsed < length else {
                return .absent("the track is over; set \"loop\" to repeat it")
            }
            let intoRound = Duration.nanoseconds(elapsed.nanoseconds % length.nanoseconds)
            let entry = entries[lastIndex(notAfter: intoRound)]
            return entry.fix.map { .fix($0, doubt: entry.doubt) }
                ?? .absent("the recording has a gap here")
        }

        /// Finds the step by halving: a track can have 200,000 points and the tick must not care.
        private func lastIndex(notAfter offset: Duration) -> Int {
            var low = 0
            var high = entries.count
            while high - low > 1 {
                let middle = (low + high) / 2
                if entries[middle].offset <= offset { low = middle } else { high = middle }
            }
            return low
        }

        /// Leaves out the points that are too near to the last one kept.
        private static func decimated(_ points: [TrackPoint], minimumMetres: Double) -> [TrackPoint]
        {
            var kept: [TrackPoint] = []
            for point in points {
                let isNear = kept.last.map {
                    $0.position.distanceMetres(to: point.position) < minimumMetres
                }
                if isNear != true { kept.append(point) }
            }
            return kept
        }

        /// The longest replay, a year: beyond it a time in the file is a slip, and sums could overflow.
        private static let maxSeconds = 366.0 * 86_400

        private static func recordedOffsets(_ points: [TrackPoint]) throws(TrackError) -> [Duration]
        {
            let start = points.first?.recordedAt ?? 0
            var offsets: [Duration] = []
            for point in points {
                let seconds = (point.recordedAt ?? start) - start
                guard seconds <= Self.maxSeconds else {
                    throw TrackError(line: point.line, "this point is over a year after the first")
                }
                offsets.append(.nanoseconds(Int64((seconds * 1e9).rounded())))
            }
            return offsets
        }

        /// The fix at a point: what the file says, completed with the move that led there.
        ///
        /// At another pace than the recorded one, a recorded speed would contradict the move.
        private static func fix(
            at point: TrackPoint, after previous: TrackPoint?, taking time: Duration,
            atRecordedPace isRecordedPace: Bool
        ) -> Fix {
            let recorded = point.fix
            let metres = previous.map { $0.position.distanceMetres(to: point.position) }
            let speed = time > .zero ? metres.map { $0 / time.seconds } : nil
            // Below a centimetre the direction is rounding.
            let hasMoved = metres.map { $0 > 0.01 } ?? false
            let course = hasMoved ? previous.map { $0.position.bearing(to: point.position) } : nil
            return Fix(
                position: point.position, altitudeMetres: recorded.altitudeMetres,
                hdop: recorded.hdop, satellitesUsed: recorded.satellitesUsed,
                speedMetresPerSecond: (isRecordedPace ? recorded.speedMetresPerSecond : nil)
                    ?? speed,
                course: recorded.course ?? course)
        }
    }
}
