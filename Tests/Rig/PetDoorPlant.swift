import Core
import Simulators
import Synchronization
import TestSupport
import Values

/// The house of the demo around the simulated chips: the sun shines on the converter, the air warms
/// the thermometer, the servo turns as its pulses say, and the bolt moves the latch's switch.
///
/// Wired as config/pet-door.json says.
final class PetDoorPlant: Sendable {
    /// The switch at the latch opened or closed.
    struct Move: Sendable {
        /// Since this was made.
        let at: Duration
        let isLocked: Bool
    }

    private struct State {
        var house: HouseModel
        /// Until when the house has lived, by the kernel's clock.
        var nanoseconds: Int64
        var pulseMicroseconds: Double?
        var changeCount: Int
        var replayedCount = 0
        var shown: HouseGroundTruth?
        var isFlapOpen = false
        var moves: [Move] = []
        var failure: String?
        var timer: (any Cancellable)?
    }

    /// Half a second: the door wants to see its bolt there within three.
    private static let tick = Duration.milliseconds(500)
    /// GPIO 17, pulled up by the controller; the closed switch connects it to ground.
    private static let latchLine = 17
    /// GPIO 22, the same; the switch is closed with the flap shut.
    private static let flapLine = 22

    let servo: PWMRecorder
    let thermometer: Thermometer
    private let light: Converter
    private let header: GPIOSim
    private let start: Int64
    private let state: Mutex<State>

    init(_ options: HouseOptions, scheduler: any Scheduler) throws {
        servo = try PWMRecorder()
        thermometer = try Thermometer()
        light = try Converter(kernelKnowsReference: false)
        header = try GPIOSim(label: "pinctrl-bcm2711", lines: 58)
        start = Rig.monotonicNanoseconds
        state = Mutex(
            State(
                house: HouseModel(options), nanoseconds: start,
                changeCount: try servo.changeCount()))
        live()
        let timer = scheduler.every(Self.tick, name: "plant") { [weak self] _ in self?.live() }
        state.withLock { $0.timer = timer }
    }

    deinit {
        stop()
    }

    func stop() {
        let timer = state.withLock { $0.timer }
        timer?.cancel()
    }

    /// How long this has been.
    var age: Duration { .nanoseconds(Rig.monotonicNanoseconds - start) }
    var moves: [Move] { state.withLock { $0.moves } }
    /// Why the chips could not be set or looked at, if so.
    var failure: String? { state.withLock { $0.failure } }

    /// Opens or shuts the flap, as whoever passes does.
    func moveFlap(isOpen: Bool) {
        state.withLock { $0.isFlapOpen = isOpen }
        live()
    }

    /// Frost has the bolt, wherever it is, or lets it go.
    func hold(_ isHeld: Bool) {
        state.withLock { $0.house.faults.isLatchJammed = isHeld }
    }

    /// The house lives until now.
    private func live() {
        state.withLock { state in
            do {
                try followServo(&state)
                advance(&state, to: Rig.monotonicNanoseconds)
                try show(&state)
            } catch {
                state.failure = "\(error)"
            }
        }
    }

    /// The horn turns with each pulse for as long as it lasted: the chip has noted when it changed.
    private func followServo(_ state: inout State) throws {
        let count = try servo.changeCount()
        guard count != state.changeCount else { return }
        state.changeCount = count
        let changes = try servo.changes
        for change in changes.dropFirst(state.replayedCount) {
            advance(&state, to: change.nanoseconds)
            let pulses = change.pulses
            state.pulseMicroseconds = pulses.isEnabled ? Double(pulses.duty) / 1000 : nil
        }
        state.replayedCount = changes.count
    }

    private func advance(_ state: inout State, to nanoseconds: Int64) {
        state.house.advance(
            by: .nanoseconds(nanoseconds - state.nanoseconds),
            pulseMicroseconds: state.pulseMicroseconds)
        state.nanoseconds = nanoseconds
    }

    private func show(_ state: inout State) throws {
        let truth = state.house.truth
        try light.set(0, to: state.house.lightRaw)
        try thermometer.set(celsius: truth.celsius)
        // Again each time: a controller that turns its pull-up on would win here, where a switch
        // to ground would win over it.
        try header.pull(Self.latchLine, up: !truth.isLatchContactClosed)
        try header.pull(Self.flapLine, up: state.isFlapOpen)
        if let shown = state.shown, shown.isLatchContactClosed != truth.isLatchContactClosed {
            let elapsed = Duration.nanoseconds(state.nanoseconds - start)
            state.moves.append(Move(at: elapsed, isLocked: truth.isLatchContactClosed))
        }
        state.shown = truth
    }
}
