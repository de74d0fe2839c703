import Core
import DriverKit
import JSON
import LinuxIO
import Values

extension SystemClock {
    /// Says from one reading to the next how far the clock can be trusted.
    ///
    /// It must have been synchronised once since the machine was started, or since it was stepped. Then
    /// a loss of the network is no loss of the time: a crystal is off by a minute in a month.
    package struct ClockJudge: Sendable {
        /// Slewing is at most 0.5 ms in a second; what moved further in one period was set.
        private static let minStep = 2.0

        private let acceptsUnsynchronized: Bool
        private var isSet = false
        private var last: ClockReading?
        /// What timesyncd had noted before the last step.
        private var spentMark: Double?
        private var steps = 0
        private var lastStepSeconds: Double?

        init(acceptsUnsynchronized: Bool) {
            self.acceptsUnsynchronized = acceptsUnsynchronized
        }

        /// - Returns: `nil` for a time that is none.
        mutating func judge(_ reading: ClockReading) -> Measured<WallTime>? {
            let step = last.map { $0.step(to: reading) } ?? 0
            let hasStepped = abs(step) >= Self.minStep
            if hasStepped {
                steps += 1
                lastStepSeconds = step
                isSet = false
                spentMark = last?.timesyncdSeconds
            }
            let isMarked = reading.timesyncdSeconds.map { $0 != spentMark } ?? false
            if reading.isSynchronized == true || isMarked { isSet = true }
            last = reading
            return WallTime(
                secondsSince1970: reading.secondsSince1970,
                secondsAheadOfUTC: reading.zone.secondsAheadOfUTC,
                previousChange: reading.zone.previousChange.flatMap(ZoneChange.init),
                nextChange: reading.zone.nextChange.flatMap(ZoneChange.init)
            ).map { Measured($0, doubt: doubt(reading, step: hasStepped ? step : nil)) }
        }

        private func doubt(_ reading: ClockReading, step: Double?) -> String? {
            if let step {
                return "the clock was just set \(step < 0 ? "back" : "forward") by "
                    + text(ofSeconds: abs(step))
            }
            if let zone = reading.zone.unknown {
                return "TZ asks for the zone \"\(zone)\", which is not installed: this is UTC"
            }
            if isSet { return nil }
            guard acceptsUnsynchronized else {
                return steps > 0
                    ? "the clock was stepped, and has not been synchronised since"
                    : "the clock is not set: it has not been synchronised since the machine started"
            }
            let known = reading.lastKnownSeconds ?? -.infinity
            return reading.secondsSince1970 < known
                ? "the clock is behind the time that timesyncd saved last" : nil
        }

        var diagnostics: [Diagnostic] {
            [
                Diagnostic("synchronized", .bool(isSet)),
                Diagnostic("kernel_flag", last?.isSynchronized.map { .bool($0) } ?? .null),
                Diagnostic("zone", JSONValue(last?.zone.name)),
                Diagnostic("steps", .number(Double(steps))),
                Diagnostic("last_step", JSONValue(lastStepSeconds.map { text(ofSeconds: $0) })),
            ]
        }
    }
}

extension ZoneChange {
    fileprivate init?(_ change: LocalZone.Change) {
        self.init(
            secondsSince1970: Double(change.secondsSince1970), aheadBefore: change.aheadBefore,
            aheadAfter: change.aheadAfter)
    }
}

extension ClockReading {
    /// How far the clock was moved between this reading and a later one, in seconds.
    fileprivate func step(to later: ClockReading) -> Double {
        (later.secondsSince1970 - secondsSince1970) - (later.secondsSinceBoot - secondsSinceBoot)
    }
}
