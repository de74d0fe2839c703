@testable import Core
import JSON
import Settings
import Synchronization
import TestSupport
import Values

/// The traps of tests, by names: a policy has nothing but its settings.
enum Traps {
    private static let all = Mutex<[String: Trap]>([:])

    static func named(_ name: String) -> Trap {
        all.withLock { all in
            if let trap = all[name] { return trap }
            let trap = Trap()
            all[name] = trap
            return trap
        }
    }

    static func newName() -> String { "trap \(UInt64.random(in: 0 ... .max))" }
}

/// Counts its steps and remembers how many; hangs in one where the trap is set, and what it does after that
/// can be told from everything else: it has counted to a thousand.
struct TestCounter: ResumablePolicy, DetailedPolicy {
    static let name = "counter"
    static let summary = "Counts."
    static let defaultPeriod = Duration.milliseconds(100)

    struct Settings: PluginSettings {
        let trap: String
        let increment: Int

        init(_ read: SettingsReader) {
            trap = read("trap", .text("a name"), default: "", "Where its steps may hang.")
            increment = read("by", .integer(1...9), default: 1, "What it counts by.")
        }
    }
    struct Inputs: PolicyInputs {
        let requests: [Event<Request>]

        init(_ port: InputReader) { requests = port.requests() }
    }
    struct Outputs: PolicyOutputs {
        let count: Int
        let reason: Why
        let responses: [Response]

        private var lamp: SwitchCommand { SwitchCommand(isActive: count >= 1000) }

        static func declare(_ port: OutputPorts<Outputs>) {
            port.command("lamp", "Lit from a thousand on.") { $0.lamp }
            port.command("second", required: false, "Another lamp, lit after it.") { $0.lamp }
        }
    }
    enum Request: PluginRequest {
        case tell

        static let declarations: [RequestDeclaration<Request>] = [
            .init("tell", "Say how far it has counted.", .tell)
        ]
    }
    struct Why: Reason {
        let count: Int
        var code: String { "counting" }
        var description: String { "counted to \(count)" }
    }

    static let memoryVersion = 1
    private(set) var memory: Int

    init(settings: Settings) {
        self.init(settings: settings, resuming: 0)
    }

    init(settings: Settings, resuming memory: Int) {
        self.memory = memory
        Traps.named("\(settings.trap) at the beginning").pass()
    }

    func memory(by settings: Settings) -> Int { memory }

    func details(by settings: Settings, at now: Instant) -> JSONValue? {
        ["count": .number(Double(memory))]
    }

    mutating func step(_ inputs: Inputs, by settings: Settings, at now: Instant) -> Outputs {
        memory += settings.increment
        if Traps.named(settings.trap).pass() { memory += 1000 }
        let count = memory
        return Outputs(
            count: count, reason: Why(count: count),
            responses: inputs.requests.map { Response(to: $0.number, .done, "\(count)") })
    }
}

/// What counters remember.
final class CounterMemories: PolicyMemoryStore {
    private let kept = Mutex<[String: PolicyMemory]>([:])
    private let isFull = Mutex(false)

    /// From now on nothing can be saved, or everything again.
    func set(full: Bool) { isFull.withLock { $0 = full } }

    /// All that was saved, in its order.
    let eventLog = EventLog()

    func load(_ policy: String) -> PolicyMemory? { kept.withLock { $0[policy] } }

    func save(_ memory: PolicyMemory, of policy: String) throws(PlainError) {
        if isFull.withLock({ $0 }) { throw PlainError("the disk is full") }
        kept.withLock { $0[policy] = memory }
        eventLog.note("\(policy) \(memory.content.line)")
    }
}
