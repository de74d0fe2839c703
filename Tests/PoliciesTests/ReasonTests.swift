@testable import Policies
import Devices
import Testing

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
}
