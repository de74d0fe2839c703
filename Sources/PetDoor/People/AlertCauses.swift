import Core
import PolicyKit
import Values

extension PetDoor {
    /// What people should know of, as this step found it.
    func causes(
        _ inputs: PetDoor.Inputs, _ latch: PetDoor.LatchReading, _ reason: PetDoor.RequestReason,
        blockedBy obstacle: PetDoor.LockInterlock?, by settings: PetDoor.BoltSettings
    ) -> PetDoor.AlertCauses {
        var causes = PetDoor.AlertCauses()
        if case .jammed = bolt.state { causes.note(.stuckOut, true) }
        causes.note(
            .doesNotLock, bolt.hasGivenUpLocking || bolt.isLockUnsurvived(by: settings))
        causes.note(.latchSwitch, latch.isUnclear)
        causes.note(.flapSwitch, inputs.flap.map { $0.good == nil } ?? false)
        causes.note(.sensorDoubt, rule.doubt.isDoubtful)
        if case .tooManyMoves? = obstacle { causes.note(.tooManyMoves, true) }
        causes.note(.lockedTooLong, limit.isOver)
        causes.note(.clockNotSet, plan.doubt != nil)
        causes.note(.fire, fire.isOn)
        causes.note(.fireContact, inputs.fire.map { $0.good == nil } ?? false)
        causes.note(.knock, knocks.count > 0)
        causes.note(.lightAndSun, lightDoubt != nil)
        causes.note(.flapStaysOpen, block.isFlapStuck)
        causes.note(.tunnelStaysBusy, block.isTunnelStuck)
        causes.note(.tagReader, inputs.tag.map { $0.good == nil } ?? false)
        causes.note(.petWaits, pets.isKeptWaiting)
        causes.note(.changeUndone, inputs.notices?.hold != nil)
        causes.note(.icing, frost.isFrostNow && bolt.side == .locked)
        switch reason {
        case .awaitingPets(_, _, isOverdue: true): causes.note(.petOverdue, true)
        case .shutsOut: causes.note(.petShutOut, true)
        default: break
        }
        return causes
    }
}
