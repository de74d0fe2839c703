import JSON
import PetDoor
import Settings
import Synchronization
import TestSupport
import Values

@testable import Core
@testable import Recording

/// A door in the light of a test, whose steps are recorded.
final class RecordedDoor: Sendable {
    static let name = "door"
    static let period = Duration.milliseconds(250)

    let clock = ManualScheduler()
    let log = MemoryLog()
    let store: SharedStore
    let recorder: Recorder
    private let light = Source<LightLevel>()
    private let bolt = Sink<ServoCommand>()
    private let tape: any StepObserver
    private let policy: Mutex<any PolicyInstance>
    private let connections: PortConnections

    /// `isThere`: whether the record begins with it; otherwise it comes with `restart`.
    init(
        _ settings: JSONValue = [:], in store: SharedStore = SharedStore(), isThere: Bool = true
    ) throws {
        self.store = store
        let entry = try Self.entry()
        let configuration = Self.configuration(isThere ? [entry] : [])
        connections = PortConnections(["light": light, "bolt": bolt])
        let instance = try PetDoor.instance(
            name: Self.name, .object(entry.settingsAsWritten),
            connections, memories: Memories(),
            scheduler: clock, log: Log(log, source: Self.name))
        policy = Mutex(instance)
        recorder = Recorder(
            try SettingsReader.read(from: settings, at: SettingPath("")),
            of: RecordSubject(configuration, memories: nil), in: store, clock: clock,
            wall: { WallTime(secondsSince1970: 1_000_000) }, log: Log(log, source: "recorder"))
        tape = recorder.observer(of: entry)
        instance.observe(tape)
    }

    private var instance: any PolicyInstance { policy.withLock { $0 } }

    /// What it would hand over now.
    var memory: PolicyMemory? { instance.memory }

    /// Has another one in its place, as after a step that hung.
    func restart(_ more: [String: JSONValue] = [:], resuming memory: PolicyMemory?) throws {
        let settings = JSONValue.object(try Self.entry(more).settingsAsWritten)
        let next = try PetDoor.instance(
            name: Self.name, settings,
            connections,
            memories: Memories(memory: memory), scheduler: clock, log: Log(log, source: Self.name))
        tape.restarted(with: settings, resuming: memory)
        next.observe(tape)
        policy.withLock { $0 = next }
    }

    /// The door without switches, with these settings besides.
    static func entry(_ more: [String: JSONValue] = [:]) throws -> PolicyEntry {
        let settings = more.merging(["accept_no_flap_switch": true, "accept_blind_lock": true]) {
            $1
        }
        return PolicyEntry(
            name: name, kind: PetDoor.self, period: period, lease: .seconds(1), bindings: [:],
            settingsAsWritten: settings,
            configured: try PetDoor.configure(.object(settings), at: SettingPath("")))
    }

    static func configuration(_ entries: [PolicyEntry]) -> Configuration {
        Configuration(
            general: SettingsReader.defaults(of: GeneralSettings.self), generalAsWritten: [:],
            drivers: [], policies: entries)
    }

    /// Goes on with other settings from its next step on.
    func change(to more: [String: JSONValue]) throws {
        try instance.change(to: try Self.entry(more), at: connections) { () throws(PlainError) in }
    }

    /// Steps for so long in this light, and writes down what there is to write, each second.
    func record(for seconds: Int, light ratio: Double) {
        for _ in 0..<seconds {
            run(for: .seconds(1), light: ratio)
            recorder.drain()
        }
    }

    /// Steps for so long in this light.
    func run(for time: Duration, light ratio: Double) {
        for _ in 0..<Int(time.seconds / Self.period.seconds) {
            clock.advance(by: Self.period)
            bolt.noteAnswer(at: clock.now)
            light.publish(LightLevel(ratio: ratio), at: clock.now)
            _ = instance.step(at: clock.now, lease: .seconds(1))
        }
    }

    /// Sensors that do not answer for so long.
    func runBlind(for time: Duration) {
        for _ in 0..<Int(time.seconds / Self.period.seconds) {
            clock.advance(by: Self.period)
            bolt.noteAnswer(at: clock.now)
            light.publishAbsent("unplugged", at: clock.now)
            _ = instance.step(at: clock.now, lease: .seconds(1))
        }
    }
}

/// Keeps nothing but what it has.
struct Memories: PolicyMemoryStore {
    var memory: PolicyMemory?

    func load(_ policy: String) -> PolicyMemory? { memory }
    func save(_ memory: PolicyMemory, of policy: String) throws(PlainError) {}
}

/// Keeps what is written, and fails when it is told to.
struct SharedStore: RecordStore {
    struct Content {
        var segments: [String] = []
        var writes = 0
        var failure: PlainError?
        var isFull = false
    }

    final class Box: Sendable {
        let content = Mutex(Content())
    }

    let box = Box()

    var nextNumber: Int { box.content.withLock { $0.segments.count + 1 } }
    var isSegmentFull: Bool { box.content.withLock { $0.isFull } }
    var text: String { box.content.withLock { $0.segments.joined() } }
    var writes: Int { box.content.withLock { $0.writes } }
    var rows: [Row] { text.split(separator: "\n").compactMap { Row(line: $0.utf8) } }

    func fail(_ why: String?) {
        box.content.withLock { $0.failure = why.map { PlainError($0) } }
    }

    mutating func prepare() throws(PlainError) -> String? { nil }

    mutating func begin(_ header: String) throws(PlainError) {
        if let failure = box.content.withLock({ $0.failure }) { throw failure }
        box.content.withLock { $0.segments.append(header) }
    }

    mutating func append(_ lines: String) throws(PlainError) {
        if let failure = box.content.withLock({ $0.failure }) { throw failure }
        box.content.withLock { content in
            content.writes += 1
            content.segments[content.segments.count - 1] += lines
        }
    }
}
