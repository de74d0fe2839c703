import DriverKit
import Core
import Devices

extension DS18B20 {
    /// What is known of the sensor from its readings so far, and what should be done about it.
    struct SensorState: Sendable {
        private var publisher: SensorPublisher<Temperature>
        private var plausibility: Plausibility
        private let tuning: SensorConfiguration
        private var sensor: Sensor?
        private var resolutionBits: Int?
        private var conversion: Conversion?
        /// Power-on resets what was set, and from here looks like a failed reading: so it is set
        /// once after the start and once after each failure.
        private var mayTune = true

        init(_ settings: Settings, _ publisher: SensorPublisher<Temperature>) {
            self.publisher = publisher
            plausibility = Plausibility(settings.limits)
            tuning = settings.tuning
        }

        /// Publishes a reading, or says why not.
        mutating func take(_ reading: Reading, of found: Sensor?, at now: Instant) {
            switch reading {
            case .scratchpad(let scratchpad, let conversion):
                sensor = found
                resolutionBits = scratchpad.resolutionBits
                self.conversion = conversion
                judge(scratchpad, conversion, at: now)
            case .rejected(let why): publisher.reject(why.fault, at: now)
            case .lost(let fault): publisher.lose(fault, at: now)
            }
        }

        /// Whether the sensor should be tuned now. It can only while it answers, and is not asked
        /// again and again for what it did not take.
        mutating func wantsTuning(after reading: Reading) -> Bool {
            guard case .scratchpad(let scratchpad, let conversion) = reading else {
                mayTune = true
                return false
            }
            defer { mayTune = false }
            return mayTune || scratchpad.isUnconverted
                || isConversionIncomplete(scratchpad, conversion)
        }

        private mutating func judge(
            _ scratchpad: Scratchpad, _ conversion: Conversion, at now: Instant
        ) {
            do throws(Rejection) {
                let measured = try scratchpad.temperature()
                if isConversionIncomplete(scratchpad, conversion) {
                    throw .conversionIncomplete(
                        bits: scratchpad.resolutionBits, waited: conversion.waited ?? .zero)
                }
                publisher.publish(Measured(try plausibility.accept(measured, at: now)), at: now)
            } catch {
                publisher.reject(error.fault, at: now)
            }
        }

        /// Whether the kernel read the sensor before it can have been done. A sensor that lost its
        /// power for a moment is slower than the kernel believes, and gives its value of the time
        /// before, with a checksum that is right.
        private func isConversionIncomplete(_ scratchpad: Scratchpad, _ conversion: Conversion)
            -> Bool
        {
            guard let waited = conversion.waited, !tuning.knowsTime(of: scratchpad) else {
                return false
            }
            return waited < scratchpad.conversionTime
        }

        var diagnostics: [Diagnostic] {
            [
                Diagnostic("sensor", JSONValue(sensor?.id)),
                Diagnostic("bus", JSONValue(sensor?.bus)),
                Diagnostic("resolution_bits", .number(Double(resolutionBits ?? 0))),
                Diagnostic("conversion", JSONValue(conversion?.description)),
                Diagnostic("conversion_wait", JSONValue(conversion?.waited.map(Devices.text(of:)))),
            ] + publisher.diagnostics
        }
    }
}

extension DS18B20.Conversion {
    fileprivate var description: String {
        switch self {
        case .bulk: "together with the others"
        case .single(let why, _): "alone: \(why)"
        }
    }
}
