import Core
import JSON
import Settings
import TestSupport
import Testing
import Values

@testable import DroneNavigation

/// `roost send pilot fly FILE`, as the policy sees it.
@Suite("Missions that are sent")
struct MissionRequestTests {
    private typealias Mission = TestMission

    private let loop = TestMission.source(
        [TestMission.takeOff, TestMission.goTo(north: 10), TestMission.back])
    private let other = TestMission.source(
        [TestMission.takeOff, TestMission.goTo(east: 10), TestMission.back], named: "other.json")

    private func hovering() throws -> NavigatorBench {
        var bench = try NavigatorBench()
        bench.takeOff()
        return bench
    }

    @Test("on the ground it is kept for the next take-off, and nothing moves before")
    func onTheGround() throws {
        var bench = try NavigatorBench.standing(["targets": [NavigatorBench.target(east: 5)]])
        let response = bench.ask(.fly(loop))
        #expect(response?.isAccepted == true)
        #expect(response?.message.contains("3 items, 20 m") == true, "\(response as Any)")
        #expect(bench.isHeldDown(for: .seconds(10)) == true)
        bench.takeOff()
        #expect(bench.words.contains("item 1 of 3 of loop.json"))
    }

    @Test("in the air it begins at once, and takes the place of the one before")
    func inTheAir() throws {
        var bench = try hovering()
        #expect(bench.ask(.fly(loop))?.isAccepted == true)
        bench.altitude = 3
        bench.run(for: .milliseconds(200))
        #expect(bench.words.hasPrefix("flying to item 2 of 3 of loop.json"))
        #expect(bench.ask(.fly(other))?.isAccepted == true)
        bench.run(for: .milliseconds(200))
        #expect(bench.words.hasPrefix("flying to item 2 of 3 of other.json"))
    }

    @Test("the same mission again changes nothing: it is not started over")
    func repeated() throws {
        var bench = try hovering()
        bench.ask(.fly(loop))
        bench.altitude = 3
        bench.run(for: .milliseconds(200))
        let response = bench.ask(.fly(loop))
        #expect(response?.isAccepted == true)
        #expect(response?.message == "it is flying this mission already")
        #expect(bench.words.hasPrefix("flying to item 2 of 3"))
    }

    @Test("what cannot be flown is refused by name, every error with its item and line")
    func refusals() throws {
        var bench = try hovering()
        bench.ask(.fly(loop))
        let odd = TestMission.source([
            Mission.takeOff, "{\"do\": \"photograph\"}", "{\"do\": \"follow\", \"for\": \"5s\"}",
            "{\"do\": \"circle\", \(Mission.place(north: 5)), \"radius\": \"3m\"}",
            Mission.goTo(north: 31, ", \"altitude\": \"11m\", \"speed\": \"3m/s\""), Mission.back,
        ])
        let responseReply = bench.ask(.fly(odd))
        let response = try #require(responseReply)
        #expect(!response.isAccepted)
        for words in [
            "loop.json:3: item 2 (photograph): take a photograph: there is no camera here",
            "loop.json:6: item 5 (go-to): 11 m is too high; the limit is 10 m",
            "loop.json:6: item 5 (go-to): flies at 3 m/s; the limit is 2 m/s",
            "loop.json:6: item 5 (go-to): is 31 m from home; the limit is 30 m",
        ] {
            #expect(response.message.contains(words), "\(response.message)")
        }
        #expect(bench.words.contains("loop.json"))
        #expect(bench.outputs?.progress?.count == 3)
    }

    @Test("a refused file leaves what was set before the take-off as it is")
    func refusedOnTheGround() throws {
        var bench = try NavigatorBench()
        bench.step()
        bench.ask(.fly(loop))
        let bad = DroneNavigation.MissionSource(
            FileText(name: "bad", text: "{\"roost_mission\": 1}"))
        #expect(bench.ask(.fly(bad))?.isAccepted == false)
        bench.takeOff()
        #expect(bench.words.contains("loop.json"))
    }

