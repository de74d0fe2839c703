import Core
import Drivers
import JSON
import PetDoor
import Policies
import Simulators
import Testing
import Trials
import Values

@testable import HouseTrials

/// Each rule is broken on purpose: one that never sees anything proves nothing.
struct HouseRulesTests {
    private static let began = Instant(nanoseconds: 1_000_000_000_000)

    /// A house whose door obeys this test, and its judge.
    private struct Bench {
        var world: HouseWorld
        var drivers: HouseDrivers
        var rules: HouseRules
        let bolt: CommandWriter<ServoCommand>

        init() throws {
            let setup = try HouseSetup.shipped()
            let table = ConnectionTable(drivers: setup.drivers, at: HouseRulesTests.began)
            let ports = table.connections(of: setup.door)
            bolt = ports.sink(Port("bolt", "")).makeWriter()
            world = HouseWorld(cats: [], unlocked: .degrees(65), locked: .degrees(180), seed: 5)
            drivers = HouseDrivers(
                ports, setup, yearBegan: HouseRulesTests.began, at: HouseRulesTests.began)
            rules = HouseRules(setup.settings, from: HouseRulesTests.began)
        }

        /// The bolt goes out and in again, at once.
        mutating func move(times: Int) {
            for _ in 0..<times {
                pass(5, 180)
                pass(5, 65)
            }
        }

        /// Lets time pass with this command.
        mutating func pass(_ seconds: Int, _ degrees: Double?) {
            for _ in 0..<seconds {
                world.advance()
                let now = HouseRulesTests.began + .seconds(world.second)
                drivers.publish(&world, at: now)
                if let degrees { bolt.send(.move(to: .degrees(degrees)), until: now + .seconds(5)) }
                rules.check(drivers, world, isLockAsked: false, at: now)
                _ = drivers.drive(&world, at: now)
            }
        }

        var names: [String] { rules.breaches.map(\.rule) }
    }

    @Test("a bolt that goes out and back by good sensors, with the flap shut, breaks none")
    func good() throws {
        var bench = try Bench()
        bench.pass(60, 65)
        bench.pass(600, 180)
        #expect(!bench.world.bolt.isBack)
        bench.pass(60, 65)
        #expect(bench.world.bolt.isBack)
        #expect(bench.names == [])
        #expect(bench.rules.moveCount == 3)
    }

    private func claim(_ position: String, _ evidence: String, pets: [String] = [])
        -> HouseRules.Claim
    {
        HouseRules.Claim([
            "position": .string(position), "evidence": .string(evidence),
            "pets": .array(pets.map { ["name": "Mia", "where": .string($0)] }),
        ])
    }

    @Test("what is said of a half-way bolt before it was sent back is seen, and what stays untrue")
    func claims() throws {
        var bench = try Bench()
        bench.world.bolt.moveByHand(isOut: true)
        bench.pass(5, nil)
        let now = Self.began + .seconds(60)
        bench.rules.checkClaim(claim("unknown", ""), bench.world, at: now)
        bench.rules.checkClaim(claim("not-back", "switch"), bench.world, at: now)
        #expect(bench.names == [])
        bench.rules.checkClaim(claim("unlocked", "switch"), bench.world, at: now)
        #expect(bench.names == ["said to be back by its switch alone"])
        for minute in 1...10 {
            bench.rules.checkClaim(
                claim("unlocked", "command"), bench.world, at: now + .seconds(60 * minute))
        }
        #expect(bench.names.last == "said to be back for 10 min, and is not")
    }

    @Test("what is said of a half-way bolt before it was sent out is seen") func saidOut() throws {
        var bench = try Bench()
        bench.pass(60, 65)
        bench.world.bolt.heldAt = 0.5
        bench.pass(5, 180)
        let now = Self.began + .seconds(120)
        #expect(!bench.world.bolt.isOut && !bench.world.bolt.isBack)
        bench.rules.checkClaim(claim("locked", "switch"), bench.world, at: now)
        #expect(bench.names == [])
        bench.rules.restarted()
        bench.rules.checkClaim(claim("not-back", "switch"), bench.world, at: now)
        #expect(bench.names == [])
        bench.rules.checkClaim(claim("locked", "switch"), bench.world, at: now)
        #expect(bench.names == ["said to be out by its switch alone"])
    }

