import Core
import JSON
import Threads
import Values

/// A driver that has a device follow commands while their leases live, and brings it to its safe
/// state when they end: all of it but the plan and the device themselves.
///
/// Event-driven: it runs with each new command, at the end of each lease, when the plan wants, and
/// once every `resyncPeriod` so that a device that is gone is noticed and one that somebody else has
/// changed is put right.
package protocol LeasedActuator: DriverPlugin {
    associatedtype Device: ActuatorDevice

    /// Where commands come from, in the order of the plan's.
    static func commandPorts(for settings: Settings) -> [Port<Device.Plan.Command>]

    /// Finds the device. Returns soon: waiting for it is for `open`.
    static func device(
        _ settings: Settings, _ context: DriverContext
    ) throws(DeviceError) -> Device

    /// Whether the device is told again also while nobody is in charge.
    static var resyncsWhenIdle: Bool { get }

    /// Tells what the device does, after each step.
    static func publish(_ plan: Device.Plan, _ context: DriverContext, at now: Instant)

    /// Tells that nobody knows what the device does: it has not answered for so long as `why` says.
    static func publishSilence(_ why: String, _ context: DriverContext, at now: Instant)

    /// What the device does, for the status; `nil` while nobody knows.
    static func diagnostics(
        _ settings: Settings, applied: Device.Plan.Output?
    ) -> [Diagnostic]
}

extension LeasedActuator {
    package static var resyncsWhenIdle: Bool { false }
    package static func publish(
        _ plan: Device.Plan, _ context: DriverContext, at now: Instant
    ) {}
    package static func publishSilence(
        _ why: String, _ context: DriverContext, at now: Instant
    ) {}
    package static func diagnostics(
        _ settings: Settings, applied: Device.Plan.Output?
    ) -> [Diagnostic] { [] }

    /// Takes the place of `DriverPlugin`'s, which does nothing: an actuator whose own has another
    /// signature would be left as it is after a crash, and nobody would know.
    @available(*, unavailable, message: "say how the device is made safe with nothing running")
    package static func makeSafeWithoutInstance(
        _ settings: Settings, _ system: SystemPaths, _ clock: any Scheduler
    ) throws(DeviceError) {}

    package static func start(
        _ settings: Settings, _ context: DriverContext
    ) throws(DeviceError) -> any Driver {
        start(try device(settings, context), settings, context)
    }

    /// Starts a driver of a device that somebody else has found.
    package static func start(
        _ device: Device, _ settings: Settings, _ context: DriverContext
    ) -> any Driver {
        let ports = commandPorts(for: settings)
        // Used by one at a time, for as long as it takes.
        let exclusive = Locked(device)
        let shell = DriverShell(
            context,
            LeasedActuatorState<Device.Plan>(
                portCount: ports.count, resyncsWhenIdle: resyncsWhenIdle, at: context.scheduler.now),
            hooks(settings, device.diagnostics))
        for (index, port) in ports.enumerated() {
            shell.receive(port) { receive($1, at: index, $0) }
        }
        let sinks = ports.map { context.sink($0) }
        let timer = shell.timer(nil) { update(exclusive, $0, of: sinks, at: $1) }
        let now = shell.now
        shell.with { state in
            // Commands that came before their handler.
            for (index, port) in ports.enumerated() {
                if let command = context.sink(port).last {
                    _ = state.receive(command, index, at: now)
                }
            }
            state.begin(timer, at: now)
        }
        shell.onClose(
            orSay: "\(device.description): no answer; made safe and given back when there is"
        ) {
            close(exclusive, context)
        }
        return shell
    }

    private static func hooks(
        _ settings: Settings, _ fixed: [Diagnostic]
    ) -> DriverShell<LeasedActuatorState<Device.Plan>>.Hooks {
        .init(
            makeSafe: { shell in
                let now = shell.now
                shell.with { $0.makeSafe(at: now) }
            },
            isSafe: { $0.isSafe(at: $1) },
            isAtRest: { $0.isAtRest(at: $1) },
            diagnostics: { state, now in
                fixed + [Diagnostic("refused", .number(Double(state.refusedCount)))]
                    + diagnostics(settings, applied: state.applied)
                    + (state.silence(at: now).map {
                        [Diagnostic(Diagnostic.noAnswer, .string(text(of: $0)))]
                    } ?? [])
            })
    }

    /// A command arrives, on its sender's thread.
    private static func receive(
        _ command: Leased<Device.Plan.Command>, at port: Int,
        _ shell: DriverShell<LeasedActuatorState<Device.Plan>>
    ) {
        let now = shell.now
        let news = shell.with { ($0.receive(command, port, at: now), $0.newSilence(at: now)) }
        guard let (refusal, silence) = news else { return }
        // Once: a policy that sends this sends it ten times a second.
        if let refusal, refusal.isFirst { shell.context.log.error(refusal.why) }
        // The thread that would report it is the one that waits for the device.
        guard let silence else { return }
        let why = "its device has not answered for \(text(of: silence))"
        shell.context.log.error("what it does is not known: \(why)")
        publishSilence(why, shell.context, at: now)
    }

    /// One step: what the plan wants now, told to the device and published.
    private static func update(
        _ device: Locked<Device>, _ shell: DriverShell<LeasedActuatorState<Device.Plan>>,
        of sinks: [Sink<Device.Plan.Command>], at now: Instant
    ) {
        do throws(DeviceError) {
            try device.withLock { device throws(DeviceError) in
                guard let step = shell.with({ $0.nextStep(at: now) }) else { return }
                defer { shell.with { $0.answered() } }
                switch step {
                case .none: break
                case .open:
                    let plan = try device.open(at: now)
                    shell.with { $0.opened(plan, at: now) }
                case .apply(let output, let isResync):
                    try device.apply(output, isResync: isResync)
                    shell.with { $0.applied = output }
                    for sink in sinks { sink.noteAnswer(at: shell.context.scheduler.now) }
                }
                shell.with { state in
                    if let plan = state.plan { publish(plan, shell.context, at: now) }
                    state.schedule(at: shell.context.scheduler.now)
                }
            }
        } catch {
            failed(error, shell)
        }
    }

    /// One that is to become safe is tried again and again: nobody else will before it is closed.
    private static func failed(
        _ fault: DeviceError, _ shell: DriverShell<LeasedActuatorState<Device.Plan>>
    ) {
        let now = shell.now
        let goesOn = shell.with { $0.retryIfStopping(at: now) } ?? false
        if goesOn {
            shell.context.log.error("cannot be made safe: \(fault); tried again")
        } else {
            shell.fail(fault)
        }
    }

    private static func close(_ device: Locked<Device>, _ context: DriverContext) {
        do throws(DeviceError) {
            try device.withLock { device throws(DeviceError) in try device.close() }
        } catch {
            // What is not there moves nothing.
            if error.kind != .absent { context.log.error("not left in its safe state: \(error)") }
        }
    }
}
