import Core
import Simulators
import Threads
import Trials
import Values

/// What goes wrong in a year.
extension HouseTrial {
    /// A wire that is loose makes contact for some seconds, and then does not.
    private static let looseSeconds = 20
    /// From the power's return until the program runs.
    private static let bootSeconds = 25
    /// How long a servo turns before its supply gives way.
    private static let weakness = Duration.milliseconds(120)

    mutating func applyFaults(at now: Instant) throws(PlainError) {
        while let change = faults.due(at: world.second) {
            apply(change)
            switch (change.what, change.isBegin) {
            case (.restart, true), (.powerCut, false): try restart(at: now)
            case (.lockAsked, true): ask("lock", at: now)
            case (.lockAsked, false), (.pairAsked, false): ask("auto", at: now)
            case (.pairAsked, true):
                ask("lock", at: now)
                ask("unlock", at: now)
                rules.askedToUnlock(at: now)
            default: break
            }
        }
        if let restartAt, world.second >= restartAt {
            self.restartAt = nil
            try restart(at: now)
        }
        if faults.present.contains(.looseWire) {
            world.disturbances.isLightWireOpen = world.second / Self.looseSeconds % 2 == 0
        }
    }

    /// What the house feels of it.
    private mutating func apply(_ change: HouseFaultSchedule.Change) {
        let isOn = change.isBegin
        switch change.what {
        case .hand: world.disturbances.coverShare = isOn ? 0.01 : 1
        case .snow: world.disturbances.coverShare = isOn ? 0.02 : 1
        case .porchLamp: world.disturbances.lampLux = isOn ? 120 : 0
        case .storm: world.light.clouds.storm = isOn ? 1.2 : 0
        case .openWire, .looseWire: world.disturbances.isLightWireOpen = isOn
        case .thermometer: world.disturbances.isThermometerGone = isOn
        case .latchSaysBack: world.disturbances.latchStuck = isOn ? false : nil
        case .latchSaysOut: world.disturbances.latchStuck = isOn ? true : nil
        case .flapSaysShut: world.disturbances.flapStuck = isOn ? true : nil
        case .flapSaysOpen: world.disturbances.flapStuck = isOn ? false : nil
        case .frost: world.disturbances.isBoltWet = isOn
        case .jam: world.bolt.isJammed = isOn
        // Anywhere, by chance of how long it lasts.
        case .halfIce: world.bolt.heldAt = isOn ? 0.1 + Double(change.lasting % 81) / 100 : nil
        case .flapReversed: world.disturbances.isFlapReversed = isOn
        case .readerSilent: world.disturbances.isReaderSilent = isOn
        case .readerGone: world.disturbances.isReaderGone = isOn
        case .collarLost: world.disturbances.isCollarLost = isOn
        case .clockUnset: world.disturbances.isClockUnset = isOn
        case .clockWrong: world.disturbances.clockIsAhead = isOn ? 7 * 3600 : 0
        case .tailgate: world.disturbances.isTailgating = isOn
        case .catInFlap, .swing: if isOn { world.holdFlap(seconds: Double(change.lasting)) }
        case .drawnByHand: if isOn { world.bolt.moveByHand(isOut: false) }
        case .stall, .powerCut, .restart, .lockAsked, .pairAsked, .brownOut: break
        }
    }

    var isOff: Bool { faults.present.contains(.powerCut) || restartAt != nil }

    /// The servo obeys; with a weak supply it takes the machine down.
    mutating func drive(at now: Instant) {
        let weakness = faults.present.contains(.brownOut) ? Self.weakness : nil
        let motion = drivers.drive(&world, failingAfter: weakness, at: now)
        if motion.isOntoOpenFlap { result.movesOntoOpenFlap += 1 }
        guard motion.hasBrownedOut else { return }
        rules.noteBrownOut(at: now)
        result.brownOuts += 1
        restartAt = world.second + Self.bootSeconds
    }

    /// The program starts over with what the policy remembers; the bolt is where it is.
    private mutating func restart(at now: Instant) throws(PlainError) {
        let door = try HouseDoor(setup, memories: memories, scheduler: scheduler, at: now)
        (policy, broker, drivers) = (door.policy, door.broker, door.drivers)
        rules.restarted()
        isLockAsked = false
        result.restarts += 1
    }

    private mutating func ask(_ name: String, at now: Instant) {
        isLockAsked = name == "lock"
        broker.send(
            .named(name, of: setup.door.name, arguments: [:]), from: .person
        ) { _ in }
    }
}

/// A policy between its drivers, as a start of the program makes them.
struct HouseDoor {
    let policy: any PolicyInstance
    let broker: RequestBroker
    let drivers: HouseDrivers

    /// - Throws: that a port is not connected to what it carries.
    init(
        _ setup: HouseSetup, memories: KeptMemories?, scheduler: ManualScheduler,
        at now: Instant
    ) throws(PlainError) {
        let table = ConnectionTable(drivers: setup.drivers, at: now)
        let log = Log(NoLog(), source: "trial")
        let (policy, requests) = try setup.door.instance(
            in: table, memories: memories, scheduler: scheduler, log: log)
        self.policy = policy
        broker = RequestBroker(
            [RequestBroker.Target(name: setup.door.name, queue: requests)], scheduler: scheduler,
            log: log)
        drivers = HouseDrivers(
            table.connections(of: setup.door), setup, yearBegan: HouseTrial.began, at: now)
    }
}

/// What policies remember over a restart, in memory.
final class KeptMemories: PolicyMemoryStore {
    private let kept = Locked<[String: PolicyMemory]>([:])

    func load(_ policy: String) -> PolicyMemory? { kept.value[policy] }

    func save(_ memory: PolicyMemory, of policy: String) throws(PlainError) {
        kept.withLock { $0[policy] = memory }
    }
}
