import Core
import JSON
import PolicyKit
import TestSupport
import Testing
import Values

@testable import PetDoor

/// A rule that asks the door has less weight than a person, a fire and `max_locked`: it may repeat itself for ever.
@Suite("Pet door: requests of other policies")
struct PolicyRequestTests {
    private static let rule = EventOrigin.policy("weather")
    private static let limited: JSONValue = [
        "dwell": "0s", "minimum_state_time": "0s", "max_locked": "1h",
    ]

    enum Situation: String, CaseIterable {
        case nothingAsked, lockedByPerson, unlockedByPerson, drawnByHand, afterFire, lockedTooLong
    }

    enum Asked: String, CaseIterable {
        case lock, unlock, auto

        var request: PetDoor.Request {
            switch self {
            case .lock: .lock
            case .unlock: .unlock
            case .auto: .auto
            }
        }
    }

    private func bench(in situation: Situation) throws -> DoorBench {
        var bench = try DoorBench(Self.limited)
        bench.settle()
        switch situation {
        case .nothingAsked: break
        case .lockedByPerson: bench.ask(.lock)
        case .unlockedByPerson: bench.ask(.unlock)
        case .drawnByHand:
            bench.lockByNight()
            bench.isStuck = true
            bench.latch = false
        case .afterFire:
            bench.fire = .good(Contact(isActive: true), at: .zero)
            bench.settle()
            bench.fire = .good(Contact(isActive: false, changes: 1), at: .zero)
        case .lockedTooLong:
            bench.lockByNight()
            bench.run(for: .seconds(3700), every: .seconds(1))
        }
        bench.settle()
        return bench
    }

    /// The cells in which the request is granted.
    private static let granted: [Situation: Set<Asked>] = [
        .nothingAsked: [.lock, .unlock, .auto], .lockedTooLong: [.unlock, .auto],
        .afterFire: [.unlock],
    ]

    @Test(
        "a request of a policy never ends what a person, a hand, a fire or max_locked has brought about"
    )
    func table() throws {
        for situation in Situation.allCases {
            for asked in Asked.allCases {
                var bench = try bench(in: situation)
                let code = bench.outputs?.reason.code
                let side = bench.state
                let answer = bench.ask(asked.request, from: Self.rule)
                let response = try #require(answer)
                let isGranted = Self.granted[situation]?.contains(asked) ?? false
                #expect(
                    response.isAccepted == isGranted,
                    "\(situation) × \(asked): \(response.message)")
                bench.settle()
                guard !isGranted || situation == .afterFire else { continue }
                #expect(
                    bench.outputs?.reason.code == code && bench.state == side,
                    "\(situation) × \(asked): \(bench.outputs?.reason.description ?? "")")
            }
        }
    }

    @Test(
        "a person's request takes the place of a policy's, and what a policy asked for another request of a policy ends"
    )
    func replaced() throws {
        for asked in Asked.allCases {
            var bench = try bench(in: .nothingAsked)
            #expect(bench.ask(.lock, from: Self.rule)?.isAccepted == true)
            bench.settle()
            #expect(bench.state == .locked)
            #expect(
                bench.outputs?.reason.description.contains("locked as asked by policy weather")
                    == true)
            #expect(bench.ask(asked.request)?.isAccepted == true)
            bench.settle()
            #expect((bench.state == .locked) == (asked == .lock))
            // From now on it is the person's.
            #expect(bench.ask(.lock, from: Self.rule)?.isAccepted == (asked == .auto))
        }
        var bench = try bench(in: .nothingAsked)
        bench.ask(.lock, from: Self.rule)
        bench.settle()
        #expect(bench.ask(.auto, from: .policy("other"))?.isAccepted == true)
        bench.settle()
        #expect(bench.state == .unlocked)
    }

    @Test("a rule that asks each minute keeps nobody out for longer than max_locked")
    func repeated() throws {
        var bench = try DoorBench(Self.limited)
        bench.light = 0.2
        bench.settle()
        var longest = 0
        var lockedSeconds = 0
        var hours = 0
        for minute in 0..<600 {
            bench.ask(.lock, from: Self.rule)
            bench.run(for: .seconds(60), every: .seconds(1))
            lockedSeconds = bench.state == .locked ? lockedSeconds + 60 : 0
            longest = max(longest, lockedSeconds)
            hours = minute / 60
        }
        #expect(longest <= 3660 && longest >= 3300, "\(longest)")
        #expect(hours == 9 && bench.state == .unlocked)
        #expect(bench.outputs?.reason.code == "locked-too-long")
        // A person still decides.
        #expect(bench.ask(.lock)?.isAccepted == true)
        bench.settle()
        #expect(bench.state == .locked)
    }

    @Test("only a person says where a pet is, and changes thresholds") func personal() throws {
        var bench = try DoorBench(["pets": PetBench.house, "reader_side": "outside"])
        bench.settle()
        let news = PetDoor.PresenceNews("Mia", .inside)
        for request: PetDoor.Request in [.presence(news), .reset, .resetAccepted] {
            let answer = bench.ask(request, from: Self.rule)
            let response = try #require(answer)
            #expect(!response.isAccepted && response.message.contains("only a person"))
            #expect(bench.ask(request)?.isAccepted == true)
        }
        #expect(bench.ask(.pets, from: Self.rule)?.isAccepted == true)
    }

    @Test("whose request it was outlives a restart: a policy's unlock does not become a person's")
    func restart() throws {
        for origin in [Self.rule, .person] {
            var bench = try DoorBench(Self.limited)
            bench.light = 0.2
            bench.settle()
            bench.ask(.unlock, from: origin)
            bench.settle()
            let saved = try #require(JSONValue(encoding: bench.memory))
            #expect(try saved.decode(as: PetDoor.Memory.self) == bench.memory)
            try bench.resume(Self.limited)
            bench.run(for: .seconds(60))
            #expect(bench.state == .unlocked)
            #expect(bench.ask(.lock, from: Self.rule)?.isAccepted == origin.isPolicy)
        }
    }

    @Test("a client that calls itself a policy is not taken for one") func token() throws {
        var bench = try bench(in: .unlockedByPerson)
        #expect(bench.ask(.lock, from: EventOrigin("policy weather"))?.isAccepted == true)
    }

    @Test("the latest change of settings keeps whose request it was") func applied() throws {
        var bench = try bench(in: .nothingAsked)
        bench.ask(.unlock, from: Self.rule)
        bench.settle()
        try bench.change(to: ["dwell": "0s", "minimum_state_time": "0s", "max_locked": "2h"])
        bench.step()
        #expect(bench.ask(.lock, from: Self.rule)?.isAccepted == true)
    }
}
