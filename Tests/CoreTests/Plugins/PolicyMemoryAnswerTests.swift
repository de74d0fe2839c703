@testable import Core
import JSON
import Synchronization
import TestSupport
import Testing
import Threads
import Values

/// Remembers what it was asked to, and lights a lamp in the same step.
private struct TestLedger: ResumablePolicy {
    static let name = "ledger"
    static let summary = "Remembers."
    static let defaultPeriod = Duration.milliseconds(100)

    typealias Settings = NoSettings

    struct Inputs: PolicyInputs {
        let requests: [Event<Request>]

        init(_ port: InputReader) { requests = port.requests() }
    }

    struct Outputs: PolicyOutputs {
        let isLit: Bool
        let reason: Cause
        let responses: [Response]
        let waitsForMemory: Bool

        static func declare(_ port: OutputPorts<Outputs>) {
            port.command("lamp", "Lit while it was asked.") { SwitchCommand(isActive: $0.isLit) }
        }
    }

    enum Request: PluginRequest {
        case keep, begin, poison, ask, stop

        static let declarations: [RequestDeclaration<Request>] = [
            .init("keep", "Remember it.", .keep),
            .init("begin", "Light the lamp once it is remembered.", .begin),
            .init("poison", "Remember what JSON cannot hold.", .poison),
            .init("ask", "Say how much there is.", .ask).momentary(),
            .init("stop", "Remember it at once.", .stop, effect: .safer).momentary(),
        ]
    }

    struct Cause: Reason {
        var code: String { "keeping" }
        var description: String { "keeping" }
    }

    static let memoryVersion = 1
    private(set) var memory = 0.0

    init(settings: NoSettings) {}
    init(settings: NoSettings, resuming memory: Double) { self.memory = memory }

    func memory(by settings: NoSettings) -> Double { memory }

    mutating func step(_ inputs: Inputs, by settings: NoSettings, at now: Instant) -> Outputs {
        for request in inputs.requests {
            switch request.value {
            case .keep, .begin, .stop: memory += 1
            case .poison: memory = .nan
            case .ask: break
            }
        }
        return Outputs(
            isLit: !inputs.requests.isEmpty, reason: Cause(),
            responses: inputs.requests.map { Response(to: $0.number, .done, "kept") },
            waitsForMemory: inputs.requests.contains { $0.value == .begin })
    }
}

/// A card that is full, or takes its time: what is to be saved waits until it is let go on.
private final class TestCard: PolicyMemoryStore {
    private struct State {
        var saved: [PolicyMemory] = []
        var failure: PlainError?
        var isStalled = false
        var waiting: [@Sendable () -> Void] = []
        var loads = 0
    }

    private let state = Mutex(State())

    var saved: [JSONValue] { state.withLock { $0.saved.map(\.content) } }
    var loads: Int { state.withLock { $0.loads } }

    func fail(_ why: String?) { state.withLock { $0.failure = why.map { PlainError($0) } } }
    func stall() { state.withLock { $0.isStalled = true } }

    /// Goes on with what waits.
    func goOn() {
        let waiting = state.withLock { state in
            defer { (state.waiting, state.isStalled) = ([], false) }
            return state.waiting
        }
        for work in waiting { work() }
    }

    func load(_ policy: String) -> PolicyMemory? {
        state.withLock { state in
            state.loads += 1
            return state.saved.last
        }
    }

    func save(_ memory: PolicyMemory, of policy: String) throws(PlainError) {
        let failure = state.withLock { state in
            if state.failure == nil { state.saved.append(memory) }
            return state.failure
        }
        if let failure { throw failure }
    }

    func perform(_ work: @escaping @Sendable () -> Void) {
        let isStalled = state.withLock { state in
            if state.isStalled { state.waiting.append(work) }
            return state.isStalled
        }
        if !isStalled { work() }
    }
}

@Suite("An answer says where what it says would not survive a power cut")
struct PolicyMemoryAnswerTests {
    private let clock = ManualScheduler(now: Instant(nanoseconds: 1_000_000_000_000))
    private let log = MemoryLog()
    private let card = TestCard()
    private let supervisor: Supervisor
    private let broker: RequestBroker

    init() throws {
        let text = """
            {"drivers": {"lamp": {"driver": "bolt"}},
             "policies": {"ledger": {"policy": "ledger", "outputs": {"lamp": "lamp"}}}}
            """
        let configuration = try ConfigurationReader.read(
            Array(text.utf8),
            registry: PluginRegistry(drivers: [TestBolt.self], policies: [TestLedger.self]))
        let supervisor = try Supervisor(
            configuration, scheduler: clock, log: Log(log, source: "roost"),
            runtime: "/nonexistent", manager: NoServiceManager(), memories: card,
            onStopped: { _ in })
        self.supervisor = supervisor
        broker = RequestBroker(
            of: { supervisor.requestTargets }, scheduler: clock, log: Log(log, source: "roost"))
        supervisor.start()
        clock.advance(by: .milliseconds(250))
    }

