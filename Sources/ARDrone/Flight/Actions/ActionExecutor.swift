import Core
import Values

extension ARDrone {
    /// Does what is asked for once, one thing at a time, and says what became of it.
    ///
    /// It adds to what a tick sends and never holds a tick up. Landing goes before everything: a
    /// figure or a calibration that has not begun by then is dropped.
    struct ActionExecutor: Sendable {
        /// What was said last.
        private(set) var latest: Response?
        /// What is to be said to those who asked.
        private var responses: [Response] = []
        /// The number of the request that is being done.
        private var number: UInt64 = 0
        var job: ActionJob?
        /// Whether bit 8 went up with the last tick.
        private var isToggleUp = false
        private var events: [LinkEvent] = []

        mutating func drainResponses() -> [Response] {
            defer { responses = [] }
            return responses
        }

        mutating func drainEvents() -> [LinkEvent] {
            defer { events = [] }
            return events
        }

        /// Begins what is asked for, or refuses it. `exchange` is that of the configuration channel.
        mutating func handle(
            _ request: Event<Action>, _ view: ActionContext, _ exchange: inout ConfigExchange?,
            at now: Instant
        ) {
            // Nobody who wants the motors cut waits for a lamp.
            let isBusy = job != nil && request.value != .cutMotors
            let busy = isBusy ? "the drone is busy with another action" : nil
            if let why = busy ?? ActionRules.rejectionReason(for: request.value, view) {
                respond(Response(to: request.number, .refused, why))
                return
            }
            if job != nil { end(.refused, "given up: the motors are cut") }
            number = request.number
            let job = begin(request.value, at: now)
            self.job = job
            exchange = job.exchange(ids: view.ids)
            say(.inProgress, "told the drone")
        }

        /// Ends an emergency for whoever commands the flight; nobody waits for a response.
        mutating func resetEmergency(_ exchange: inout ConfigExchange?, at now: Instant) {
            if case .toggling = job { return }
            if job != nil { end(.refused, "given up: the emergency is reset") }
            number = 0
            exchange = nil
            job = begin(.resetEmergency, at: now)
        }

        /// What to do in this tick, beside what `exchange` says.
        mutating func next(
            _ view: ActionContext, _ exchange: inout ConfigExchange?, at now: Instant
        ) -> ActionJob.ActionOutputs {
            var outputs = ActionJob.ActionOutputs()
            switch job {
            case .configuring(let job): configure(job, view, &exchange, at: now)
            case .flying(let figure, let end): fly(figure, until: end, view, at: now)
            case .trimming(let left): trim(left, view, &outputs)
            case .calibrating(let job): calibrate(job, view, &outputs, at: now)
            case .toggling(let toggle): self.toggle(toggle, view, &outputs, at: now)
            case nil: break
            }
            isToggleUp = outputs.togglesEmergency
            return outputs
        }
    }
}

// MARK: Beginning and ending

extension ARDrone.ActionExecutor {
    private func begin(_ action: ARDrone.Action, at now: Instant) -> ARDrone.ActionJob {
        switch action {
        case .ledAnimation, .flightAnimation, .photograph:
            .configuring(ARDrone.ConfigJob(action, readsBack: false, at: now))
        case .readConfiguration, .configure:
            .configuring(ARDrone.ConfigJob(action, readsBack: true, at: now))
        case .flatTrim: .trimming(left: ARDrone.InitSequence.trimRepeats)
        case .calibrateMagnetometer: .calibrating(ARDrone.CalibrationJob(at: now))
        case .resetEmergency:
            .toggling(ARDrone.EmergencyToggle(wantsEmergency: false, isUp: isToggleUp, at: now))
        case .cutMotors:
            .toggling(ARDrone.EmergencyToggle(wantsEmergency: true, isUp: isToggleUp, at: now))
        }
    }

    mutating func say(_ outcome: Response.Outcome, _ message: String) {
        respond(Response(to: number, outcome, message))
    }

    private mutating func respond(_ response: Response) {
        latest = response
        responses.append(response)
    }

    mutating func end(_ outcome: Response.Outcome, _ message: String) {
        job = nil
        say(outcome, message)
    }
}

// MARK: Going on

extension ARDrone.ActionExecutor {
    private mutating func fly(
        _ figure: ARDrone.FlightAnimation, until time: Instant, _ view: ARDrone.ActionContext,
        at now: Instant
    ) {
        if !view.isFlying {
            end(.refused, "\(figure.rawValue) was broken off: the drone comes down")
        } else if now >= time {
            end(.done, "it flew \(figure.rawValue)")
        }
    }

    private mutating func trim(
        _ left: Int, _ view: ARDrone.ActionContext, _ outputs: inout ARDrone.ActionJob.ActionOutputs
    ) {
        if let why = ARDrone.ActionRules.rejectionReason(for: .flatTrim, view) {
            return end(.refused, why)
        }
        guard left > 0 else {
            // Nothing in the navdata confirms it, so it was said more than once.
            let times = ARDrone.InitSequence.trimRepeats
            return end(.done, "told it \(times) times that it stands level")
        }
        job = .trimming(left: left - 1)
        outputs.commands = [.flatTrim]
    }

    private mutating func calibrate(
        _ calibrating: ARDrone.CalibrationJob, _ view: ARDrone.ActionContext,
        _ outputs: inout ARDrone.ActionJob.ActionOutputs, at now: Instant
    ) {
        var calibrating = calibrating
        let hadBegun = calibrating.hasBegun
        let (command, ending) = calibrating.step(view, at: now)
        if let (outcome, message) = ending { return end(outcome, message) }
        job = .calibrating(calibrating)
        if calibrating.hasBegun, !hadBegun { say(.inProgress, "it turns on the spot") }
        outputs.commands = command.map { [$0] } ?? []
        outputs.inhibitsMotion = true
    }

    private mutating func toggle(
        _ toggle: ARDrone.EmergencyToggle, _ view: ARDrone.ActionContext,
        _ outputs: inout ARDrone.ActionJob.ActionOutputs, at now: Instant
    ) {
        var toggle = toggle
        switch toggle.step(view, at: now) {
        case .hold(let isUp):
            job = .toggling(toggle)
            outputs.togglesEmergency = isUp
        case .done:
            return end(
                .done, toggle.wantsEmergency ? "the motors are cut" : "the emergency is over")
        case .unconfirmed(let why):
            events.append(.toggleUnconfirmed(why))
            end(.refused, why)
        }
        outputs.lands = toggle.wantsEmergency
    }
}
