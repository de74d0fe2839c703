import Core
import Devices

extension ARDrone {
    /// Does what is asked for once, one thing at a time, and says what became of it.
    ///
    /// It adds to what a tick sends and never holds a tick up. Landing goes before everything: a
    /// figure or a calibration that has not begun by then is dropped.
    struct ActionExecutor: Sendable {
        /// How long bit 8 is held up at most while the drone does not show that it heard.
        static let toggleLimit = Duration.seconds(3)

        /// What was said last.
        private(set) var latest: Response?
        /// What is to be said to those who asked.
        private var responses: [Response] = []
        /// A configuration that was read for somebody.
        private var dump: ConfigDump?
        /// The number of the request that is being done.
        private var number: UInt64 = 0
        private var job: ActionJob?

        /// Whether acknowledgement and control port are in use.
        var usesChannel: Bool {
            if case .configuring = job { return true }
            return false
        }

        var wantsPort: Bool {
            if case .configuring(let job) = job { return job.exchange.wantsPort }
            return false
        }

        mutating func takeDump() -> ConfigDump? {
            defer { dump = nil }
            return dump
        }

        mutating func takeResponses() -> [Response] {
            defer { responses = [] }
            return responses
        }

        /// Begins what is asked for, or refuses it.
        mutating func handle(_ request: Event<Action>, _ view: ActionContext, at now: Instant) {
            // Nobody who wants the motors cut waits for a lamp.
            let isBusy = job != nil && request.value != .cutMotors
            let busy = isBusy ? "the drone is busy with another action" : nil
            if let why = busy ?? ActionRules.objection(to: request.value, view) {
                respond(Response(to: request.number, .refused, why))
                return
            }
            if job != nil { end(.refused, "given up: the motors are cut") }
            number = request.number
            job = begin(request.value, view, at: now)
            say(.inProgress, "told the drone")
        }

        /// Drops what uses the acknowledgement bit: the drone must be set up anew.
        mutating func interrupt() {
            if usesChannel { end(.refused, "given up: the drone must be set up anew") }
        }

        mutating func hear(isAcknowledged: Bool, at now: Instant) {
            changeExchange { $0.hear(isAcknowledged: isAcknowledged, at: now) }
        }

        mutating func hear(_ event: ControlPortEvent, at now: Instant) {
            changeExchange { $0.hear(event, at: now) }
        }

        /// What to do in this tick.
        mutating func next(_ view: ActionContext, at now: Instant) -> ActionJob.ActionOutputs {
            switch job {
            case .configuring(let job): configure(job, view, at: now)
            case .flying(let figure, let end): fly(figure, until: end, view, at: now)
            case .trimming(let left): trim(left, view)
            case .calibrating(let job): calibrate(job, view, at: now)
            case .toggling(let wanted, let end): toggle(wanted, until: end, view, at: now)
            case nil: ActionJob.ActionOutputs()
            }
        }
    }
}

// MARK: Beginning and ending

extension ARDrone.ActionExecutor {
    private func begin(
        _ action: ARDrone.Action, _ view: ARDrone.ActionContext, at now: Instant
    ) -> ARDrone.ActionJob {
        func configuring(_ entries: [ARDrone.ConfigEntry], reads: Bool = false) -> ARDrone.ActionJob
        {
            .configuring(
                ARDrone.ConfigJob(action, entries, ids: view.ids, reads: reads, at: now))
        }
        switch action {
        case .show(let lights, let hertz, let seconds):
            // The one float in a CONFIG that goes as its bits.
            let bits = Int32(bitPattern: Float(hertz).bitPattern)
            let value = "\(lights.number),\(bits),\(seconds)"
            return configuring([.init(key: "leds:leds_anim", value: value)])
        case .fly(let figure, let milliseconds):
            let value = "\(figure.number),\(milliseconds ?? figure.defaultMilliseconds)"
            return configuring([.init(key: "control:flight_anim", value: value)])
        case .readConfiguration: return configuring([], reads: true)
        case .configure(let key, let value):
            return configuring([.init(key: key, value: value)], reads: true)
        case .flatTrim: return .trimming(left: ARDrone.InitSequence.trimRepeats)
        case .calibrateMagnetometer: return .calibrating(ARDrone.CalibrationJob(at: now))
        case .resetEmergency:
            return .toggling(wantsEmergency: false, until: now + Self.toggleLimit)
        case .cutMotors:
            return .toggling(wantsEmergency: true, until: now + Self.toggleLimit)
        }
    }

    private mutating func say(_ outcome: Response.Outcome, _ message: String) {
        respond(Response(to: number, outcome, message))
    }

    private mutating func respond(_ response: Response) {
        latest = response
        responses.append(response)
    }

    private mutating func end(_ outcome: Response.Outcome, _ message: String) {
        job = nil
        say(outcome, message)
    }

    private mutating func changeExchange(_ change: (inout ARDrone.ConfigExchange) -> Void) {
        guard case .configuring(var configuring) = job else { return }
        change(&configuring.exchange)
        job = .configuring(configuring)
    }
}

