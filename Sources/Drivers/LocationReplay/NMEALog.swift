import DriverKit
import Values

extension LocationReplay {
    /// Reads a log of NMEA 0183 sentences, as gpsd's tools and serial loggers write it.
    ///
    /// Lines that begin with "#" are comments; "# Date: 2026-07-01" gives the day of a log whose
    /// sentences give none. A damaged sentence is usual on a serial line, so it is left out and
    /// counted, as a receiver's driver does it. Where the receiver had no fix the recording pauses.
    ///
    /// - Throws: when no sentence of the whole file has a fix.
    static func parseNMEALog(
        _ text: [UInt8], pointLimit: Int = LocationReplay.pointLimit
    ) throws(TrackError) -> Track {
        var log = NMEALog(pointLimit: pointLimit)
        for (index, line) in lines(text).enumerated() {
            try log.add(line, number: index + 1)
        }
        return try log.track()
    }

    /// Collects epochs with a fix while the lines pass by.
    private struct NMEALog {
        struct Epoch {
            let fix: Fix
            let doubt: String?
            let time: NMEATimeOfDay
            /// Days since 1970, where a sentence says it.
            let day: Int?
            let followsGap: Bool
            let line: Int
        }

        /// Receivers report every second or more often; a longer silence is a pulled plug.
        private static let maxSilenceSeconds = 5.0

        private let pointLimit: Int
        private var epochs: [Epoch] = []
        private var assembler = NMEAEpochAssembler()
        private var commentDay: Int?
        private var isInGap = false
        private var badLines = 0
        private var firstProblem: TrackError?
        /// The last line that said something of the epoch that is being assembled.
        private var latestLine = 1

        init(pointLimit: Int) {
            self.pointLimit = pointLimit
        }

        mutating func add(_ line: ArraySlice<UInt8>, number: Int) throws(TrackError) {
            let isBlank = line.allSatisfy { $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: " ") }
            guard !isBlank else { return }
            guard line.first != UInt8(ascii: "#") else {
                commentDay = commentDay ?? Self.day(ofComment: line)
                return
            }
            guard let report = report(line, number: number) else { return }
            if let epoch = assembler.add(report) { try add(epoch) }
            latestLine = number
        }

        private mutating func report(_ line: ArraySlice<UInt8>, number: Int) -> NMEAReport? {
            do throws(NMEAError) {
                return try NMEAReport(NMEASentence(line))
            } catch {
                badLines += 1
                firstProblem = firstProblem ?? TrackError(line: number, error.description)
                return nil
            }
        }

        mutating func track() throws(TrackError) -> Track {
            if let epoch = assembler.finish() { try add(epoch) }
            guard !epochs.isEmpty else {
                throw TrackError(
                    line: firstProblem?.line ?? 1,
                    (firstProblem.map { "\($0.message); " } ?? "")
                        + "no sentence in the log has a usable fix")
            }
            return Track(points: points(), badLines: badLines, firstProblem: firstProblem)
        }

        private mutating func add(_ epoch: NMEAReport) throws(TrackError) {
            // Simulated fixes are welcome: a rehearsal is what a replay is for.
            guard case .fix(let fix, let doubt) = epoch.verdict(acceptingSimulated: true),
                let time = epoch.time
            else {
                isInGap = true
                return
            }
            guard epochs.count < pointLimit else {
                throw TrackError(line: latestLine, "more than \(pointLimit) points")
            }
            epochs.append(
                Epoch(
                    fix: fix, doubt: doubt, time: time, day: epoch.day, followsGap: isInGap,
                    line: latestLine))
            isInGap = false
        }

        private func points() -> [TrackPoint] {
            let times = NMEACalendar.secondsSince1970(
                epochs.map { ($0.time, $0.day) }, startDay: commentDay ?? 0)
            return zip(epochs, times).enumerated().map { index, entry in
                let (epoch, time) = entry
                let isLate = index > 0 && time - times[index - 1] > Self.maxSilenceSeconds
                return TrackPoint(
                    epoch.fix, doubt: epoch.doubt, recordedAt: time,
                    startsSegment: epoch.followsGap || isLate,
                    line: epoch.line)
            }
        }

        /// Reads "# Date: 2026-07-01"; other comments, and dates in words, are for people.
        private static func day(ofComment line: ArraySlice<UInt8>) -> Int? {
            let words = String(decoding: line.dropFirst(), as: UTF8.self)
                .split { $0 == " " || $0 == "\t" || $0 == "\r" || $0 == "\r\n" }
            guard words.count == 2, words[0] == "Date:" else { return nil }
            let parts = words[1].split(separator: "-", omittingEmptySubsequences: false)
            guard parts.map(\.utf8.count) == [4, 2, 2], let year = wholeNumber(parts[0].utf8),
                let month = wholeNumber(parts[1].utf8), let day = wholeNumber(parts[2].utf8)
            else { return nil }
            return CivilDate.daysSince1970(year: year, month: month, day: day)
        }
    }
}
