import Core
import DriverKit
import JSON
import LinuxIO
import Settings
import Threads
import Values

/// A driver that is a program of its own: the kind that a manifest makes, and one that runs.
enum ExternalDriver {
    typealias Shell = DriverShell<State>

    struct State: Sendable {
        var session: ProgramSession
        var log: ProgramLog
        let ends: [String: ExternalPort.End]
        var pace: OutputPace
        var logPace: OutputPace
        var timer: WakeTimer?
    }

    /// The settings of one driver, as its program is given them.
    struct Settings: Sendable {
        let values: [String: JSONValue]
        let claims: [Claim]
    }

    /// The kind of driver that a manifest describes. `connect` starts its program, or has it started.
    static func kind(
        _ manifest: Manifest, _ json: JSONValue,
        connect: @escaping @Sendable () throws(DeviceError) -> DriverProgram,
        examine: @escaping @Sendable () throws(DeviceError) -> String?
    ) -> DriverKind {
        let ports = manifest.ports.sorted { $0.key < $1.key }.map {
            ($0.key, $0.value.port($0.key))
        }
        return DriverKind(
            name: manifest.name, summary: manifest.summary, ports: ports.map(\.1.driverPort),
            settings(of: manifest)
        ) { settings in
            ConfiguredDriver(
                source: settings, ports: ports.map(\.1.driverPort), claims: settings.claims,
                examine: { _, _ throws(DeviceError) in try examine() },
                start: { context throws(DeviceError) in
                    start(try connect(), manifest, json, settings, ports, context)
                })
        }
    }

    /// Declares the settings of a manifest by reading them.
    static func settings(of manifest: Manifest) -> @Sendable (SettingsReader) -> Settings {
        let settings = manifest.settings.sorted { $0.key < $1.key }
        return { read in
            var values: [String: JSONValue] = [:]
            var claims: [Claim] = []
            for (key, setting) in settings {
                guard let (value, claim) = setting(key, read) else { continue }
                values[key] = value
                if let claim { claims.append(claim) }
            }
            return Settings(values: values, claims: claims)
        }
    }

    private static func start(
        _ program: DriverProgram, _ manifest: Manifest, _ json: JSONValue, _ settings: Settings,
        _ ports: [(String, ExternalPort)], _ context: DriverContext
    ) -> any Driver {
        let now = context.scheduler.now
        let session = ProgramSession(context.name, manifest, json, at: now)
        let open = Dictionary(
            ports.map { ($0.0, $0.1.open(context, settings.values)) },
            uniquingKeysWith: { first, _ in first })
        let shell = Shell(
            context,
            State(
                session: session, log: ProgramLog(at: now), ends: open,
                pace: OutputPace(at: now), logPace: OutputPace(at: now)),
            .init(diagnostics: { state, _ in diagnostics(manifest, state) }))
        shell.onClose(orSay: "its program does not end") { program.stop() }
        let timer = shell.timer(nil) { shell, now in
            run(program, shell) { $0.tick(at: now) }
        }
        shell.with { state in
            state.timer = timer
            timer.set(.at(state.session.nextWake))
        }
        write(session.start(settings.values), program, shell)
        let ends = [program.stream.descriptor] + (program.ending.map { [$0] } ?? [])
        shell.watch(pacing: ends) { shell, index in
            guard index > 0 else { return receive(program, shell) }
            // What it has started may have its output open, and write for ever: what is there now is all that counts.
            for _ in 0..<lastReads {
                guard case .some(let bytes?) = try? program.stream.read(atMost: 16384),
                    !bytes.isEmpty
                else { break }
                let now = shell.now
                run(program, shell) { $0.receive(bytes, at: now) }
            }
            end(program, shell)
            return .end
        }
        if let log = program.log {
            shell.watch(pacing: [log.descriptor], name: "log") { shell, _ in
                guard let bytes = receiveLog(log, shell) else { return .end }
                return shell.with { $0.logPace.next(0, bytes, at: shell.now) } ?? .end
            }
        }
        return shell
    }

    /// As many as empty a socket of Linux (net.core.wmem_default, 208 KiB).
    private static let lastReads = 16

    // MARK: What comes

