import Core
import PolicyKit
import Values

@testable import PetDoor

/// What a state of the model is told by. Times are ages: what the policy compares with a limit counts
/// up to that limit, and what it never compares does not count. That nothing is missing here is tried by
/// `Explorer`, with states that look alike.
extension DoorModel {
    func mix(_ state: State, into print: inout Fingerprint) {
        print.mix(state.policy, settings, at: state.now)
        print.mix(Int64(state.bolt * 100))
        print.mix(state.goal.map { Int64($0.degrees) })
        print.mix(state.isNudged)
        print.mix(state.isDown)
        let laws = state.laws
        print.mix(laws.shutFor.map { min($0, settings.flapClosedFor) })
        print.mix(laws.wasNudged)
        print.mix(laws.emptyFor.map { min($0, settings.tunnelClearFor) })
        print.mix(laws.isFire)
        print.mix(laws.asked)
        print.mix(laws.askedLeft)
        print.mix(settings.lockLimit.map { _ in laws.outFor })
        print.mix(settings.lockLimit.map { _ in laws.outWithAllHomeFor })
        print.mix(laws.isLeftByIce)
        print.mix(laws.deniedFor)
        print.mix(laws.lastCommand?.number)
        print.mix(laws.goesTo.map { Int64($0 * 100) })
        print.mix(min(laws.toldBackFor, settings.bolt.confirmWithin))
        print.mix(laws.wasToldBack)
        print.mix(min(laws.toldOutFor, settings.bolt.confirmWithin))
        print.mix(laws.wasToldOut)
        print.mix(laws.owedShut)
        print.mix(laws.hasSaidOpen)
        print.mix(laws.wasReversed)
        print.mix(laws.askedFreeFor)
        if !promised.pets.animals.isEmpty { mixPets(state, into: &print) }
        guard isBudgetTight else { return }
        for move in laws.moves + [.zero] + state.policy.bolt.budget.moves {
            print.mix(move, upTo: .seconds(3600), at: state.now)
        }
    }

    private func mixPets(_ state: State, into print: inout Fingerprint) {
        let pets = promised.pets
        for name in state.policy.pets.presence.keys.sorted() {
            print.mix(
                state.policy.pets.presence[name].map { $0 == .inside ? 1 : $0 == .outside ? 2 : 3 })
        }
        print.mix(state.policy.pets.disturbedAt, upTo: .seconds(60), at: state.now)
        let longest = max(pets.overdueAfter, pets.waitsFor ?? .zero)
        print.mix(state.policy.wait.since, upTo: longest, at: state.now)
        print.mix(state.policy.wait.hadEverybodyHome)
        let watch = state.policy.pets
        print.mix(watch.isUnwatched ? watch.wasBehindBolt : nil)
        print.mix(state.isMiaInside)
        let gate = state.policy.petsOnly
        if settings.schedule.entries.contains(where: { $0.mode == .petsOnly }) {
            print.mix(gate.readAt["Mia"], upTo: pets.readerTrustedFor, at: state.now)
            print.mix(watch.awaySince["Mia"], upTo: pets.readerTrustedFor, at: state.now)
            print.mix(gate.lastReadAt, upTo: pets.readerTrustedFor, at: state.now)
            print.mix(
                gate.readerGoodSince, upTo: PetDoor.PetsOnly.readerSettles, at: state.now)
            print.mix(Int64(min(gate.unreadCount, PetDoor.PetsOnly.unreadVisits)))
            print.mix(gate.isTagStuck)
            print.mix(gate.opening.map { max(.zero, $0.until - state.now) })
            print.mix(state.pets.gate.hasBeenRead)
            print.mix(min(state.pets.gate.silentFor, pets.readerTrustedFor))
            print.mix(Int64(state.pets.gate.shutLooks))
        }
        let laws = state.pets
        print.mix(laws.homeFor.map { min($0, .seconds(120)) })
        print.mix(laws.isUnwatched)
        print.mix(laws.waited.map { min($0, pets.waitsFor ?? .zero) })
        print.mix(laws.owedFor)
        print.mix(laws.calledFor)
    }

    /// Whether moves can become too many: one with each period is the most.
    var isBudgetTight: Bool {
        period.seconds * Double(settings.movesPerHour / 2) < 3600
    }
}

extension ServoCommand {
    fileprivate var number: Int64 {
        switch self {
        case .release: -1
        case .move(let angle): Int64(angle.degrees)
        }
    }
}

