import Core
import JSON
import Settings
import TestSupport
import Testing
import Values

@testable import DroneNavigation

/// Photographs of a mission: asked for, waited for, and never a reason to stay.
@Suite("Photographs of missions")
struct PhotographTests {
    private typealias Mission = TestMission

    private static let items = [
        Mission.takeOff, "{\"do\": \"photograph\"}", "{\"do\": \"hover\", \"for\": \"2s\"}",
        "{\"do\": \"photograph\"}", "{\"do\": \"land\"}",
    ]

    /// At the height of its take-off, with a camera.
    private func flying(_ items: [String] = items) throws -> NavigatorBench {
        var bench = try NavigatorBench(["mission": Mission.file(items).json])
        bench.photographs = []
        bench.takeOff()
        bench.altitude = 3
        bench.step()
        return bench
    }

    /// Until it asks its camera for something; the number of that.
    private func waitForRequest(_ bench: inout NavigatorBench) -> UInt64? {
        for _ in 0..<200 {
            if let request = bench.outputs?.photograph {
                return request.name == "photograph" && request.arguments.isEmpty
                    ? request.number : nil
            }
            bench.step()
        }
        return nil
    }

    private func answer(
        _ bench: inout NavigatorBench, _ number: UInt64, _ outcome: Response.Outcome,
        _ message: String = ""
    ) {
        bench.photographs = [Response(to: number, outcome, message)]
        bench.step()
        bench.photographs = []
    }

    @Test("it asks once, hovers until that is answered, and flies on")
    func taken() throws {
        var bench = try flying()
        let first = try #require(waitForRequest(&bench))
        #expect(bench.words == "at item 2 of 5 of loop.json: taking a photograph")
        #expect(bench.command == .hover)
        for _ in 0..<40 {
            bench.step()
            #expect(bench.outputs?.photograph == nil && bench.code == "photographing")
        }
        answer(&bench, first, .inProgress)
        #expect(bench.code == "photographing")
        answer(&bench, first, .done)
        bench.step()
        #expect(bench.words.contains("item 3 of 5"), "\(bench.words)")
        let second = try #require(waitForRequest(&bench))
        #expect(second != first)
        answer(&bench, second, .done)
        bench.run(for: .milliseconds(100))
        #expect(bench.code == "descending-mission-done" || bench.code == "landing-mission-done")
        #expect(
            bench.details?["photographs_taken"] == 2 && bench.details?["photographs_missed"] == 0)
    }

    @Test("those of one flight are not counted in the next")
    func countsAnew() throws {
        var bench = try flying()
        answer(&bench, try #require(waitForRequest(&bench)), .done)
        bench.step()
        #expect(bench.details?["photographs_taken"] == 1)
        bench.ask(.land)
        bench.report(.landed, altitude: 0)
        #expect(bench.details?["photographs_taken"] == 1)
        bench.takeOff()
        #expect(bench.details?["photographs_taken"] == nil)
        #expect(bench.details?["photographs_missed"] == nil)
    }

    @Test("one that is refused is told, with the item and why, and it flies on")
    func refused() throws {
        var bench = try flying()
        let number = try #require(waitForRequest(&bench))
        answer(&bench, number, .refused, "its camera is not ready")
        #expect(
            bench.outputs?.notes == [
                "item 2 of 5 of loop.json: no photograph was taken: its camera is not ready; it flies on"
            ])
        bench.step()
        #expect(bench.outputs?.notes == [])
        #expect(bench.words.contains("item 3 of 5"), "\(bench.words)")
        #expect(
            bench.details?["photographs_taken"] == 0 && bench.details?["photographs_missed"] == 1)
    }

    @Test("nobody waits longer than 8 s for an answer, and a late one is not that of the next")
    func unanswered() throws {
        var bench = try flying()
        let first = try #require(waitForRequest(&bench))
        bench.run(for: .milliseconds(7900))
        #expect(bench.code == "photographing")
        bench.run(for: .milliseconds(200))
        #expect(bench.words.contains("item 3 of 5"), "\(bench.words)")
        let second = try #require(waitForRequest(&bench))
        answer(&bench, first, .done)
        #expect(bench.code == "photographing")
        answer(&bench, second, .done)
        bench.step()
        #expect(
            bench.details?["photographs_taken"] == 1 && bench.details?["photographs_missed"] == 1)
    }

    @Test("who wants it down meanwhile has it down")
    func landed() throws {
        var bench = try flying()
        let number = try #require(waitForRequest(&bench))
        bench.ask(.land)
        #expect(bench.command == .land)
        answer(&bench, number, .done)
        #expect(bench.command == .land && bench.code == "landing-asked")
    }

    @Test("while a photograph is waited for the nose stays on what it is pointed at")
    func sight() throws {
        var bench = try flying([
            Mission.takeOff, "{\"do\": \"point-at\", \(Mission.place(north: 10))}",
            "{\"do\": \"photograph\"}", "{\"do\": \"land\"}",
        ])
        _ = try #require(waitForRequest(&bench))
        bench.heading = 10
        bench.run(for: .milliseconds(200))
        guard case .move(let stick) = bench.command else {
            Issue.record("\(String(describing: bench.command))")
            return
        }
        #expect(stick.yaw < 0 && stick.roll == 0 && stick.forward == 0)
    }

    @Test("without a camera a mission with a photograph is refused by name, and with one is not")
    func noCamera() throws {
        var bench = try NavigatorBench()
        bench.step()
        let refusal = bench.ask(.fly(Mission.source(Self.items)))
        #expect(refusal?.isAccepted == false)
        #expect(refusal?.message.contains("there is no camera here") == true)
        bench.photographs = []
        bench.step()
        #expect(bench.ask(.fly(Mission.source(Self.items)))?.isAccepted == true)
    }

    @Test("a configuration whose mission takes photographs needs a camera")
    func conflict() throws {
        let file = Mission.file(Self.items).json
        let settings = try NavigatorBench.settings(["mission": file])
        let ports: BoundPorts = ["flight", "position", "heading", "pilot"]
        #expect(
            DroneNavigation.conflicts(settings, connected: ports).map(\.why) == [
                "its mission takes photographs: that needs a \"camera\", the drone"
            ])
        let all: BoundPorts = ["flight", "position", "heading", "pilot", "camera"]
        #expect(DroneNavigation.conflicts(settings, connected: all).isEmpty)
        let other = try NavigatorBench.settings([:])
        #expect(DroneNavigation.conflicts(other, connected: ports).isEmpty)
    }
}
