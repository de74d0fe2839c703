import DriverKit
import Core
import Devices
import LinuxIO
import Synchronization

extension Servo {
    /// Carries out what `SlewController` decides: its timer, its pulses, its state.
    ///
    /// Commands only change the motion and set the timer; every write to the chip happens on the
    /// timer's queue, because a chip on an I2C bus may keep a writer waiting.
    final class ServoDriver: Driver {
        private struct Step {
            let wanted: SlewController.Output
            let state: ServoState
            /// Whether to look at the channel before.
            let mustLook: Bool
        }

        private struct State {
            /// `nil` until the channel is ours to write.
            var motion: SlewController?
            /// `nil` once the driver has ended.
            var alarm: Alarm?
            var refusedCount = 0
            /// When the channel was last looked at.
            var lookedAt: Instant

            var hasEnded: Bool { alarm == nil }

            mutating func setAlarm(at now: Instant) {
                guard let wake = motion?.wake else { return }
                let mustLook = wake != .steadily && isLookDue(at: now)
                alarm?.set(mustLook ? .at(now) : wake, at: now)
            }

            func isLookDue(at now: Instant) -> Bool { now - lookedAt >= ServoDriver.lookInterval }

            /// Moves on to `now`; `nil` when there is nothing to move any more.
            mutating func step(at now: Instant) -> Step? {
                guard !hasEnded, var motion else { return nil }
                let wanted = motion.step(at: now)
                self.motion = motion
                let mustLook = isLookDue(at: now)
                if mustLook { lookedAt = now }
                alarm?.spend(at: now)
                alarm?.set(motion.wake, at: now)
                return Step(wanted: wanted, state: motion.state, mustLook: mustLook)
            }

            /// Nothing is written or published by a turn that begins after this.
            mutating func end() {
                alarm?.cancel()
                alarm = nil
            }
        }

        /// As long as there are commands, the channel is looked at this often: so one that is gone is
        /// noticed, and one that somebody else has changed is put right.
        private static let lookInterval = Duration.seconds(1)
        /// How long udev is given to hand over a channel that was just exported.
        private static let timeout = Duration.seconds(1)

        private let settings: Settings
        private let channel: PWMChannel
        private let context: DriverContext
        private let sink: Sink<ServoCommand>
        private let source: Source<ServoState>
        private let startedAt: Instant
        /// Taken before `state` where both are needed; held for one turn.
        private let output = Mutex<PWMOutput?>(nil)
        private let state: Mutex<State>

        init(_ settings: Settings, _ channel: PWMChannel, _ context: DriverContext) {
            self.settings = settings
            self.channel = channel
            self.context = context
            sink = context.sink(Servo.angle)
            source = context.source(Servo.state)
            startedAt = context.scheduler.now
            state = Mutex(State(lookedAt: startedAt))
            sink.attach { [weak self] command in self?.take(command) }
            let alarm = Alarm(context.scheduler, name: context.name) { [weak self] now in
                self?.turn(at: now)
            }
            state.withLock {
                $0.alarm = alarm
                $0.alarm?.set(.steadily, at: startedAt)
            }
        }

        func makeSafe() {
            let now = context.scheduler.now
            state.withLock { state in
                // Before the channel is ours there is nothing to do but to leave it alone.
                guard state.motion != nil else { return state.end() }
                state.motion?.makeSafe(at: now)
                state.setAlarm(at: now)
            }
        }

        var isSafe: Bool {
            let now = context.scheduler.now
            return state.withLock { $0.hasEnded || $0.motion?.isSafe(at: now) ?? true }
        }

        /// Stops the pulses, unless the settings want the servo held for ever: then they go on as
        /// they are, with nobody to change them, until the next start adopts them.
        ///
        /// A write that hangs is not waited for. When it returns the pulses are stopped all the same.
        func close() {
            sink.detach()
            state.withLock { $0.end() }
            guard !settings.motion.holdsForEver else { return }
            if !withTimeout(.milliseconds(500), for: { self.stopPulses() }) {
                context.log.error("cannot stop the pulses: \(channel.path) does not answer")
            }
        }

        private func stopPulses() {
            do throws(IOError) {
                try output.withLock { output throws(IOError) in try output?.stop() }
            } catch {
                context.log.error("cannot stop the pulses: \(error)")
            }
        }

