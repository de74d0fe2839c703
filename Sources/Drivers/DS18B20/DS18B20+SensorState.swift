import Core
import DriverKit
import JSON
import Synchronization
import Values

extension DS18B20 {
    /// What is known of the sensor from its readings so far, and what should be done about it.
    struct SensorState: Sendable {
        private var publisher: SensorPublisher<Temperature>
        private var plausibility: Plausibility
        private let configuration: SensorConfiguration
        private var sensor: Sensor?
        private var resolutionBits: Int?
        private var conversion: Conversion?
        /// Power-on resets what was set, and from here looks like a failed reading: so it is set
        /// once after the start and once after each failure.
        private var mayConfigure = true
        /// Whether the latest reading was a first one, which another has to confirm.
        private(set) var isUnconfirmed = false

        init(_ settings: Settings, _ publisher: SensorPublisher<Temperature>) {
            self.publisher = publisher
            plausibility = Plausibility(settings.limits)
            configuration = settings.configuration
        }

        /// Publishes a reading, or says why not.
        mutating func record(_ reading: Reading, of found: Sensor?, at now: Instant) {
            isUnconfirmed = false
            switch reading {
            case .scratchpad(let scratchpad, let conversion):
                sensor = found
                resolutionBits = scratchpad.resolutionBits
                self.conversion = conversion
                judge(scratchpad, conversion, at: now)
            case .rejected(let why): publisher.recordRejection(why.fault, at: now)
            case .lost(let fault): publisher.markAbsent(fault, at: now)
            }
        }

        /// Whether the sensor should be configured now. It can only while it answers, and is not asked
        /// again and again for what it did not take.
        mutating func needsConfiguring(after reading: Reading) -> Bool {
            guard case .scratchpad(let scratchpad, let conversion) = reading else {
                mayConfigure = true
                return false
            }
            defer { mayConfigure = false }
            return mayConfigure || scratchpad.isUnconverted
                || isConversionIncomplete(scratchpad, conversion)
        }

        private mutating func judge(
            _ scratchpad: Scratchpad, _ conversion: Conversion, at now: Instant
        ) {
            do throws(ReadingError) {
                let measured = try scratchpad.temperature()
                if isConversionIncomplete(scratchpad, conversion) {
                    throw .conversionIncomplete(
                        bits: scratchpad.resolutionBits, waited: conversion.waited ?? .zero)
                }
                guard let believed = try plausibility.accept(measured, at: now) else {
                    return isUnconfirmed = true
                }
                publisher.publish(Measured(believed), at: now)
            } catch {
                publisher.recordRejection(error.fault, at: now)
            }
        }

        /// Whether the kernel read the sensor before it can have been done. A sensor that lost its
        /// power for a moment is slower than the kernel believes, and gives its value of the time
        /// before, with a checksum that is right.
        private func isConversionIncomplete(_ scratchpad: Scratchpad, _ conversion: Conversion)
            -> Bool
        {
            guard let waited = conversion.waited, !configuration.knowsTime(of: scratchpad) else {
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
                Diagnostic("conversion_wait", JSONValue(conversion?.waited.map(Values.text(of:)))),
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

extension DS18B20 {
    /// One sensor of those that the reader reads.
    final class Thermometer: Driver {
        /// The sensor's name; `nil` for the only one.
        let id: String?
        let every: Duration
        let subscriberID: Int
        private let configuration: SensorConfiguration
        private let reader: Reader
        private let shell: DriverShell<SensorState>
        private let hasWarned = Atomic(false)

        init(_ settings: Settings, _ context: DriverContext, _ reader: Reader) {
            id = settings.id
            every = settings.every
            subscriberID = reader.newSubscriberID()
            configuration = settings.configuration
            self.reader = reader
            let publisher = SensorPublisher(
                context.source(DS18B20.temperature), every: settings.every, log: context.log)
            shell = DriverShell(
                context, SensorState(settings, publisher),
                .init(diagnostics: { state, _ in state.diagnostics }))
            reader.subscribe(self)
        }

        /// Returns at once, even while a reading hangs: what it gives in the end is dropped.
        func close() {
            shell.close()
            reader.unsubscribe(subscriberID)
        }

        func diagnostics(at now: Instant) -> [Diagnostic] { shell.diagnostics(at: now) }

        /// What should be done about a sensor after a reading.
        struct Followup: Equatable, Sendable {
            /// What should be set in it now, if anything.
            var configuration: SensorConfiguration?
            /// Whether it should be read again at once.
            var needsConfirming = false
        }

        /// Takes a reading.
        func record(_ reading: Reading, of sensor: Sensor?, at now: Instant) -> Followup {
            shell.with { state in
                state.record(reading, of: sensor, at: now)
                return Followup(
                    configuration: state.needsConfiguring(after: reading) ? configuration : nil,
                    needsConfirming: state.isUnconfirmed)
            } ?? Followup()
        }

        /// Says once what could not be set.
        func warnOnce(_ fault: DeviceError) {
            guard !hasWarned.exchange(true, ordering: .relaxed) else { return }
            shell.context.log.warning(
                "cannot configure the sensor: \(fault); it keeps its own resolution")
        }
    }
}
