import Core
import DriverKit
import Glibc
import JSON
import LinuxIO
import Settings
import Synchronization
import TestSupport
import Testing
import Values

/// A driver with one port of each kind, which the tests make out of a shell.
private enum Probe: DriverPlugin {
    struct Settings: PluginSettings {
        init(_ read: SettingsReader) {}
    }

    static let name = "probe"
    static let summary = "For tests."
    static let level = Port<Contact>("level", "What it sees.")
    static let lamp = Port<SwitchCommand>("lamp", "What it does.")
    static let ports: [DriverPort] = [.source(level), .sink(lamp)]

    static func start(
        _ settings: Settings, _ context: DriverContext
    ) throws(DeviceError) -> any Driver {
        DriverShell(context, 0)
    }
}

struct DriverShellTests {
    private typealias Shell = DriverShell<Int>
    private let bench = DriverBench(Probe.self)
    private let unplugged = DeviceError(.absent, "unplugged")

    private func shell(_ hooks: Shell.Hooks = Shell.Hooks()) -> Shell {
        DriverShell(bench.context(), 0, hooks)
    }

    private func count(_ shell: Shell) -> Int? { shell.with { $0 } }

    // MARK: The state and the end

    @Test("the state is there until the driver is closed")
    func state() {
        let shell = shell()
        #expect(shell.with { $0 += 3 } != nil)
        #expect(count(shell) == 3)
        shell.close()
        #expect(shell.hasEnded)
        #expect(count(shell) == nil)
    }

    @Test("an error of the body goes to whoever called, and the driver goes on")
    func bodyThrows() {
        let shell = shell()
        let fault = thrownError(DeviceError.self) {
            try shell.with { _ throws(DeviceError) in throw unplugged }
        }
        #expect(fault == unplugged)
        #expect(count(shell) == 0)
    }