        func diagnostics(at now: Instant) -> [Diagnostic] {
            [
                Diagnostic("channel", .string(channel.path)),
                Diagnostic("refused", .number(Double(state.withLock { $0.refusedCount }))),
            ]
        }
    }
}

extension Servo.ServoDriver {
    /// Waits for the permission to write, then adopts the channel as it is.
    private func prepare(at now: Instant) {
        let obstacle: DeviceError
        do throws(IOError) {
            if try channel.isWritable() {
                var found = try PWMOutput(adopting: channel)
                // Without a pulse, enabled moves nothing, but on a PCA9685 it keeps others from
                // setting the period that all its channels share.
                if !found.state.isPulsing { try found.stop() }
                adopt(found, at: now)
                return
            }
            obstacle = DeviceError(
                .refused,
                "\(channel.path) may not be written; is the service's user in the group "
                    + "gpio, and does a udev rule give that group the channel?")
        } catch {
            obstacle = DeviceError(error)
        }
        if now - startedAt >= Self.timeout { fail(obstacle) }
    }

    private func adopt(_ found: PWMOutput, at now: Instant) {
        let pulses = found.state
        let isOurs =
            pulses.hasPeriod(settings.pulse.period.nanoseconds) && !pulses.isInverted
        let angle = isOurs ? settings.pulse.angle(ofWidthNanoseconds: pulses.duty) : nil
        let motion = Servo.SlewController(
            settings.motion, found: angle, isPowered: pulses.isPulsing, at: now)
        output.withLock { output in
            state.withLock { state in
                guard !state.hasEnded else { return }
                output = found
                state.motion = motion
                if let waiting = sink.last { accept(waiting, &state, at: now) }
                state.setAlarm(at: now)
                source.publish(motion.state, at: now)
            }
        }
    }

    /// A command arrives, on the sender's thread.
    private func take(_ command: Leased<ServoCommand>) {
        let now = context.scheduler.now
        state.withLock { state in
            accept(command, &state, at: now)
            state.setAlarm(at: now)
        }
    }

    private func accept(_ leased: Leased<ServoCommand>, _ state: inout State, at now: Instant) {
        guard leased.expiresAt > now else { return }
        switch leased.command {
        case .release:
            state.motion?.take(.release, until: leased.expiresAt)
        case .move(let angle):
            guard let possible = settings.pulse.clamped(angle) else {
                state.refusedCount += 1
                // Once: a policy that sends this sends it ten times a second.
                if state.refusedCount == 1 { context.log.error("an angle is not a number") }
                return
            }
            state.motion?.take(.move(to: possible), until: leased.expiresAt)
        }
    }

    private func turn(at now: Instant) {
        if state.withLock({ $0.motion == nil }) {
            prepare(at: now)
        } else {
            move(at: now)
        }
    }

    /// One step: what the motion wants now, written to the channel and told to the source.
    private func move(at now: Instant) {
        do throws(IOError) {
            try output.withLock { output throws(IOError) in
                guard let step = state.withLock({ $0.step(at: now) }) else { return }
                if step.mustLook { try output?.refresh() }
                try apply(step.wanted, to: &output)
                // The driver may have been closed while that hung.
                state.withLock { if !$0.hasEnded { source.publish(step.state, at: now) } }
            }
        } catch {
            fail(Servo.fault(error, of: channel))
        }
    }

    private func apply(
        _ wanted: Servo.SlewController.Output, to output: inout PWMOutput?
    ) throws(IOError) {
        switch wanted {
        case .unchanged:
            break
        case .off:
            try output?.stop()
        case .pulse(let angle):
            try output?.pulse(
                widthNanoseconds: settings.pulse.widthNanoseconds(at: angle),
                periodNanoseconds: settings.pulse.period.nanoseconds)
        }
    }

    /// Gives up. Called with no lock held: the supervisor may close the driver at once.
    private func fail(_ fault: DeviceError) {
        let now = context.scheduler.now
        let isNew = state.withLock { state in
            guard !state.hasEnded else { return false }
            state.end()
            source.publishAbsent(fault.message, at: now)
            return true
        }
        if isNew { context.fail(fault) }
    }
}

extension Servo.SlewController.Settings {
    /// Whether the pulses are to go on when nobody is there to send them.
    fileprivate var holdsForEver: Bool {
        releaseAfter == nil && leaseEnd != .release
    }
}