    private static func receive(_ program: DriverProgram, _ shell: Shell) -> ReadSource.Next {
        var received = 0
        do throws(IOError) {
            guard let bytes = try program.stream.read(atMost: 16384) else { return .watch }
            guard !bytes.isEmpty else {
                end(program, shell)
                return .end
            }
            let now = shell.now
            received = bytes.count
            run(program, shell) { $0.receive(bytes, at: now) }
        } catch {
            end(program, shell)
            return .end
        }
        return shell.with { $0.pace.next($0.session.lines, received, at: shell.now) } ?? .end
    }

    /// Takes what is there of its log; gives how much that was, `nil` at the end.
    private static func receiveLog(_ log: StreamSocket, _ shell: Shell) -> Int? {
        do throws(IOError) {
            guard let bytes = try log.read(atMost: 16384) else { return 0 }
            guard !bytes.isEmpty else { return nil }
            let now = shell.now
            let lines = shell.with { $0.log.receive(bytes, at: now) }
            for line in lines ?? [] { shell.context.log.info(line) }
            return bytes.count
        } catch {
            return nil
        }
    }

    /// The program has ended, or has closed its output.
    private static func end(_ program: DriverProgram, _ shell: Shell) {
        let words = program.end()
        if let log = program.log { _ = receiveLog(log, shell) }
        let now = shell.now
        let last = shell.with { state -> String? in
            _ = state.log.finish(at: now)
            return state.log.last.last
        }
        let said = last.flatMap { $0 }.map { "; its last words: \($0)" } ?? ""
        shell.fail(DeviceError(.other, words + said))
    }

    // MARK: What is done

    private static func run(
        _ program: DriverProgram, _ shell: Shell,
        _ body: (inout ProgramSession) -> [ProgramSession.Action]
    ) {
        var bytes: [UInt8] = []
        var warnings: [String] = []
        var fault: DeviceError?
        shell.with { state in
            var actions = body(&state.session)[...]
            while let action = actions.popFirst(), fault == nil {
                switch action {
                case .send(let line): bytes += line
                case .warn(let words): warnings.append(words)
                case .fail(let error): fault = error
                case .publish(let port, let line):
                    if let why = state.ends[port]?.publish(line) {
                        actions += state.session.refuseValue(of: port, why)
                    }
                }
            }
            state.timer?.set(.at(state.session.nextWake))
        }
        for warning in warnings { shell.context.log.warning(warning) }
        if let fault { return shell.fail(fault) }
        write(bytes, program, shell)
    }

    private static func write(_ bytes: [UInt8], _ program: DriverProgram, _ shell: Shell) {
        guard !bytes.isEmpty else { return }
        // A few bytes on an idle stream: if these do not fit, nobody reads there.
        let count = (try? program.stream.write(bytes[...])) ?? bytes.count
        if count < bytes.count {
            shell.fail(DeviceError(.timeout, "the program does not read its input"))
        }
    }

    private static func diagnostics(_ manifest: Manifest, _ state: State) -> [Diagnostic] {
        var all = [
            Diagnostic("plugin", .string("\(manifest.name) \(manifest.version)")),
            Diagnostic("lines", .number(Double(state.session.lines))),
            Diagnostic("lines_refused", .number(Double(state.session.refused))),
            Diagnostic("latest_problem", JSONValue(state.session.latestProblem)),
        ]
        if !state.log.last.isEmpty {
            all.append(
                Diagnostic("last_words", .array(state.log.last.map { .string($0) })))
            all.append(Diagnostic("log_lines_held_back", .number(Double(state.log.heldBack))))
        }
        if !state.session.info.isEmpty {
            all.append(Diagnostic("info", .object(state.session.info)))
        }
        return all
    }
}

/// How fast a program may write: what is more waits in its own output, and nobody else for it.
struct OutputPace: Sendable {
    private static let linesPerSecond: UInt64 = 1000
    private static let bytesPerSecond = 1 << 20

    private var since: Instant
    private var before: UInt64 = 0
    private var bytes = 0

    init(at now: Instant) {
        since = now
    }

    /// What comes after so many lines since the start, and so many bytes more.
    mutating func next(_ lines: UInt64, _ more: Int, at now: Instant) -> ReadSource.Next {
        if now - since >= .seconds(1) { (since, before, bytes) = (now, lines, 0) }
        bytes += more
        guard lines - before > Self.linesPerSecond || bytes > Self.bytesPerSecond else {
            return .watch
        }
        return .rest(.seconds(1) - (now - since))
    }
}
