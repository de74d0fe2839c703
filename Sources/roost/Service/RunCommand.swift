import Core
import Glibc
import LinuxIO
import Program
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
            let host = try SupervisorHost(
                configuration, runtime: instance.runtime,
                manager: SystemdManager.current(), memories: memories,
                observer: { recorder?.observer(of: $0) },
                onChange: {
                    log.set(threshold: $0.general.logLevel)
                    recorder?.goOn(with: $0)
                }, onHangUp: reload,
                scheduler: scheduler, log: events)
            tell(selection, in: configuration, host.log)
            WorkerThread.start("history", for: .service) {
                [offer = configuration.offer ?? instance.offer] in
                history.keep(offer, by: nil, host.log)
            }
            let years = YearRecorder.ofService(host, memories)
            // Each for two seconds at most: a card that stalls does not keep the service from its end.
            defer {
                years?.close()
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
                registry: ConfigurationFile.registry, years: { years?.json ?? [:] },
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