    @Test("a bolt that is out for longer than max_locked is seen, with all home only after a day")
    func everybodyHome() throws {
        for (place, isSeen) in [("inside", false), ("unknown", true)] {
            var bench = try Bench()
            bench.pass(60, 65)
            bench.pass(60, 180)
            for _ in 0..<(10 * 60 + 5) {
                bench.rules.checkClaim(
                    claim("locked", "switch", pets: ["inside", place]), bench.world,
                    at: Self.began + .seconds(bench.world.second))
                bench.pass(60, 180)
            }
            #expect(bench.names.contains("locked for longer than max_locked") == isSeen, "\(place)")
        }
    }

    @Test("a servo that takes the machine down again and again is seen") func brownOuts() throws {
        var bench = try Bench()
        for number in 0..<20 { bench.rules.noteBrownOut(at: Self.began + .seconds(number * 170)) }
        #expect(bench.names == [])
        bench.rules.noteBrownOut(at: Self.began + .seconds(3500))
        #expect(bench.names == ["a servo browns out the machine again and again"])
    }

    @Test("a lock with the flap open, or just shut, is seen")
    func openFlap() throws {
        for seconds in [100.0, 6] {
            var bench = try Bench()
            bench.pass(60, 65)
            bench.world.holdFlap(seconds: seconds)
            bench.pass(6, 65)
            bench.pass(1, 180)
            #expect(bench.names.contains("towards locked without a flap that is proven shut"))
        }
    }

    @Test("a bolt that goes on when the flap has opened is seen")
    func pushesOn() throws {
        var bench = try Bench()
        bench.pass(60, 65)
        bench.world.bolt.isJammed = true
        bench.pass(2, 180)
        bench.world.holdFlap(seconds: 30)
        bench.pass(3, 180)
        #expect(bench.names == ["pushes on into an open flap"])
    }

    @Test("a lock by a doubtful sensor is seen, and one that doubt keeps for too long")
    func doubt() throws {
        var bench = try Bench()
        bench.pass(60, 65)
        // So much light that the sensor is at the bright end, which is doubtful.
        bench.world.disturbances.lampLux = 1e9
        bench.pass(60, 65)
        bench.pass(2000, 180)
        #expect(
            bench.names == ["lock by a doubtful sensor", "locked by doubt for longer than grace"])
    }

    @Test("more than ten hours with the bolt out are seen")
    func tooLong() throws {
        var bench = try Bench()
        bench.pass(60, 65)
        bench.pass(36100, 180)
        #expect(bench.names == [])
        bench.pass(200, 180)
        #expect(bench.names == ["locked for longer than max_locked"])
    }

    @Test("more moves than the budget has are seen")
    func budget() throws {
        var bench = try Bench()
        bench.pass(60, 65)
        bench.move(times: 30)
        #expect(bench.names == [])
        bench.pass(5, 180)
        bench.pass(5, 65)
        #expect(bench.names == ["more moves than the budget has"])
    }

    @Test("moves that go on and on are told once, and those of a day count, too")
    func budgetOfDay() throws {
        var bench = try Bench()
        bench.pass(60, 65)
        bench.move(times: 40)
        #expect(bench.rules.counts == ["more moves than the budget has": 1])

        bench = try Bench()
        bench.pass(60, 65)
        // 100 in the day, 48 tries of two moves to free a bolt, 20 in haste: 10 in each hour are too many after 21 hours.
        for hour in 0..<23 {
            #expect(bench.names.isEmpty || hour > 21)
            for _ in 0..<5 {
                bench.pass(10, 180)
                bench.pass(10, 65)
            }
            bench.pass(3500, 65)
        }
        #expect(bench.names == ["more moves than the budget has"])
    }

    @Test("a lock after somebody asked to unlock is seen")
    func pair() throws {
        var bench = try Bench()
        bench.pass(60, 65)
        bench.rules.askedToUnlock(at: Self.began + .seconds(60))
        bench.pass(10, 180)
        #expect(bench.names == ["lock after an unlock"])
    }
}

extension HouseSetup {
    /// The shipped configuration with this law.
    static func shipped(_ law: Law = .roost) throws -> HouseSetup {
        try read(usual, law)
    }

    static func read(_ json: JSONValue, _ law: Law = .roost) throws -> HouseSetup {
        let registry = PluginRegistry(drivers: allDrivers, policies: allPolicies)
        let configuration = try ConfigurationReader.read(json, registry: registry)
        return try HouseSetup(law, configuration, registry: registry)
    }
}
