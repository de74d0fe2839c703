@testable import Core
import JSON
import Settings
import TestSupport
import Testing
import Values

@Suite struct PolicyGenerationTests {
    private let clock = ManualScheduler(now: Instant(nanoseconds: 1_000_000_000))

    private func instance() throws -> any PolicyInstance {
        try TestCounter.instance(
            name: "counter", [:], PortConnections(["lamp": Sink<SwitchCommand>()]),
            memories: CounterMemories(), scheduler: clock, log: Log(MemoryLog(), source: "roost"))
    }

    @Test("a step that has ended is not abandoned, and one that is abandoned does not end")
    func eitherOr() throws {
        let generation = PolicyGeneration(1, try instance())
        #expect(generation.stepBegan == nil)
        #expect(generation.beginStep(at: clock.now))
        #expect(generation.stepBegan == clock.now)
        #expect(generation.endStep(of: clock.now))
        #expect(!generation.abandon(inStepOf: clock.now))
        #expect(generation.beginStep(at: clock.now))
        #expect(generation.abandon(inStepOf: clock.now))
        #expect(generation.stepBegan == nil)
        #expect(!generation.endStep(of: clock.now))
        #expect(!generation.beginStep(at: clock.now))
    }

    @Test("one that is abandoned leaves the requests to its successor") func requests() throws {
        let queue = EventQueue<TestCounter.Request>()
        let context = PolicyContext(
            name: "counter", scheduler: clock, log: Log(MemoryLog(), source: "roost"))
        let settings = SettingsReader.defaults(of: TestCounter.Settings.self)
        let late = ConnectedPolicy<TestCounter>(
            TestCounter(settings: settings), settings,
            TestCounter.connected(
                settings, to: PortConnections(["lamp": Sink<SwitchCommand>()]), context),
            requests: queue, writer: nil, context)
        try queue.post(.tell, from: .person, at: clock.now)
        late.abandon()
        #expect(late.step(at: clock.now, lease: .seconds(1)) == nil)
        #expect(queue.drain(at: clock.now).map(\.value) == [.tell])
    }

    @Test("what is made for one that is abandoned meanwhile has no effect") func late() throws {
        let generation = PolicyGeneration(2)
        #expect(generation.beginStep(at: clock.now))
        #expect(generation.abandon(inStepOf: clock.now))
        let late = try instance()
        generation.set(late)
        #expect(late.step(at: clock.now, lease: .seconds(1)) == nil)
        #expect(late.latest == nil)
    }
}
