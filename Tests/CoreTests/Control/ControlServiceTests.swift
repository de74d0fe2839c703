@testable import Core
import Devices
import Synchronization
import TestSupport
import Testing

@Suite struct ControlServiceTests {
    private let clock = ManualScheduler(now: Instant(nanoseconds: 1_000_000_000_000))
    private let log = MemoryLog()
    private let replies = Journal()

    private static let house = """
        {"name": "shed", "drivers": {"inside": {"driver": "sensor"}, "bolt": {"driver": "bolt"}},
         "policies": {"keeper": {"policy": "keeper",
          "inputs": {"temperature": "inside"}, "outputs": {"bolt": "bolt"}}}}
        """

    @Test("a request reaches the policy, and its answer the sender") func answered() throws {
        let service = try started()
        ask(service, #"{"request": "send", "command": "lock"}"#)
        #expect(replies.entries == [])
        clock.advance(by: .milliseconds(120))
        #expect(replies.take() == [#"{"message":"asked to lock","ok":true}"#])
        #expect(log.lines.contains("notice roost: asked by a person: lock"))
        ask(service, #"{"request": "send", "command": "unlock"}"#)
        clock.advance(by: .seconds(5))
        #expect(replies.take() == [#"{"error":"asked to unlock","ok":false}"#])
    }

    @Test("a policy that does not answer within two seconds is named") func silent() throws {
        let policy = ScriptedPolicy().entry(
            "deaf", bindings: ["request": PortAddress(driver: "remote", port: "door")])
        let supervisor = supervisor(try configuration(policies: [policy]))
        supervisor.start()
        let service = ControlService(
            supervisor, scheduler: clock, log: Log(log, source: "roost"))
        ask(service, #"{"request": "send", "command": "lock"}"#)
        clock.advance(by: .milliseconds(1990))
        #expect(replies.entries == [])
        clock.advance(by: .milliseconds(30))
        #expect(replies.take() == [#"{"error":"deaf did not answer within 2.0 s","ok":false}"#])
        clock.advance(by: .seconds(60))
        #expect(replies.entries == [])
    }

    @Test("a request that nobody listens to is refused at once") func nobody() throws {
        let service = try started()
        ask(service, #"{"request": "send", "command": "takeoff"}"#)
        #expect(
            replies.entries
                == [#"{"error":"no policy is running that would fly a drone","ok":false}"#])
    }

    @Test("while Roost stops it takes no requests, but tells how it is") func stopping() throws {
        let supervisor = supervisor(try ControlServiceTests.read())
        supervisor.start()
        supervisor.stop(because: "test")
        let service = ControlService(
            supervisor, scheduler: clock, log: Log(log, source: "roost"))
        ask(service, #"{"request": "send", "command": "lock"}"#)
        #expect(replies.take().first?.contains("and takes no requests") == true)
        ask(service, #"{"request": "status"}"#)
        #expect(replies.take().first?.hasPrefix(#"{"ok":true"#) == true)
    }

    @Test("what is no request is refused in the log and to the sender") func refused() throws {
        let service = try started()
        ask(service, "land!")
        service.handleTooLong { [replies] in replies.note($0.line) }
        #expect(replies.entries.count == 2)
        #expect(replies.entries.allSatisfy { $0.hasSuffix(#""ok":false}"#) })
        #expect(log.lines.filter { $0.hasPrefix("warning roost: request refused: ") }.count == 2)
    }

    @Test("requests are numbered in the order in which they were asked") func sequence() {
        let desk = RemoteDesk(at: .zero)
        #expect(desk.ask(FlightRequest.Action.land, at: .zero) == 1)
        #expect(desk.ask(DoorRequest.Action.lock, at: .zero) == 2)
        #expect(desk.ask(FlightRequest.Action.hover, at: .zero) == 3)
    }

    @Test("the status has every driver, source and policy, with its figures") func status() throws {
        let service = try started()
        clock.advance(by: .milliseconds(950))
        let box = ReplyBox()
        service.handle(Array(#"{"request": "status"}"#.utf8)) { box.keep($0) }
        let status = try #require(box.kept["status"])
        #expect(status["name"] == "shed")
        #expect(status["phase"] == "running")
        #expect(status["uptime_seconds"] == 0.95)
        guard case .array(let drivers)? = status["drivers"],
            case .array(let policies)? = status["policies"]
        else {
            Issue.record("no lists in \(status.line)")
            return
        }
        #expect(drivers.map { $0["state"] } == ["running", "running"])
        let sample = drivers.last?["sources"]?["temperature"]
        #expect(sample?["value"] == ["celsius": 21])
        #expect(sample?["quality"] == "good")
        #expect(sample?["age_seconds"] == 0.95)
        #expect(policies.first?["ticks"] == 10)
        #expect(policies.first?["reason"]?["text"] == "warm: 21.0")
    }

    @Test("a value with a number that JSON cannot hold does not spoil the status")
    func notANumber() {
        let sample = Sample.good(Temperature(celsius: .nan), at: .zero)
        let report = SourceReport(sample, at: .zero)
        #expect(report.value == .null)
        #expect(JSONValue(encoding: report) != nil)
    }

    private static func read() throws -> Configuration {
        try ConfigurationReader.read(Array(house.utf8), registry: testCatalogue)
    }

    private func supervisor(_ configuration: Configuration) -> Supervisor {
        Supervisor(
            configuration, scheduler: clock, log: Log(log, source: "roost"),
            runtime: "/nonexistent", manager: NoServiceManager(), onStopped: { _ in })
    }

    private func started() throws -> ControlService {
        let supervisor = supervisor(try Self.read())
        supervisor.start()
        return ControlService(supervisor, scheduler: clock, log: Log(log, source: "roost"))
    }

    private func ask(_ service: ControlService, _ line: String) {
        service.handle(Array(line.utf8)) { [replies] in replies.note($0.line) }
    }
}

private final class ReplyBox: Sendable {
    private let reply = Mutex(JSONValue.null)

    func keep(_ value: JSONValue) { reply.withLock { $0 = value } }
    var kept: JSONValue { reply.withLock { $0 } }
}
