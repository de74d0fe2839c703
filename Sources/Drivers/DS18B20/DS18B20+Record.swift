import Core
import Devices
import LinuxIO

extension DS18B20 {
    /// What is known of the sensor from its readings so far, and what should be done about it.
    struct Record: Sendable {
        private var outlet: SensorOutlet<Temperature>
        private var plausibility: Plausibility
        private let wantedBits: Int
        private var sensor: String?
        private var resolutionBits: Int?
        /// Power-on resets the resolution, and from here looks like a failed reading: so the
        /// resolution may be set once after the start and once after each failure.
        private var mayConfigure = true

        init(_ settings: Settings, _ outlet: SensorOutlet<Temperature>) {
            self.outlet = outlet
            plausibility = Plausibility(settings.limits)
            wantedBits = settings.resolutionBits
        }

        /// The sensor, when its resolution should be set now: it has another than was asked for,
        /// and it was not tried in vain already.
        mutating func unconfigured(after reading: Reading) -> SysfsDirectory? {
            guard case .scratchpad(let scratchpad, of: let sensor) = reading else {
                mayConfigure = true
                return nil
            }
            guard mayConfigure, scratchpad.resolutionBits != wantedBits else { return nil }
            mayConfigure = false
            return sensor
        }

        /// Publishes a reading, or says why not.
        mutating func take(_ reading: Reading, at now: Instant) {
            switch reading {
            case .scratchpad(let scratchpad, of: let found):
                sensor = found.name
                resolutionBits = scratchpad.resolutionBits
                judge(scratchpad, at: now)
            case .rejected(let why): outlet.reject(why.description, at: now)
            case .lost(let why): outlet.lose(why, at: now)
            }
        }

        /// A reading has been under way for far too long.
        mutating func loseToHang(at now: Instant) {
            outlet.lose("a reading does not return: the 1-Wire bus hangs", at: now)
        }

        private mutating func judge(_ scratchpad: Scratchpad, at now: Instant) {
            do throws(Rejection) {
                let measured = try scratchpad.temperature()
                outlet.publish(.good(try plausibility.accept(measured, at: now), at: now))
            } catch {
                outlet.reject(error.description, at: now)
            }
        }

        var facts: [Fact] {
            [
                Fact("sensor", JSONValue(sensor)),
                Fact("resolution_bits", .number(Double(resolutionBits ?? 0))),
                Fact("rejected", .number(Double(outlet.rejectedCount))),
                Fact("last_rejection", JSONValue(outlet.lastRejection)),
            ]
        }
    }
}

extension JSONValue {
    fileprivate init(_ text: String?) {
        self = text.map { .string($0) } ?? .null
    }
}
