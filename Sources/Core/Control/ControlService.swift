import Devices
import Synchronization

/// Answers requests: bytes of one line in, one JSON value out. Knows no socket.
package final class ControlService: Sendable {
    package typealias Reply = @Sendable (JSONValue) -> Void

    /// How long a policy has to answer a request before the sender is told that it did not.
    private static let timeout = Duration.seconds(2)
    static let pollPeriod = Duration.milliseconds(10)

    let supervisor: Supervisor
    let scheduler: any Scheduler
    let log: Log
    private let lastAction = Mutex<UInt64>(0)

    package init(_ supervisor: Supervisor, scheduler: any Scheduler, log: Log) {
        self.supervisor = supervisor
        self.scheduler = scheduler
        self.log = log
    }

    /// Handles one request line. `reply` is called once, perhaps later and on another thread.
    package func handle(_ line: [UInt8], reply: @escaping Reply) {
        do throws(ControlError) {
            switch try ControlRequest(line: line) {
            case .status: reply(try status())
            case .act(let request): try act(request, reply)
            case .flight(let action):
                try ask(RemoteDesk.flight, to: "fly a drone", Self.words(for: action), reply) {
                    $0.ask(action, at: $1)
                }
            case .door(let action):
                try ask(RemoteDesk.door, to: "keep a door", action.rawValue, reply) {
                    $0.ask(action, at: $1)
                }
            }
        } catch {
            log.warning("request refused: \(error)")
            reply(Self.failure(error.description))
        }
    }

    /// What a sender is told whose line was longer than any request.
    package func handleTooLong(reply: Reply) {
        let why = "the request is longer than \(ControlRequest.maxLineBytes) bytes"
        log.warning("request refused: \(why)")
        reply(Self.failure(why))
    }

    private func status() throws(ControlError) -> JSONValue {
        let report = supervisor.status(at: scheduler.now)
        guard let status = JSONValue(encoding: report, keys: .snakeCase) else {
            throw ControlError("the status could not be put into JSON")
        }
        return ["ok": true, "status": status]
    }

    // MARK: Asking a policy

    /// Publishes a request at `port` of the remote desk and replies with the policies' answer.
    private func ask<Request>(
        _ port: Port<Request>, to purpose: String, _ words: String, _ reply: @escaping Reply,
        publish: (RemoteDesk, Instant) -> UInt64
    ) throws(ControlError) {
        let listeners = try listeners(to: port.name, purpose)
        log.notice("asked by a person: \(words)")
        let now = scheduler.now
        let sequence = publish(supervisor.remote, now)
        pollAnswer(sequence, from: listeners, until: now + Self.timeout, reply)
    }

    /// The policies that read a port of the remote desk.
    private func listeners(
        to port: String, _ purpose: String
    ) throws(ControlError) -> [PolicyRunner] {
        let binding = PortAddress(driver: ConfigurationReader.remoteName, port: port)
        let listeners = supervisor.policies.filter { $0.entry.bindings.values.contains(binding) }
        guard !listeners.isEmpty else {
            throw ControlError("no policy is running that would \(purpose)")
        }
        guard supervisor.phaseName == "running" else {
            throw ControlError("roost is \(supervisor.phaseName) and takes no requests")
        }
        return listeners
    }

    /// Waits, without blocking anything, until a policy has answered.
    private func pollAnswer(
        _ sequence: UInt64, from listeners: [PolicyRunner], until deadline: Instant,
        _ reply: @escaping Reply
    ) {
        _ = scheduler.after(Self.pollPeriod, name: "answer") { tick in
            let answers = listeners.compactMap { $0.latest?.answer }
            if let answer = answers.first(where: { $0.sequence == sequence }) {
                reply(Self.answer(answer))
            } else if tick.now < deadline {
                self.pollAnswer(sequence, from: listeners, until: deadline, reply)
            } else {
                let names = listeners.map(\.entry.name).joined(separator: ", ")
                reply(Self.failure("\(names) did not answer within \(text(of: Self.timeout))"))
            }
        }
    }

    private static func answer(_ answer: Answer) -> JSONValue {
        answer.isAccepted
            ? ["ok": true, "message": .string(answer.message)] : failure(answer.message)
    }

    /// The number of the next action.
    func nextAction() -> UInt64 {
        lastAction.withLock { last in
            last += 1
            return last
        }
    }

    static func failure(_ message: String) -> JSONValue {
        ["ok": false, "error": .string(message)]
    }

    private static func words(for action: FlightRequest.Action) -> String {
        switch action {
        case .target(let position, let altitude):
            "target \(position.latitude), \(position.longitude)"
                + (altitude.map { " at \(shortText(of: $0)) m" } ?? "")
        case .takeOff: "take off"
        case .land: "land"
        case .hover: "hover"
        case .reset: "reset the emergency"
        }
    }
}