    @Test("a landing is not taken back, and with no news, position or heading it is refused")
    func atTheWrongTime() throws {
        var bench = try NavigatorBench()
        bench.phase = nil
        bench.step()
        #expect(bench.ask(.fly(loop))?.isAccepted == false)
        bench = try hovering()
        bench.position = nil
        bench.run(for: .seconds(2))
        #expect(bench.ask(.fly(loop))?.message.contains("no position") == true)
        bench.position = NavigatorBench.home
        bench.run(for: .seconds(1))
        bench.heading = nil
        #expect(bench.ask(.fly(loop))?.message.contains("no heading") == true)
        bench = try hovering()
        bench.ask(.land)
        #expect(bench.ask(.fly(loop))?.message.contains("not taken back") == true)
        #expect(bench.isHeldDown(for: .seconds(5)) == true)
    }

    @Test("of two senders in one step the last mission is flown, whole")
    func twoSenders() throws {
        var bench = try hovering()
        bench.send(.fly(loop))
        bench.send(.fly(other))
        #expect(bench.step().responses.map(\.isAccepted) == [true, true])
        #expect(bench.words.contains("other.json"))
        bench.send(.fly(loop))
        bench.send(.land)
        bench.step()
        #expect(bench.command == .land)
        bench.send(.land)
        bench.send(.fly(loop))
        #expect(bench.step().pilot == .land)
    }

    @Test("a mission that is sent during the take-off is flown when it is up")
    func duringTakeOff() throws {
        var bench = try NavigatorBench.standing()
        bench.ask(.takeOff)
        bench.report(.takingOff, altitude: 0.3)
        #expect(bench.ask(.fly(loop))?.isAccepted == true)
        #expect(bench.command == .takeOff)
        bench.report(.hovering)
        #expect(bench.words.contains("loop.json"))
    }

    @Test("a stream of missions does not keep a drone flying that is carried away")
    func stream() throws {
        var bench = try hovering()
        var metres = 0.0
        for second in 0..<60 where bench.command != .land {
            bench.send(.fly(second.isMultiple(of: 2) ? loop : other))
            for _ in 0..<20 where bench.command != .land {
                metres += 0.15
                bench.position = NavigatorBench.place(north: -metres)
                bench.altitude = 3
                bench.step()
            }
        }
        #expect(bench.code.hasPrefix("landing-"))
        #expect(metres < 40, "\(metres)")
    }

    @Test("stopped by a failsafe it goes on where it was when it is told to resume, once")
    func resumes() throws {
        var bench = try hovering()
        bench.ask(.fly(loop))
        #expect(bench.ask(.resume)?.message == "it is flying its mission already")
        bench.altitude = 3
        bench.run(for: .milliseconds(200))
        #expect(bench.run(for: .seconds(15)).reason.code == "awaiting-no-progress")
        #expect(bench.words.contains("at item 2 of 3 of loop.json"))
        #expect(bench.ask(.resume)?.message == "going on with item 2 of 3 of loop.json")
        #expect(bench.code == "flying")
        #expect(bench.run(for: .seconds(16)).reason.code == "landing-no-progress")
        bench = try hovering()
        #expect(bench.ask(.resume)?.message.contains("no mission to go on with") == true)
    }

    // MARK: From the configuration

    private func problems(_ settings: JSONValue) -> String {
        do {
            _ = try NavigatorBench.settings(settings)
            return "accepted"
        } catch {
            return "\(error)"
        }
    }

    @Test("a configuration is judged with its mission, every error with item and line")
    func configured() {
        let file = TestMission.file([Mission.takeOff, "{\"do\": \"follow\", \"for\": \"5s\"}"]).json
        let words = problems(["mission": file])
        #expect(words.contains("loop.json:3: item 2 (follow)"), "\(words)")
        #expect(words.contains("the mission ends in the air"), "\(words)")
        let both = problems([
            "mission": loop.file.json, "targets": [NavigatorBench.target(north: 5)],
            "repeat": true,
        ])
        #expect(both.contains("targets: does not go with mission"), "\(both)")
        #expect(both.contains("repeat: does not go with mission"), "\(both)")
    }

    @Test("a request and a memory can be written and read again")
    func codable() throws {
        let request = DroneNavigation.Request.fly(loop)
        let json = try #require(JSONValue(encoding: request))
        #expect(try json.decode(as: DroneNavigation.Request.self) == request)
        var bench = try hovering()
        bench.ask(.fly(loop))
        let memory = try #require(JSONValue(encoding: bench.memory))
        #expect(try memory.decode(as: DroneNavigation.Memory.self) == bench.memory)
    }
}