    private func ask(_ name: String) -> Locked<String?> {
        let answer = Locked<String?>(nil)
        broker.send(.named(name, of: "ledger", arguments: [:]), from: .person) { result in
            switch result {
            case .success(let message): answer.value = message
            case .failure(let error): answer.value = "failed: \(error)"
            }
        }
        return answer
    }

    private func step() { clock.advance(by: .milliseconds(100)) }

    private var fault: MemoryFaultReport? {
        supervisor.status(at: clock.now).policies.first?.memoryFault
    }

    private var isLit: Bool? {
        supervisor.connections(ofDriver: "lamp")?.sink(TestBolt.command).last.map {
            $0.command == SwitchCommand(isActive: true)
        }
    }

    private static let warning =
        "kept; it will NOT survive a power cut: its memory cannot be saved: "

    @Test("where it is saved the answer says nothing of it") func saved() {
        let answer = ask("keep")
        step()
        #expect(answer.value == "kept")
        #expect(card.saved == [0, 1])
        #expect(fault == nil)
    }

    @Test("it waits for the save, and what is commanded does not") func waits() {
        card.stall()
        let answer = ask("keep")
        step()
        #expect(answer.value == nil)
        #expect(isLit == true)
        card.goOn()
        #expect(answer.value == "kept")
        #expect(card.saved == [0, 1])
    }

    @Test("of a full card each answer says so, also the second of the same request")
    func full() {
        card.fail("No space left on device")
        for _ in 0..<2 {
            let answer = ask("keep")
            step()
            #expect(answer.value == Self.warning + "No space left on device")
            #expect(isLit == true)
        }
    }

    @Test(
        "that a card is full stands in the status until it can be written again, and once in the log"
    )
    func standing() {
        card.fail("No space left on device")
        _ = ask("keep")
        step()
        #expect(fault?.text == "No space left on device")
        clock.advance(by: .seconds(60))
        #expect(fault.map { 60 <= $0.ageSeconds && $0.ageSeconds < 61 } == true)
        card.fail("Read-only file system")
        clock.advance(by: .seconds(60))
        #expect(fault?.text == "Read-only file system")
        #expect(fault.map { $0.ageSeconds > 119 } == true)
        card.fail(nil)
        clock.advance(by: .seconds(11))
        #expect(fault == nil)
        #expect(card.saved.last == 1)
        #expect(
            log.lines.filter { $0.contains("what it remembers") } == [
                "error ledger: what it remembers could not be saved: No space left on device",
                "error ledger: what it remembers could not be saved: Read-only file system",
                "notice ledger: what it remembers is saved again",
            ])
    }

    @Test("who asks once there is room again hears of nothing") func room() {
        card.fail("No space left on device")
        _ = ask("keep")
        step()
        card.fail(nil)
        let answer = ask("keep")
        step()
        #expect(answer.value == "kept")
        #expect(card.saved.last == 2)
        #expect(fault == nil)
    }

    @Test("a card that stalls keeps an answer for a second, and the next ones not at all")
    func stalled() {
        card.stall()
        let first = ask("keep")
        step()
        clock.advance(by: .milliseconds(930))
        #expect(first.value == nil)
        clock.advance(by: .milliseconds(40))
        #expect(first.value == Self.warning + "it has not been written after 1.0 s")
        let second = ask("keep")
        step()
        #expect(second.value == Self.warning + "it has not been written after 1.0 s")
        clock.advance(by: .seconds(4))
        #expect(fault?.text == "it has not been written after 5.0 s")
        card.goOn()
        step()
        #expect(fault == nil)
        #expect(card.saved.last == 2)
        #expect(log.lines.count { $0.contains("what it remembers could not be saved") } == 1)
    }

    @Test("what is momentary is answered at once, and says nothing of it")
    func momentary() {
        card.stall()
        for name in ["stop", "ask"] {
            let answer = ask(name)
            step()
            #expect(answer.value == "kept")
        }
        card.fail("No space left on device")
        card.goOn()
        for name in ["stop", "ask"] {
            let answer = ask(name)
            step()
            #expect(answer.value == "kept")
        }
    }

    @Test("what waits for its memory is not called done where that cannot be saved")
    func waitsForMemory() {
        card.fail("No space left on device")
        let answer = ask("begin")
        step()
        #expect(
            answer.value
                == "kept; it is NOT done before its memory is saved, and that fails: No space left on device"
        )
        #expect(isLit == false)
    }

    @Test("what JSON cannot hold is a fault like any other") func poison() {
        let answer = ask("poison")
        step()
        #expect(answer.value == Self.warning + "it does not go into JSON")
        #expect(fault?.text == "it does not go into JSON")
    }

    @Test("a policy that restarts goes on with what it remembers, saved or not, and reads no file")
    func restart() throws {
        let loads = card.loads
        card.stall()
        _ = ask("stop")
        step()
        try supervisor.restart("ledger")
        step()
        card.goOn()
        _ = ask("stop")
        step()
        #expect(card.saved.last == 2)
        #expect(card.loads == loads)
    }
}
