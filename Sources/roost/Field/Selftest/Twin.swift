import Core
import Devices
import Glibc
import LinuxIO
import Program
import Simulators

/// This program as a service of its own, with the settings of an installation and simulated devices.
final class Twin {
    /// A Pi that emulates nothing is up within a second; one that is emulated takes ten.
    private static let startLimit = Duration.seconds(60)
    private static let lookEvery = Duration.milliseconds(50)

    let world: WorldHost
    let runtime: String
    let configuration: String
    let clock: any Scheduler
    private let text: String
    private var roost: ChildProcess?

    /// `text` is its configuration; the world has its devices.
    init(
        _ text: String, world: WorldHost, runtime: String, clock: any Scheduler
    ) {
        self.world = world
        self.runtime = runtime
        self.clock = clock
        self.text = text
        configuration = "\(runtime)/twin.json"
    }

    deinit {
        roost?.kill(SIGKILL)
        world.stop()
    }

    // MARK: Its life

    /// Starts it, and waits until it answers.
    func start() throws(PlainError) {
        _ = try write(text, as: "twin.json")
        do throws(IOError) {
            roost = try ChildProcess(
                "/proc/self/exe", ["run", configuration, "--runtime", runtime],
                logPath: "\(runtime)/roost.log")
        } catch {
            throw PlainError("roost cannot be started: \(error)")
        }
        try wait("it runs", Self.startLimit) { status?.phase == .running }
    }

    func send(_ signal: Int32) { roost?.kill(signal) }

    /// - Returns: its exit code; 128 and the signal that killed it.
    func waitForEnd(_ limit: Duration) throws(PlainError) -> Int32 {
        guard let roost else { return 0 }
        try wait("it has ended", limit) { roost.poll() != nil }
        self.roost = nil
        return roost.waitForEnd()
    }

    /// As systemd does after a crash.
    func park() throws(PlainError) -> Int32 { try run("park", configuration).code }

    /// A file beside its own; where it is.
    func write(_ text: String, as name: String) throws(PlainError) -> String {
        let path = "\(runtime)/\(name)"
        return try mapped(to: { PlainError($0.message) }) { () throws(CommandError) in
            try TrialOutput.write(text, to: path)
            return path
        }
    }

    // MARK: Asking it

    /// A command of this program, about this twin.
    func run(_ words: String...) throws(PlainError) -> (code: Int32, text: String) {
        let log = "\(runtime)/command.log"
        do throws(IOError) {
            let command = try ChildProcess(
                "/proc/self/exe", words + ["--runtime", runtime], logPath: log)
            let code = command.waitForEnd()
            return (code, String(decoding: try readFile(log, atMost: 1 << 20), as: UTF8.self))
        } catch {
            throw PlainError("roost \(words[0]) cannot be started: \(error)")
        }
    }

    var socket: String { "\(runtime)/control.sock" }

    var status: StatusReport? { try? ControlClient(paths: [socket]).status() }

    func code(of policy: String) -> String {
        status?.policies.first { $0.name == policy }?.reason?.code ?? "no answer"
    }

    func reason(of policy: String) -> String {
        status?.policies.first { $0.name == policy }?.reason?.text ?? "no answer"
    }

    // MARK: Waiting

    /// - Returns: how long it took.
    /// - Throws: that it did not come true, with what `instead` says.
    @discardableResult
    func wait(
        _ what: String, _ limit: Duration, instead: () -> String = { "" }, until isTrue: () -> Bool
    ) throws(PlainError) -> Duration {
        let began = clock.now
        while !isTrue() {
            guard clock.now < began + limit else {
                let rest = instead()
                throw PlainError(
                    "not within \(Devices.text(of: limit)): \(what)"
                        + (rest.isEmpty ? "" : " (\(rest))"))
            }
            clock.sleep(for: Self.lookEvery)
        }
        return clock.now - began
    }
}
