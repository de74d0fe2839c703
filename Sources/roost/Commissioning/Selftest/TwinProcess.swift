import CommandKit
import Control
import Core
import Glibc
import LinuxIO
import Simulators
import Trials
import Values

/// A twin as a process beside this one.
final class TwinProcess: Twin {
    /// A Pi that emulates nothing is up within a second; one that is emulated takes ten.
    private static let startLimit = Duration.seconds(60)

    private let world: WorldHost
    private let runtime: String
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

    var drone: SimulatedDrone { world.drone }
    var house: SimulatedHouse { world.house }
    var sysfs: String { world.sysfs }

    // MARK: Its life

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

    func waitForEnd(_ limit: Duration) throws(PlainError) -> Int32 {
        guard let roost else { return 0 }
        try wait("it has ended", limit) { roost.poll() != nil }
        self.roost = nil
        return roost.waitForEnd()
    }

    func park() throws(PlainError) -> Int32 { try run("park", configuration).code }

    func write(_ text: String, as name: String) throws(PlainError) -> String {
        let path = "\(runtime)/\(name)"
        return try mapped(to: { PlainError($0.message) }) { () throws(CommandError) in
            try TrialOutput.write(text, to: path)
            return path
        }
    }

    // MARK: Asking it

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
}
