import Core
import Glibc
import JSON
import LinuxIO
import Values

extension PluginTrial {
    /// A program that runs for a trial, and what it has said so far.
    struct Conversation {
        let program: DriverProgram
        private(set) var session: ProgramSession
        /// Why it cannot go on, as it says itself.
        private(set) var fault: DeviceError?
        /// What it has not done in time.
        private var lateness: DeviceError?
        /// The values of the ports, by their names.
        private(set) var heard: [String: String] = [:]
        /// Why there is none.
        private var absences: [String: String] = [:]
        /// Whether each line is sent in two pieces, with a pause between them.
        var isCutting = false
        /// Whether it has closed its output.
        private var hasEnded = false
        private let ends: [String: ExternalPort.End]
        private let clock: any Scheduler

        /// Starts a program, and says the first line in this version of the protocol.
        init(
            _ trial: PluginTrial, version: Int = Manifest.version
        ) throws(DeviceError) {
            let ports = trial.manifest.ports.map { (name: $0.key, port: $0.value.port($0.key)) }
            let now = trial.clock.now
            let connections = PortConnections(
                Dictionary(
                    ports.map { ($0.name, $0.port.driverPort.makeEndpoint(now)) },
                    uniquingKeysWith: { first, _ in first }))
            let context = DriverContext(
                name: "trial", scheduler: trial.clock, log: Log(Silence(), source: "trial"),
                system: SystemPaths(runtime: ""), connections: connections,
                resources: SharedResourcePool(), onFailure: { _ in })
            ends = Dictionary(
                ports.map { ($0.name, $0.port.open(context, trial.settings.values)) },
                uniquingKeysWith: { first, _ in first })
            clock = trial.clock
            session = ProgramSession("trial", trial.manifest, trial.json, at: now)
            program = try DriverProgram(
                starting: trial.manifest.program, in: trial.folder)
            send(session.start(trial.settings.values, version: version))
        }

        mutating func send(_ bytes: [UInt8]) {
            let pieces = isCutting ? [bytes.prefix(3), bytes.dropFirst(3)] : [bytes[...]]
            for piece in pieces {
                _ = try? program.stream.writeAll(Array(piece), milliseconds: 1000)
                if isCutting { usleep(50_000) }
            }
        }

        /// Listens for so long, or until `isDone`, or until it is over.
        ///
        /// - Returns: whether it is done.
        mutating func go(for limit: Duration, until isDone: (Conversation) -> Bool) -> Bool {
            let end = clock.now + limit
            while !isDone(self) {
                guard clock.now < end, fault == nil, lateness == nil, !hasEnded else {
                    return false
                }
                do throws(IOError) {
                    guard try program.stream.wait(milliseconds: 20),
                        let bytes = try program.stream.read(atMost: 16384)
                    else {
                        tick()
                        continue
                    }
                    if bytes.isEmpty { hasEnded = true }
                    perform(session.receive(bytes, at: clock.now))
                } catch {
                    hasEnded = true
                }
                tick()
            }
            return true
        }

        private mutating func tick() {
            for action in session.tick(at: clock.now) {
                switch action {
                case .send(let line): send(line)
                case .fail(let error): lateness = lateness ?? error
                case .warn, .publish: break
                }
            }
        }

        private mutating func perform(_ actions: [ProgramSession.Action]) {
            for action in actions {
                switch action {
                case .send(let line): send(line)
                case .warn: break
                case .fail(let error): fault = fault ?? error
                case .publish(let port, let line):
                    if let why = ends[port]?.publish(line) {
                        _ = session.refuseValue(of: port, why)
                    } else if case .absent(let why, _) = line {
                        absences[port] = why
                    } else {
                        heard[port] = line.words
                    }
                }
            }
        }

        /// What a row is that wants something of it: good, or why not.
        func verdict(_ isGood: Bool, _ words: String, _ praise: String = "") -> Verdict {
            if isGood { return .good(praise) }
            if let fault, fault.kind.isTransient {
                return .bad("\(fault.message); the trial needs the device, and nobody else at it")
            }
            if let why = fault ?? lateness { return .bad(why.message) }
            return .bad(hasEnded ? program.end() : words)
        }

        mutating func hears(_ port: String, within limit: Duration) -> Verdict {
            if go(for: limit, until: { $0.heard[port] != nil }) {
                return .good(heard[port] ?? "")
            }
            if let why = absences[port] { return .none("only that it is absent: \(why)") }
            return verdict(false, "nothing in \(shortText(of: limit.seconds)) s")
        }
    }

    /// What a program writes to its standard error is shown by nobody here.
    private struct Silence: LogOutput {
        func write(_ level: LogLevel, source: String, _ message: String) {}
    }
}

extension ExternalPort.Line {
    fileprivate var words: String {
        switch self {
        case .value(let value, _, let doubt):
            value.line + (doubt.map { ", doubtful: \($0)" } ?? "")
        case .absent(let why, _): "absent: \(why)"
        case .event(let word, _): word
        }
    }
}