    @Test("a failure is reported once, marks the sources absent and drops the command")
    func fails() {
        let shell = shell()
        let source = bench.connections.source(Probe.level)
        source.publish(Contact(isActive: true), at: bench.clock.now)
        bench.connections.sink(Probe.lamp).send(.active, until: bench.clock.now + .seconds(9))
        shell.fail(unplugged)
        shell.fail(DeviceError(.other, "again"))
        #expect(bench.reportedFaults == [unplugged])
        #expect(
            bench.sample(Probe.level) == .absent(since: bench.clock.now, because: "unplugged"))
        #expect(bench.connections.sink(Probe.lamp).current(at: bench.clock.now) == nil)
        #expect(count(shell) == nil)
    }

    @Test("what fails after it was closed reports nothing")
    func failsAfterClose() {
        let shell = shell()
        let source = bench.connections.source(Probe.level)
        source.publish(Contact(isActive: true), at: bench.clock.now)
        shell.close()
        shell.fail(unplugged)
        #expect(bench.reportedFaults.isEmpty)
        #expect(bench.sample(Probe.level).good == Contact(isActive: true))
    }

    // MARK: Timers

    @Test("a timer calls at once and then regularly, and not after the close")
    func every() {
        let shell = shell()
        shell.every(.seconds(1)) { shell, _ in shell.with { $0 += 1 } }
        bench.clock.advance(by: .seconds(2))
        #expect(count(shell) == 3)
        shell.close()
        #expect(bench.clock.pendingCount == 0)
    }

    @Test("a failure stops every timer, also one that is made later")
    func failureStopsTimers() {
        let shell = shell()
        shell.every(.seconds(1)) { shell, _ in shell.fail(unplugged) }
        shell.timer("later") { _, _ in }.set(.at(bench.clock.now + .seconds(5)))
        bench.clock.advance(by: .zero)
        #expect(bench.reportedFaults == [unplugged])
        shell.every(.seconds(1)) { _, _ in Issue.record("called after the end") }
        let timer = shell.timer("late") { _, _ in Issue.record("called after the end") }
        timer.set(.at(bench.clock.now))
        bench.clock.advance(by: .seconds(9))
        #expect(bench.clock.pendingCount == 0)
    }

    @Test("nobody calls a driver that was dropped before it was closed, as by a start that fails")
    func dropped() {
        shell().every(.seconds(1)) { _, _ in Issue.record("called without a driver") }
        bench.clock.advance(by: .seconds(5))
        #expect(bench.clock.pendingCount == 0)
    }

    @Test(
        "a call under way when the driver is closed publishes nothing, and the close does not wait")
    func closeWhileCallHangs() {
        let gate = Gate()
        gate.close()
        let context = bench.context(DispatchScheduler())
        let shell = Shell(context, 0)
        let source = context.source(Probe.level)
        shell.every(.milliseconds(10)) { shell, now in
            gate.pass()
            shell.with { _ in source.publish(Contact(isActive: true), at: now) }
        }
        #expect(eventually { gate.waitingCount == 1 })
        shell.close()
        gate.open()
        #expect(!eventually(within: .milliseconds(50)) { source.count > 0 })
    }

    // MARK: Readers and commands

    @Test("a descriptor that has something to read calls, until the driver has failed")
    func reads() throws {
        let (near, far) = try FileDescriptor.pair()
        let shell = shell()
        shell.watch(near) { shell in
            let bytes = (try? near.read(atMost: 16)) ?? []
            shell.with { $0 += bytes.count }
            if bytes.isEmpty { shell.fail(unplugged) }
        }
        try far.write([1, 2, 3])
        #expect(eventually { count(shell) == 3 })
        // A dead end stays readable: without the end its handler would spin.
        shutdown(far.number, Int32(SHUT_WR))
        #expect(eventually { bench.reportedFaults == [unplugged] })
        shell.close()
    }

    @Test("after the close the readers have let go of what they watched")
    func letsGo() throws {
        let (near, far) = try FileDescriptor.pair()
        weak var owner: FileDescriptor?
        do {
            let shell = shell()
            let (other, _) = try FileDescriptor.pair()
            owner = other
            shell.watch(near) { _ in }
            shell.watch([other.number], of: other) { _, _ in }
            shell.close()
        }
        #expect(eventually { owner == nil })
        withExtendedLifetime(far) {}
    }

    @Test("a reader that is stopped calls no more, and the driver and its other readers go on")
    func stopsReader() throws {
        let (first, firstEnd) = try FileDescriptor.pair()
        let (second, secondEnd) = try FileDescriptor.pair()
        let shell = shell()
        func watch(_ descriptor: FileDescriptor, as count: Int) -> any Cancellable {
            shell.watch(descriptor) { shell in
                let bytes = (try? descriptor.read(atMost: 16)) ?? []
                shell.with { $0 += bytes.count * count }
            }
        }
        let reader = watch(first, as: 1)
        _ = watch(second, as: 100)
        try firstEnd.write([1])
        #expect(eventually { count(shell) == 1 })
        reader.cancel()
        reader.cancel()
        try firstEnd.write([1])
        try secondEnd.write([1])
        #expect(eventually { count(shell) == 101 })
        #expect(!eventually(within: .milliseconds(50)) { count(shell) != 101 })
        shell.close()
    }

    @Test("an edge calls from the thread that waits for it, with the index of its descriptor")
    func edges() throws {
        let (near, far) = try FileDescriptor.pair()
        let (quiet, _) = try FileDescriptor.pair()
        let shell = shell()
        shell.watch([far.number, near.number], of: [near, far, quiet]) { shell, index in
            _ = try? near.read(atMost: 16)
            shell.with { $0 = 10 + index }
        }
        try far.write([1])
        #expect(eventually { count(shell) == 11 })
        shell.close()
    }

    @Test("commands arrive on the sender's thread, until the driver is closed")
    func commands() {
        let shell = shell()
        let sink = bench.connections.sink(Probe.lamp)
        shell.receive(Probe.lamp) { shell, leased in
            shell.with { $0 += leased.command == .active ? 1 : 10 }
        }
        sink.send(.active, until: bench.clock.now + .seconds(1))
        sink.send(.inactive, until: bench.clock.now + .seconds(1))
        #expect(count(shell) == 11)
        shell.close()
        sink.send(.active, until: bench.clock.now + .seconds(1))
        #expect(sink.last?.command == .active)
    }

    // MARK: Closing

    @Test("what there is to clean up is done once, also after a failure")
    func cleansUp() {
        let shell = shell()
        let counter = Counter()
        shell.onClose { counter.add() }
        shell.fail(unplugged)
        #expect(counter.value == 0)
        shell.close()
        shell.close()
        #expect(counter.value == 1)
    }

    @Test("a device that hangs keeps the close for the limit, which is logged")
    func cleanUpHangs() {
        let gate = Gate()
        gate.close()
        let shell = shell()
        shell.onClose(atMost: .milliseconds(20), orSay: "the lamp does not answer") { gate.pass() }
        shell.close()
        #expect(bench.log.lines == ["error test: the lamp does not answer"])
        gate.open()
    }

    @Test("the supervisor's questions are answered from the state, also after the end")
    func hooks() {
        let shell = shell(
            Shell.Hooks(
                makeSafe: { shell in shell.with { $0 = 7 } },
                isSafe: { state, _ in state == 7 },
                diagnostics: { state, _ in [Diagnostic("level", .number(Double(state)))] }))
        #expect(!shell.isSafe)
        shell.makeSafe()
        #expect(shell.isSafe)
        shell.fail(unplugged)
        #expect(shell.isSafe)
        #expect(shell.diagnostics(at: bench.clock.now) == [Diagnostic("level", 7)])
    }

    @Test("what the state holds open is let go of at the end, once, and can still be looked at")
    func ended() {
        let shell = shell(Shell.Hooks(ended: { $0 += 10 }))
        #expect(shell.inspect { $0 } == 0)
        shell.fail(unplugged)
        shell.close()
        #expect(shell.inspect { $0 } == 10)
    }

    @Test("diagnostics of something with a lock of its own keep nobody from the state")
    func otherDiagnostics() {
        let gate = Gate()
        gate.close()
        let shell = shell(
            Shell.Hooks(otherDiagnostics: {
                gate.pass()
                return [Diagnostic("other", 1)]
            }))
        let counter = Counter()
        let clock = DispatchScheduler()
        let now = bench.clock.now
        let asking = clock.after(.zero, name: "status") { _ in
            if shell.diagnostics(at: now) == [Diagnostic("other", 1)] { counter.add() }
        }
        #expect(eventually { gate.waitingCount == 1 })
        let calls = Counter()
        let timer = clock.after(.zero, name: "once") { _ in
            if shell.with({ $0 += 1 }) != nil { calls.add() }
        }
        #expect(eventually { calls.value == 1 })
        #expect(gate.waitingCount == 1)
        gate.open()
        #expect(eventually { counter.value == 1 })
        withExtendedLifetime((asking, timer)) {}
    }

    private final class Counter: Sendable {
        private let count = Mutex(0)
        var value: Int { count.withLock { $0 } }
        func add() { count.withLock { $0 += 1 } }
    }
}
