import Core
import Threads
import Values

/// Reads a device with one or more values again and again. `PolledSensor` is this with one value.
package struct SensorPoll<Device: Sendable, Value: DeviceValue>: Sendable {
    package typealias Reading = Result<Measured<Value>, DeviceError>

    /// One for each value, in the order in which they are read.
    let ports: [ReadingPort<Value>]
    let every: Duration
    /// In real time.
    let timeout: Duration
    /// The device or bus, if other drivers read there too.
    let bus: String?
    let open: @Sendable () throws(DeviceError) -> Device
    /// One result for each port.
    let read: @Sendable (inout Device) throws(DeviceError) -> [Reading]
    let diagnostics: @Sendable (Device) -> [Diagnostic]

    package init(
        ports: [ReadingPort<Value>], every: Duration, timeout: Duration = .seconds(10),
        bus: String? = nil,
        open: @escaping @Sendable () throws(DeviceError) -> Device,
        read: @escaping @Sendable (inout Device) throws(DeviceError) -> [Reading],
        diagnostics: @escaping @Sendable (Device) -> [Diagnostic] = { _ in [] }
    ) {
        self.ports = ports
        self.every = every
        self.timeout = timeout
        self.bus = bus
        self.open = open
        self.read = read
        self.diagnostics = diagnostics
    }

    package func start(_ context: DriverContext) -> any Driver {
        let publishers = ports.map { port in
            let log =
                ports.count > 1 ? context.log.labelled("\(context.name).\(port.name)") : context.log
            return port.makePublisher(context, every, log)
        }
        let names = ports.map(\.name)
        let shell = DriverShell(
            context, PollState(publishers: publishers),
            .init(diagnostics: { state, _ in state.diagnostics(of: names) }))
        let name = bus ?? context.name
        let queue = context.shared(name) { DeviceQueue(name) }
        // Only the thread of the queue takes it, for as long as a reading takes.
        let device = Locked<Device?>(nil)
        shell.every(every) { shell, _ in
            // Not in `shell.with`: nobody else may wait for the device.
            let mustOpen = shell.with { $0.isAbsent } ?? true
            let outcome = Result { () throws(DeviceError) in
                try queue.call(atMost: timeout) { () throws(DeviceError) in
                    try device.withLock { device throws(DeviceError) in
                        try poll(&device, mustOpen: mustOpen)
                    }
                }
            }
            // The time of the reading is that of its end: it may have waited for a conversion.
            shell.with { $0.record(outcome, at: shell.now) }
        }
        return shell
    }

    private func poll(
        _ kept: inout Device?, mustOpen: Bool
    ) throws(DeviceError) -> PollResult<Value> {
        if mustOpen { kept = nil }
        var device: Device
        if let kept { device = kept } else { device = try open() }
        // What a reading that fails has learned is kept, too.
        defer { kept = device }
        let readings = try read(&device)
        return PollResult(readings: readings, diagnostics: diagnostics(device))
    }
}

/// What one poll of the device gave.
private struct PollResult<Value: DeviceValue>: Sendable {
    let readings: [Result<Measured<Value>, DeviceError>]
    let diagnostics: [Diagnostic]
}

private struct PollState<Value: DeviceValue>: Sendable {
    private var publishers: [SensorPublisher<Value>]
    private var device: [Diagnostic] = []

    init(publishers: [SensorPublisher<Value>]) {
        self.publishers = publishers
    }

    /// Whether nothing is read any more: then the device is opened again.
    var isAbsent: Bool { publishers.allSatisfy(\.isAbsent) }

    mutating func record(_ outcome: Result<PollResult<Value>, DeviceError>, at now: Instant) {
        switch outcome {
        case .success(let result):
            device = result.diagnostics
            for index in publishers.indices {
                let reading =
                    index < result.readings.count
                    ? result.readings[index]
                    : .failure(DeviceError(.corrupt, "the device does not give this value"))
                record(reading, index, at: now)
            }
        case .failure(let fault):
            for index in publishers.indices { record(.failure(fault), index, at: now) }
        }
    }

    private mutating func record(
        _ reading: Result<Measured<Value>, DeviceError>, _ index: Int, at now: Instant
    ) {
        switch reading {
        case .success(let measured): publishers[index].publish(measured, at: now)
        case .failure(let fault) where fault.kind == .absent:
            publishers[index].markAbsent(fault, at: now)
        case .failure(let fault): publishers[index].recordRejection(fault, at: now)
        }
    }

    func diagnostics(of names: [String]) -> [Diagnostic] {
        guard publishers.count > 1 else { return device + publishers.flatMap(\.diagnostics) }
        return device
            + zip(names, publishers).flatMap { name, publisher in
                publisher.diagnostics.map { Diagnostic("\(name)_\($0.name)", $0.value) }
            }
    }
}