extension Fingerprint {
    mutating func mix(_ flag: Bool?) { mix(flag.map { $0 ? 1 : 0 }) }
    mutating func mix(_ number: Int64?) { mix(number ?? .min) }
    mutating func mix(_ time: Duration?) { mix(time?.nanoseconds) }
    mutating func mix(_ side: PetDoor.Side?) { mix(side.map { $0 == .locked }) }
    mutating func mix(_ mode: PetDoor.Mode?) {
        mix(mode.flatMap { PetDoor.Mode.allCases.firstIndex(of: $0) }.map(Int64.init))
    }
    /// The time since then, as far as it counts.
    mutating func mix(_ since: Instant?, upTo limit: Duration, at now: Instant) {
        mix(since.map { min(now - $0, limit) })
    }

    mutating func mix(
        _ policy: PetDoor, _ settings: PetDoor.Settings, at now: Instant
    ) {
        mix(policy.rule, settings.rule, at: now)
        mix(policy.bolt, settings, at: now)
        mix(policy.frost.isFrost)
        mix(policy.fire.isOn)
        mix(policy.fire.isBurning)
        mix(policy.tunnel.proof.closedSince, upTo: settings.tunnelClearFor, at: now)
        mix(policy.flap.closedSince, upTo: settings.flapClosedFor, at: now)
        mix(policy.flap.closedAs?.changes == 1)
        mix(policy.flap)
        mix(policy.tunnel.proof)
        let longest = settings.pets.animals.isEmpty ? nil : policy.limit.longestNight
        mix(settings.lockLimit.map { min(longest ?? $0, policy.limit.lockedFor) })
        mix(policy.limit.isOver)
        mix(policy.override?.mode)
        mix(policy.override.map { $0.until - now })
        mix(policy.override?.isByHand)
        mix(policy.override?.hasSeenNight)
        mix(policy.plan.part.map { settings.schedule.entries[$0.index].mode })
        mix(policy.plan.time != nil)
    }

    private mutating func mix(
        _ rule: PetDoor.LockRule, _ settings: PetDoor.RuleSettings, at now: Instant
    ) {
        mix(rule.isBright)
        mix(rule.isMild)
        mix(rule.choice.current)
        mix(rule.choice.pending?.to)
        mix(rule.choice.pending?.since, upTo: settings.dwell, at: now)
        mix(rule.choice.changedAt, upTo: settings.minimumStateTime, at: now)
        mix(rule.doubt)
    }

    private mutating func mix(_ flap: PetDoor.FlapMonitor) {
        mix(flap.openFor)
        mix(flap.hasBeenOpen)
        mix(flap.wasShut)
    }

    private mutating func mix(
        _ survival: PetDoor.MoveSurvival, retries: Int, at now: Instant
    ) {
        for side in [PetDoor.Side.locked, .unlocked] {
            // Of locks what counts is whether they are given up.
            let most = side == .locked ? retries + 1 : .max
            mix(Int64(min(most, survival.counts[side])))
            mix(Int64(min(most, survival.found[side])))
            mix(survival.counted[side], upTo: PetDoor.MoveSurvival.survivedAfter, at: now)
            mix(survival.wait(towards: side, at: now))
        }
    }

    private mutating func mix(_ timer: DoubtTimer) {
        mix(timer.elapsed)
        mix(timer.isExhausted)
        mix(timer.isDoubtful)
    }

    private mutating func mix(
        _ bolt: PetDoor.BoltController, _ settings: PetDoor.Settings, at now: Instant
    ) {
        let jamPause = bolt.jamPause ?? settings.bolt.jamRetryEvery
        mix(bolt.state, settings.bolt, jamPause: jamPause, at: now)
        mix(jamPause)
        mix(bolt.isUrgent)
        mix(bolt.owesProof)
        mix(bolt.heardSince, upTo: settings.bolt.confirmWithin, at: now)
        mix(bolt.survival, retries: settings.bolt.retries, at: now)
        if let period = settings.bolt.exerciseEvery { mix(bolt.stirredAt, upTo: period, at: now) }
        mix(bolt.hasGivenUpLocking)
        mix(bolt.switchDoubt)
        mix(bolt.disagreesSince, upTo: settings.bolt.confirmWithin, at: now)
        mix(bolt.lastDriven)
    }

    private mutating func mix(
        _ state: PetDoor.BoltController.State, _ settings: PetDoor.BoltSettings,
        jamPause: Duration, at now: Instant
    ) {
        switch state {
        case .unknown: mix(0)
        case .settled(let side, let isDriven):
            mix(side)
            mix(isDriven)
        case .moving(let move):
            mix(2)
            mix(move.to)
            mix(Int64(move.attempt))
            switch move.stage {
            case .release(let pause): mix(pause)
            case .drive: mix(-1)
            case .backOff: mix(-2)
            }
            mix(move.purpose == .proof ? 1 : 0)
            mix(move.since, upTo: max(settings.confirmWithin, settings.backOffFor), at: now)
        case .exercising(let since):
            mix(4)
            mix(since, upTo: settings.backOffFor, at: now)
        case .jammed(let since):
            mix(3)
            mix(since, upTo: jamPause, at: now)
        }
    }
}
