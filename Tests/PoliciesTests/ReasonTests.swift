import Testing
import Values

@testable import DroneNavigation
@testable import PetDoor

/// What the status shows first: a policy that does something else than it was asked.
@Suite struct ReasonTests {
    private typealias Flight = DroneNavigation.Why
    private typealias Door = PetDoor.Why

    @Test("a flight as asked is no failsafe; one that something stopped is") func flight() {
        let lost = DroneNavigation.FailsafeCondition.fixLost(why: "no receiver")
        let asked: [Flight] = [
            .listening(why: "absent"), .grounded(.ready), .grounded(.landed(.missionDone)),
            .takingOff, .holding(DroneNavigation.Stage(1, of: 2), remaining: nil),
            .hovering(.person),
            .landing(.person),
        ]
        #expect(asked.allSatisfy { !$0.isFailsafe })
        let stopped: [Flight] = [
            .paused(lost, next: .init(.land, in: .seconds(3))),
            .awaiting(.foundFlying, next: .init(.land, in: .seconds(3))),
            .landing(.trouble(lost)), .landing(.nobodyAnswered), .grounded(.landed(.trouble(lost))),
            .grounded(.landedUnexpectedly), .grounded(.takeOffFailed), .grounded(.emergency),
        ]
        #expect(stopped.allSatisfy { $0.isFailsafe })
    }

    @Test("a door that follows its rule is no failsafe; one that is in doubt, or stuck, is")
    func door() {
        let day = PetDoor.RequestReason.rule(.condition(.day(light: 0.9, celsius: 20)))
        var noLight = PetDoor.SensorDoubts()
        noLight.light = .quality(.light, .absent("no light"))
        let doubt = PetDoor.RequestReason.rule(.doubtful(noLight, unlocksIn: nil))
        let moving = PetDoor.BoltStatus.moving(to: .locked, attempt: 1, of: 3)
        let usual: [Door] = [
            Door(request: day, bolt: nil), Door(request: day, bolt: moving),
            Door(request: .person(.locked, left: .seconds(9)), bolt: nil),
            Door(request: day, bolt: .blocked(.flapOpen)),
        ]
        #expect(usual.allSatisfy { !$0.isFailsafe })
        let odd: [Door] = [
            Door(request: doubt, bolt: nil), Door(request: doubt, bolt: moving),
            Door(request: day, bolt: .jammed(.locked)),
            Door(request: day, bolt: .latchUnclear(why: "absent", unlocksIn: nil)),
            Door(request: day, bolt: .blocked(.flapUnclear(why: "absent"))),
        ]
        #expect(odd.allSatisfy { $0.isFailsafe })
    }

    @Test("a fault takes a change back; a limit that does its work, or a refusal, does not")
    func faults() {
        let fault = DroneNavigation.FailsafeCondition.fixLost(why: "no receiver")
        let limit = DroneNavigation.FailsafeCondition.outsideFence(metres: 31, limit: 30)
        let next = DroneNavigation.Escalation(.land, in: .seconds(3))
        let faults: [Flight] = [
            .paused(fault, next: next), .awaiting(.stopped(fault), next: next),
            .returning(.trouble(fault), distanceMetres: nil), .descending(.trouble(fault)),
            .landing(.trouble(fault)), .landing(.byItself(because: nil)), .landing(.takeOffTimeout),
            .grounded(.landed(.trouble(fault))), .grounded(.landedUnexpectedly),
            .grounded(.takeOffFailed), .grounded(.emergency), .grounded(.restarted),
        ]
        for reason in faults { #expect(reason.isFault && reason.isFailsafe, "\(reason)") }
        let others: [Flight] = [
            .paused(limit, next: next), .awaiting(.stopped(limit), next: next),
            .awaiting(.foundFlying, next: next), .returning(.trouble(limit), distanceMetres: 9),
            .descending(.trouble(limit)), .landing(.trouble(limit)), .landing(.nobodyAnswered),
            .landing(.person), .grounded(.landed(.trouble(limit))), .grounded(.takeOffRefused([])),
            .grounded(.ready), .grounded(.disarmed(.expired)), .hovering(.person), .takingOff,
        ]
        for reason in others { #expect(!reason.isFault, "\(reason)") }
    }

    @Test("which troubles of a flight are faults of a device: all others are limits")
    func faultKinds() {
        let faults = DroneNavigation.FailsafeCondition.Kind.allCases.filter(\.isFault)
        #expect(
            faults.map(\.rawValue).sorted() == [
                "fix-lost", "flight-state-lost", "heading-contradicted", "heading-lost",
                "position-contradicted", "velocity-contradicted",
            ])
    }

    @Test(
        "a door takes a change back for what it cannot measure or move, and for no wish of anybody")
    func doorFaults() {
        let day = PetDoor.RequestReason.rule(.condition(.day(light: 0.9, celsius: 20)))
        var noLight = PetDoor.SensorDoubts()
        noLight.light = .quality(.light, .absent("no light"))
        let doubt = PetDoor.RequestReason.rule(.doubtful(noLight, unlocksIn: nil))
        let faults: [Door] = [
            Door(request: doubt, bolt: nil), Door(request: day, bolt: .jammed(.locked)),
            Door(request: day, bolt: .jammed(.unlocked)),
            Door(request: day, bolt: .freeing(to: .unlocked, attempt: 1, of: 3)),
            Door(request: day, bolt: .latchUnclear(why: "absent", unlocksIn: nil)),
            Door(request: day, bolt: .blocked(.flapUnclear(why: "absent"))),
        ]
        for reason in faults { #expect(reason.isFault, "\(reason.code)") }
        let others: [Door] = [
            Door(request: day, bolt: nil), Door(request: day, bolt: .blocked(.flapOpen)),
            Door(request: day, bolt: .moving(to: .locked, attempt: 1, of: 3)),
            Door(request: .fire(isBurning: true), bolt: nil),
            Door(request: .lockedTooLong(limit: .seconds(60)), bolt: nil),
            Door(request: .person(.locked, left: .seconds(9)), bolt: nil),
        ]
        for reason in others { #expect(!reason.isFault, "\(reason.code)") }
    }
}
