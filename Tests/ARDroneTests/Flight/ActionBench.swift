import TestSupport
import Values

@testable import ARDrone

/// An executor of actions with a drone of bits and numbers, moved on by hand.
struct ActionBench {
    var executor = ARDrone.ActionExecutor()
    var exchange: ARDrone.ConfigExchange?
    var now = Instant(nanoseconds: 1_000_000_000)
    // What the drone is and says.
    var bits: UInt32 = 1
    var major: UInt16 = 4
    var minor: UInt16 = 0
    var battery: UInt32 = 80
    var altitudeMillimetres: Int32 = 2000
    var rollMillidegrees: Float = 0
    // What the link makes of it.
    var flight = ARDrone.FlightStateMachine.State.airborne
    var isLost = false
    var isConfigurable = true
    /// Whether what is sent arrives.
    var isReached = true
    var dump: [UInt8]?
    private(set) var sent: [ARDrone.ATCommand] = []
    private(set) var outputs = ARDrone.ActionJob.ActionOutputs()
    private var sequence: UInt64 = 0

    /// One that stands on the ground.
    static var grounded: ActionBench {
        var bench = ActionBench()
        (bench.bits, bench.major, bench.flight, bench.altitudeMillimetres) = (0, 2, .grounded, 0)
        return bench
    }

    var report: Response? { executor.latest }
    var keys: [String] {
        sent.compactMap { if case .configure(let entry) = $0 { entry.value } else { nil } }
    }

    func count(_ command: ARDrone.ATCommand) -> Int { sent.count { $0 == command } }

    mutating func ask(_ action: ARDrone.Action) {
        sequence += 1
        step(Event(number: sequence, value: action, postedAt: now, origin: .person))
    }

    /// A tick of 30 ms with a packet in it.
    mutating func step(_ request: Event<ARDrone.Action>? = nil, hears: Bool = true) {
        now = now + .milliseconds(30)
        let view = view
        if let request { executor.handle(request, view, &exchange, at: now) }
        outputs = executor.next(view, &exchange, at: now)
        let commands = outputs.commands + (exchange?.next(at: now) ?? [])
        sent += commands
        if isReached { commands.forEach { take($0) } }
        if hears { exchange?.receive(isAcknowledged: bits & 1 << 6 != 0, at: now) }
        answerPort()
    }

    mutating func run(_ duration: Duration, hears: Bool = true) {
        let end = now + duration
        while now < end { step(hears: hears) }
    }

    private var view: ARDrone.ActionContext {
        let demo = NavdataBuilder.option(
            0, size: 148,
            [
                (4, little(UInt32(major) << 16 | UInt32(minor))), (8, little(battery)),
                (16, little(rollMillidegrees)), (24, little(altitudeMillimetres)),
            ])
        let bytes = NavdataBuilder(state: bits, options: [demo]).bytes
        return ARDrone.ActionContext(
            packet: try? ARDrone.NavdataPacket(bytes[...]), isLost: isLost, flight: flight,
            isConfigurable: isConfigurable, ids: nil)
    }

    private mutating func take(_ command: ARDrone.ATCommand) {
        switch command {
        case .configure: bits |= 1 << 6
        case .clearAcknowledgement: bits &= ~(1 << 6)
        default: break
        }
    }

    private mutating func answerPort() {
        guard exchange?.wantsPort == true else { return }
        exchange?.receive(dump.map { .bytes($0) } ?? .closed("is not there"), at: now)
    }
}
