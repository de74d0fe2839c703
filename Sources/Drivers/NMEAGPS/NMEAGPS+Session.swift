import Core
import DriverKit
import LinuxIO
import Values

extension NMEAGPS {
    /// What a receiver says, without the port: bytes in, actions out.
    ///
    /// A cycle of the receiver is told when its next begins, or when the line falls silent after
    /// it, which is nearly a second sooner. What comes of it later is told again with the same
    /// time, so that a receiver that repeats itself grows stale.
    package struct Session: ByteSession {
        package typealias Action = ReceiverAction

        /// Figures for the status.
        struct Counters: Equatable, Sendable {
            var sentences = 0
            /// Lines that were not used because something was wrong with them.
            var badLines = 0
            var latestProblem: String?
        }

        /// Two cycles of a slow receiver, and then some.
        static let timeout = Duration.seconds(5)
        /// Between the sentences of a cycle no receiver rests so long; between cycles all do, unless
        /// the line is too slow for them.
        static let interBurstGap = Duration.milliseconds(60)

        /// How late it may be told that nothing comes.
        private static let tickPeriod = Duration.seconds(1)

        let line: String
        private let speed: SerialSpeed
        private var lines = LineBuffer(limit: NMEASentence.lineLimit)
        private(set) var counters = Counters()
        private var isFirstLine = true
        private var cycle = NMEAEpochAssembler()
        /// When the pending cycle began.
        private var takenAt: Instant
        /// Whether the pending cycle says more than was told of it.
        private var hasNews = false
        private var lastBytes: Instant
        private var lastSentence: Instant
        /// When a sentence without a checksum came, which is not used.
        private var lastUnchecked: Instant?
        private var lastPosition: Instant
        private var lastHeading: Instant
        private var nextTick: Instant

        init(_ line: String, _ speed: SerialSpeed, at now: Instant) {
            self.line = line
            self.speed = speed
            takenAt = now
            lastBytes = now
            lastSentence = now
            lastPosition = now
            lastHeading = now
            nextTick = now + Self.tickPeriod
        }

        /// Takes the next bytes, however they are cut.
        package mutating func receive(_ bytes: [UInt8], at now: Instant) -> [Action] {
            lastBytes = now
            var actions: [Action] = []
            for event in lines.append(bytes) {
                switch event {
                case .tooLong: record("a line of more than \(NMEASentence.lineLimit) bytes")
                case .line(let line): actions += handle(line, at: now)
                }
                isFirstLine = false
            }
            return actions
        }

        /// When the pending cycle is over if the line stays silent; `nil` when there is none.
        var idleDeadline: Instant? { hasNews ? lastBytes + Self.interBurstGap : nil }

        package var nextWake: Instant { min(idleDeadline ?? nextTick, nextTick) }

        package mutating func tick(at now: Instant) -> [Action] {
            if now >= nextTick { nextTick = now + Self.tickPeriod }
            let news = now - lastBytes >= Self.interBurstGap ? publishPendingCycle() : []
            return news + absences(at: now)
        }

        package mutating func ended(_ error: IOError?) -> DeviceError {
            DeviceError(endOf: line, error)
        }

        private mutating func handle(_ line: [UInt8], at now: Instant) -> [Action] {
            guard !line.isEmpty else { return [] }
            do throws(NMEAError) {
                let sentence = try NMEASentence(line)
                counters.sentences += 1
                lastSentence = now
                if let heading = try sentence.trueHeading() {
                    lastHeading = now
                    return [.heading(heading, takenAt: now)]
                }
                guard let report = try NMEAReport(sentence) else { return [] }
                return handle(report, at: now)
            } catch {
                if error == .noChecksum, !isFirstLine { lastUnchecked = now }
                record(error.description)
                return []
            }
        }

        private mutating func handle(_ report: NMEAReport, at now: Instant) -> [Action] {
            if report.quality != nil { lastPosition = now }
            let wasPending = cycle.pending != nil
            let ended = cycle.add(report)
            let actions = hasNews ? ended.map { [action(for: $0)] } ?? [] : []
            if ended != nil || !wasPending { takenAt = now }
            hasNews = cycle.pending != nil
            return actions
        }

        private mutating func publishPendingCycle() -> [Action] {
            guard hasNews, let pending = cycle.pending else { return [] }
            hasNews = false
            return [action(for: pending)]
        }

        private func action(for cycle: NMEAReport) -> Action {
            switch cycle.verdict() {
            case .fix(let fix, let doubt): .fix(fix, takenAt: takenAt, doubt: doubt)
            case .noFix(let why): .noFix(why)
            }
        }

        /// What is wrong with the line, in words, when nothing useful has come for a while.
        private func absences(at now: Instant) -> [Action] {
            let isOverdue = { (last: Instant) in now - last > Self.timeout }
            let lineProblem: String? =
                if isOverdue(lastBytes) {
                    "nothing comes in at \(line): has the receiver power, and is its TX at our RX?"
                } else if isOverdue(lastSentence), lastUnchecked.map({ !isOverdue($0) }) == true {
                    "the sentences at \(line) have no checksum, so noise in them could not be seen: "
                        + "set the receiver to send checksums"
                } else if isOverdue(lastSentence) {
                    "bytes but no NMEA sentence at \(line): is it really \(speed.rawValue) baud, "
                        + "and is the receiver set to NMEA?"
                } else {
                    nil
                }
            var actions: [Action] = []
            if isOverdue(lastPosition) {
                actions.append(
                    .noFix(lineProblem ?? "no position (GGA, RMC, GNS or GLL) at \(line)"))
            }
            if isOverdue(lastHeading) {
                actions.append(.noHeading(lineProblem ?? "no compass (HDT) at \(line)"))
            }
            return actions
        }

        private mutating func record(_ problem: String) {
            // The first line began before we listened.
            guard !isFirstLine else { return }
            counters.badLines += 1
            counters.latestProblem = problem
        }
    }
}
