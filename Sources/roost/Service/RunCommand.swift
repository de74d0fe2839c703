import CommandKit
import Control
import Core
import Glibc
import JSON
import LinuxIO
import Recording
import Threads

/// `roost run CONFIG`: the service itself.
enum RunCommand {
    static let usage = """
        roost run CONFIG [--runtime DIR]
              run as a service, in the foreground, until SIGTERM or SIGINT: then every device is brought to
              its safe state. SIGHUP applies CONFIG again, as roost apply does; where it has a terminal, that
              is gone, and it stops. One roost a runtime directory.

        \(ServiceInstance.usage) What policies remember over a
        restart is in $STATE_DIRECTORY, or in DIR/state when --runtime is given; so are the records
        (roost log), unless "recorder" of the configuration says otherwise.
        """

    static func main(_ words: [String]) throws(CommandError) -> Int32 {
        do throws(CommandError) {
            return try run(words)
        } catch {
            if error.code == ExitCode.badConfiguration { tellRefusal(error.message) }
            throw error
        }
    }

    /// What `systemctl status` shows of a service that has not begun, beside what is in the journal: the first line of the
    /// file that is wrong. Without a configuration everything is parked, by the unit.
    private static func tellRefusal(_ message: String) {
        let lines = message.split(separator: "\n")
        let first = lines.count > 1 ? lines[1] : lines.first ?? ""
        SystemdManager.current().notify("STATUS=does not run: \(first.prefix(300))")
    }

    private static func run(_ words: [String]) throws(CommandError) -> Int32 {
        let instance = try ServiceInstance(words)
        defer { withExtendedLifetime(instance) {} }
        let memories = FileMemoryStore(
            directory: try StateDirectory.make(
                runtimeOption: instance.runtimeOption, instance.runtime))
        let history = ConfigurationHistory(state: memories.directory)
        let selection = history.selection
        let configuration = instance.offer.selected(in: instance.configuration, selection)
        let scheduler = DispatchScheduler()
        let level = configuration.general.logLevel
        return try withLog(level, clock: scheduler) { log throws(CommandError) in
            let recorder = Recorder.ofService(
                configuration, memories, scheduler, Log(log, source: "recorder"))
            defer { recorder?.close() }
            let recorded: any LogOutput =
                recorder.map { RecordedLog(log, $0, clock: scheduler) } ?? log
            let events = EventRing(over: recorded, clock: scheduler)
            let reload = HangUp.action(
                applying: instance.path, at: socket(of: configuration, instance.runtime),
                log: Log(events, source: "roost"))
            let protection = ProtectionKeeper(
                FileProtectionStore(directory: memories.directory), scheduler: scheduler,
                log: Log(events, source: "roost"),
                file: { fileNow(instance.path, history.selection) })
            let started = protection.start(with: configuration, memories)
            let host = try SupervisorHost(
                started.configuration, runtime: instance.runtime,
                manager: SystemdManager.current(), memories: memories,
                protection: protection, started: started,
                observer: { recorder?.observer(of: $0) },
                onChange: {
                    log.set(threshold: $0.general.logLevel)
                    recorder?.goOn(with: $0)
                }, onHangUp: reload,
                scheduler: scheduler, log: events)
            tell(selection, in: configuration, host.log)
            tell(started, host.log)
            // A deployment that is only tried is kept or taken back by then: what it was tried beside counts no more.
            let trial = keptFile(of: instance.path) == instance.path ? nil : trialLimit
            let afterTrial = trial.map { limit in
                scheduler.after(limit, name: "trial") { [supervisor = host.supervisor] _ in
                    supervisor.beginToKeepProtection()
                }
            }
            defer { afterTrial?.cancel() }
            WorkerThread.start("history", for: .service) {
                [offer = configuration.offer ?? instance.offer] in
                history.keep(offer, by: nil, host.log)
            }
            let years = YearRecorder.ofService(host, memories)
            // Each for two seconds at most: a card that stalls does not keep the service from its end.
            defer {
                years?.close()
                protection.close()
                memories.close()
            }
            return try serve(host, events, instance.runtime, history, years)
        }
    }

    /// Says which policies go on with the settings of a shadow, and which were to and cannot.
    private static func tell(
        _ selection: [String: String], in configuration: Configuration, _ log: Log
    ) {
        for (policy, name) in selection.sorted(by: { $0.key < $1.key }) {
            if configuration.selection[policy] == name {
                log.notice("\(policy) uses the settings of \(name), as roost use had it")
            } else {
                log.warning(
                    "\(policy) was to use the settings of \(name), which is no shadow of it any more"
                )
            }
        }
    }

    /// roost-stick watches a deployment for a minute, and waits for its start.
    private static let trialLimit = Duration.seconds(180)

    /// Says what of the file does not hold, and by what it allows more than before.
    private static func tell(_ started: StartedConfiguration, _ log: Log) {
        for line in started.kept {
            log.warning("\(line): a restart does not loosen it; roost apply of the file does")
        }
        for line in started.looser {
            log.warning("\(line): the file was changed since it ran last, and allows more")
        }
        if let conflict = started.conflict {
            log.error("\(conflict); nothing takes off before roost acknowledge")
        }
    }

    /// What the file of the service has at the next boot; `nil` where it is not good.
    private static func fileNow(_ path: String, _ selection: [String: String]) -> Configuration? {
        guard let read = try? ConfigurationFile.offer(keptFile(of: path)) else { return nil }
        return read.offer.selected(in: read.configuration, selection)
    }

    /// A deployment lies in a folder with its number, beside a link "current" to the one that is kept (docs/stick.md). One
    /// that is only tried goes by itself: what is kept is what a person has decided.
    private static func keptFile(of path: String) -> String {
        guard let parts = resolvedPath(path)?.split(separator: "/"), parts.count > 2,
            Int(parts[parts.count - 2]) != nil
        else { return path }
        let folder = parts.dropLast(2).map { "/\($0)" }.joined()
        let kept = "\(folder)/current/\(parts[parts.count - 1])"
        return access(kept, R_OK) == 0 ? kept : path
    }

    private static func serve(
        _ host: SupervisorHost, _ events: EventRing, _ runtime: String,
        _ history: ConfigurationHistory, _ years: YearRecorder?
    ) throws(CommandError) -> Int32 {
        let server = try controlServer(
            at: socket(of: host.supervisor.configuration, runtime), events, host, history, years)
        defer { server.close() }
        let left = ConfigurationFile.registry.leftBehind(in: runtime)
        host.supervisor.start()
        host.supervisor.attend(to: left)
        return host.waitForEnd()
    }

    private static func socket(of configuration: Configuration, _ runtime: String) -> String {
        SystemPaths(runtime: runtime).resolve(configuration.general.controlSocket)
    }

    private static func controlServer(
        at socket: String, _ events: EventRing, _ host: SupervisorHost,
        _ history: ConfigurationHistory, _ years: YearRecorder?
    ) throws(CommandError) -> ControlServer {
        do throws(IOError) {
            let service = ControlService(
                host.supervisor, scheduler: host.scheduler, log: host.log,
                registry: ConfigurationFile.registry,
                years: { years?.json ?? [:] },
                onKept: { history.keep($0, by: $1, host.log) })
            return try ControlServer(
                path: socket, service: service, events: events, clock: host.scheduler,
                log: host.log)
        } catch {
            let isTaken = error.code == EADDRINUSE
            throw .failed(
                isTaken ? "another roost is running: it answers at \(socket)" : "\(error)")
        }
    }
}
