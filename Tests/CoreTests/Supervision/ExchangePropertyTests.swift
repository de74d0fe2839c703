@testable import Core
import JSON
import Settings
import Synchronization
import TestSupport
import Testing
import Threads
import Values

/// Whatever configurations follow each other while drivers fail and hang: no two are ever at one device, and in
/// the end nothing is left.
@Suite struct ExchangePropertyTests {
    /// Devices that note who is at them.
    private final class Bench: Sendable {
        private struct State {
            /// By the device, how many instances are between the beginning of their start and the end of their close.
            var users: [String: Int] = [:]
            var clashes: [String] = []
            var opened = 0
            var closed = 0
        }

        private let state = Mutex(State())
        let gate = Gate()

        var clashes: [String] { state.withLock { $0.clashes } }
        var isLeft: Bool { state.withLock { $0.opened == $0.closed } }

        func enter(_ device: String) {
            state.withLock { state in
                state.opened += 1
                state.users[device, default: 0] += 1
                if state.users[device] != 1 { state.clashes.append(device) }
            }
        }

        func leave(_ device: String) {
            state.withLock { state in
                state.closed += 1
                state.users[device, default: 0] -= 1
            }
        }

        /// A driver of that name at that device; it fails or hangs as `mood` says.
        func entry(_ name: String, at device: String, _ mood: Int) -> DriverEntry {
            DriverEntry(
                name: name, kind: DriverKind(BenchDevice.self), after: [],
                settingsAsWritten: ["at": .string(device), "mood": .number(Double(mood))],
                configured: ConfiguredDriver(
                    settings: SettingsReader.defaults(of: NoSettings.self),
                    ports: BenchDevice.ports,
                    claims: [Claim(.gpioLine, device, key: "at")], commandLimits: [:],
                    isActuator: false,
                    start: { context throws(DeviceError) in
                        try self.start(device, mood, context)
                    }, makeSafeWithoutInstance: { _, _ in }, examine: { _, _ in nil }))
        }

        private func start(
            _ device: String, _ mood: Int, _ context: DriverContext
        ) throws(DeviceError) -> any Driver {
            enter(device)
            if mood % 7 == 1 { gate.pass() }
            if mood % 5 == 2 {
                leave(device)
                throw DeviceError(mood % 2 == 0 ? .absent : .other, "no luck")
            }
            if mood % 11 == 3 { context.fail(DeviceError(.other, "broken")) }
            return Instance(bench: self, device: device, mood: mood)
        }
    }

    /// A difference is one of declared settings.
    private enum BenchDevice: DriverPlugin {
        struct Settings: PluginSettings {
            init(_ read: SettingsReader) {
                let _: String = read("at", .text("a device"), default: "a", "Where it is.")
                let _: Int = read("mood", .integer(0...199), default: 0, "What comes of it.")
            }
        }

        static let name = "bench-device"
        static let summary = "Is started and closed."
        static let ports: [DriverPort] = []

        static func start(
            _ settings: Settings, _ context: DriverContext
        ) throws(DeviceError) -> any Driver {
            throw DeviceError(.other, "is started by its entry")
        }
    }

    private struct Instance: Driver {
        let bench: Bench
        let device: String
        let mood: Int

        func close() {
            if mood % 7 == 4 { bench.gate.pass() }
            bench.leave(device)
        }
    }

    @Test(
        "after any changes no device had two drivers at once, and each instance was closed once",
        arguments: 0..<trials(6, thorough: 40))
    func anyChanges(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let (bench, isStopped) = (Bench(), Latch())
        func random() throws -> Configuration {
            let devices = ["a", "b", "c", "d"].shuffled(using: &generator)
            let names = ["one", "two", "three", "four"].shuffled(using: &generator)
            let count = Int.random(in: 1...4, using: &generator)
            return try configuration(
                drivers: (0..<count).map { index in
                    bench.entry(
                        names[index], at: devices[index], Int.random(in: 0..<200, using: &generator)
                    )
                }.sorted { $0.name < $1.name })
        }
        let supervisor = try Supervisor(
            try random(), scheduler: DispatchScheduler(), log: Log(MemoryLog(), source: "roost"),
            runtime: "/nonexistent", manager: NoServiceManager(),
            onStopped: { _ in isStopped.open() })
        supervisor.start()
        for _ in 0..<12 {
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: bench.gate.close()
            case 1: bench.gate.open()
            default: break
            }
            _ = try? supervisor.apply(try random())
        }
        bench.gate.open()
        supervisor.stop(because: "test")
        #expect(isStopped.wait(atMost: .seconds(40)))
        #expect(eventually { bench.isLeft }, "seed \(seed)")
        #expect(bench.clashes == [], "seed \(seed)")
    }
}