// MARK: Going on

extension ARDrone.ActionExecutor {
    private typealias ActionOutputs = ARDrone.ActionJob.ActionOutputs

    private mutating func configure(
        _ configuring: ARDrone.ConfigJob, _ view: ARDrone.ActionContext, at now: Instant
    ) -> ARDrone.ActionJob.ActionOutputs {
        var configuring = configuring
        if let outcome = configuring.exchange.outcome {
            finish(configuring.action, outcome, at: now)
            return ActionOutputs()
        }
        if now >= configuring.deadline {
            end(.refused, "the drone did not answer in time")
            return ActionOutputs()
        }
        if case .fly = configuring.action, !view.isFlying {
            end(.refused, "given up: the drone comes down")
            return ActionOutputs()
        }
        let commands = configuring.exchange.next(at: now)
        job = .configuring(configuring)
        return ActionOutputs(commands: commands)
    }

    private mutating func finish(
        _ action: ARDrone.Action, _ outcome: ARDrone.ConfigExchange.Outcome, at now: Instant
    ) {
        if case .read(let dump) = outcome { self.dump = dump }
        switch (action, outcome) {
        case (_, .unacknowledged): end(.refused, "the drone does not acknowledge it")
        case (.fly(let figure, let milliseconds), _):
            let time = figure.time(milliseconds ?? figure.defaultMilliseconds)
            job = .flying(figure, until: now + time)
            say(.inProgress, "it flies \(figure.rawValue)")
        case (.show(let lights, _, let seconds), _):
            end(.done, "its lamps show \(lights.rawValue) for \(seconds) s")
        case (.configure(let key, let value), .read(let dump)):
            judge(ARDrone.ConfigEntry(key: key, value: value), dump[key])
        case (.configure(let key, _), .unread(let why)):
            end(.done, "\(key) was acknowledged, but not read back: \(why)")
        case (_, .unread(let why)): end(.refused, why)
        case (_, .read(let dump)): end(.done, "read \(dump.values.count) keys")
        case (_, .set): end(.done, "acknowledged")
        }
    }

    private mutating func judge(_ wanted: ARDrone.ConfigEntry, _ held: String?) {
        guard let held else {
            return end(.done, "\(wanted.key) was acknowledged, but the drone does not tell of it")
        }
        guard wanted.isHeld(as: held) else {
            return end(.refused, "\(wanted.key) was acknowledged, but is \(held)")
        }
        end(.done, "\(wanted.key) is \(held)")
    }

    private mutating func fly(
        _ figure: ARDrone.FlightAnimation, until time: Instant, _ view: ARDrone.ActionContext,
        at now: Instant
    ) -> ARDrone.ActionJob.ActionOutputs {
        if !view.isFlying {
            end(.refused, "\(figure.rawValue) was broken off: the drone comes down")
        } else if now >= time {
            end(.done, "it flew \(figure.rawValue)")
        }
        return ActionOutputs()
    }

    private mutating func trim(
        _ left: Int, _ view: ARDrone.ActionContext
    ) -> ARDrone.ActionJob.ActionOutputs {
        if let why = ARDrone.ActionRules.objection(to: .flatTrim, view) {
            end(.refused, why)
            return ActionOutputs()
        }
        guard left > 0 else {
            // Nothing in the navdata confirms it, so it was said more than once.
            end(.done, "told it \(ARDrone.InitSequence.trimRepeats) times that it stands level")
            return ActionOutputs()
        }
        job = .trimming(left: left - 1)
        return ActionOutputs(commands: [.flatTrim])
    }

    private mutating func calibrate(
        _ calibrating: ARDrone.CalibrationJob, _ view: ARDrone.ActionContext, at now: Instant
    ) -> ARDrone.ActionJob.ActionOutputs {
        var calibrating = calibrating
        let hadBegun = calibrating.hasBegun
        let (command, ending) = calibrating.step(view, at: now)
        if let (isDone, message) = ending {
            end(isDone ? .done : .refused, message)
            return ActionOutputs()
        }
        job = .calibrating(calibrating)
        if calibrating.hasBegun, !hadBegun { say(.inProgress, "it turns on the spot") }
        return ActionOutputs(commands: command.map { [$0] } ?? [], holdsStill: true)
    }

    /// Holds bit 8 up until its effect shows, and then never again: a second edge would undo it.
    private mutating func toggle(
        _ wantsEmergency: Bool, until time: Instant, _ view: ARDrone.ActionContext, at now: Instant
    ) -> ARDrone.ActionJob.ActionOutputs {
        if view.isEmergency == wantsEmergency, view.packet != nil, !view.isLost {
            end(.done, wantsEmergency ? "the motors are cut" : "the emergency is over")
            return ActionOutputs()
        }
        guard now < time, view.packet != nil else {
            let what = wantsEmergency ? "that its motors are cut" : "that the emergency is over"
            end(.refused, "the drone does not say \(what)")
            return ActionOutputs(lands: wantsEmergency)
        }
        return ActionOutputs(togglesEmergency: true, lands: wantsEmergency)
    }
}
