import Devices
import TestSupport

@testable import ARDrone

/// An action desk with a drone of bits and numbers, moved on by hand.
struct ActionBench {
    var desk = ARDrone.ActionExecutor()
    var now = Instant(nanoseconds: 1_000_000_000)
    // What the drone is and says.
    var bits: UInt32 = 1
    var major: UInt16 = 4
    var minor: UInt16 = 0
    var battery: UInt32 = 80
    var altitudeMillimetres: Int32 = 2000
    var rollMillidegrees: Float = 0
    // What the link makes of it.
    var goal = ARDrone.Pilot.Goal.fly
    var isLost = false
    var isConfigurable = true
    /// Whether what is sent arrives.
    var isReached = true
    var dump: [UInt8]?
    private(set) var sent: [ARDrone.ATCommand] = []
    private(set) var orders = ARDrone.ActionJob.ActionOutputs()
    private var sequence: UInt64 = 0

    /// One that stands on the ground.
    static var grounded: ActionBench {
        var bench = ActionBench()
        (bench.bits, bench.major, bench.goal, bench.altitudeMillimetres) = (0, 2, .stay, 0)
        return bench
    }

    var report: Response? { desk.latest }
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
        if let request { desk.handle(request, view, at: now) }
        orders = desk.next(view, at: now)
        sent += orders.commands
        if isReached { orders.commands.forEach { take($0) } }
        if hears { desk.hear(isAcknowledged: bits & 1 << 6 != 0, at: now) }
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
            packet: try? ARDrone.NavdataPacket(bytes[...]), isLost: isLost, goal: goal,
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
        guard desk.wantsPort else { return }
        desk.hear(dump.map { .bytes($0) } ?? .closed("is not there"), at: now)
    }
}
