import Core
import Settings
import Values

/// Settings of a sensor that is read again and again.
package protocol PolledSettings: PluginSettings {
    /// How often.
    var every: Duration { get }
}

/// A driver that reads a device again and again: how to open it, and how to read it. All else is
/// done for it: the timer, the locks, a device that is absent, comes back, misses or hangs, how long
/// a sample is fresh, the diagnostics and the end.
package protocol PolledSensor: DriverPlugin where Settings: PolledSettings {
    associatedtype Value: DeviceValue
    /// What is opened, and what is remembered from one reading to the next.
    associatedtype Device: Sendable

    static var port: Port<Value> { get }

    /// How long a reading may take before its device is said to hang. Real time, 10 s unless stated.
    static var readTimeout: Duration { get }

    /// The device or bus that is read, if other drivers read there too: calls to the same name are
    /// made one at a time. Unless stated what is claimed first; `nil`: nobody else does.
    static func bus(_ settings: Settings) -> String?

    /// Finds the device. May wait for it. Called again after the sensor was lost.
    static func open(
        _ settings: Settings, _ context: DriverContext
    ) throws(DeviceError) -> Device

    /// Takes a reading. May wait for the device. It gets its time when this returns.
    ///
    /// - Throws: `.absent` when there is nothing to read from, which is an absence at once. Two of
    ///   any other kind in a row are forgiven.
    static func read(
        _ device: inout Device, _ settings: Settings
    ) throws(DeviceError) -> Measured<Value>

    /// What `roost status` shows of the device beside the samples.
    static func diagnostics(_ device: Device) -> [Diagnostic]
}

/// A reading: the value, and what is odd about it if anything is.
@usableFromInline
package struct Measured<Value: DeviceValue>: Equatable, Sendable {
    @usableFromInline package let value: Value
    /// Why it should not be relied on; `nil` when it may be.
    @usableFromInline package let doubt: String?

    @inlinable
    package init(_ value: Value, doubt: String? = nil) {
        self.value = value
        self.doubt = doubt
    }

    package func sample(at now: Instant) -> Sample<Value> {
        doubt.map { .doubtful(value, at: now, because: $0) } ?? .good(value, at: now)
    }
}

extension PolledSensor {
    package static var ports: [DriverPort] { [.source(port)] }
    package static var readTimeout: Duration { .seconds(10) }
    package static func bus(_ settings: Settings) -> String? { claims(settings).first?.thing }
    package static func diagnostics(_ device: Device) -> [Diagnostic] { [] }
    package static func reportDelays(_ settings: Settings) -> [String: ReportDelay] {
        reportDelays(reading: settings, every: settings.every)
    }

    package static func start(
        _ settings: Settings, _ context: DriverContext
    ) throws(DeviceError) -> any Driver {
        let poll = SensorPoll<Device, Value>(
            ports: [ReadingPort(port)], every: settings.every, timeout: readTimeout,
            bus: bus(settings),
            open: { () throws(DeviceError) in try open(settings, context) },
            read: { device throws(DeviceError) in [.success(try read(&device, settings))] },
            diagnostics: diagnostics)
        return poll.start(context)
    }
}
