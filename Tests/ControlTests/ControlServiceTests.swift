@testable import Control
@testable import Core
import JSON
import Synchronization
import TestSupport
import Testing
import Values

@Suite struct ControlServiceTests {
    private let clock = ManualScheduler(now: Instant(nanoseconds: 1_000_000_000_000))
    private let log = MemoryLog()
    private let replies = EventLog()

    private static let house = """
        {"name": "shed", "drivers": {"inside": {"driver": "sensor"}, "bolt": {"driver": "bolt"}},
         "policies": {"keeper": {"policy": "keeper",
          "inputs": {"temperature": "inside"}, "outputs": {"bolt": "bolt"}}}}
        """

    @Test("a request reaches the policy, and its answer the sender") func answered() throws {
        let service = try started()
        ask(service, #"{"request": "send", "words": ["shut"]}"#)
        #expect(replies.entries == [])
        clock.advance(by: .milliseconds(120))
        #expect(replies.take() == [#"{"message":"shut","ok":true}"#])
        #expect(log.lines.contains("notice roost: asked by a person of keeper: shut"))
        ask(service, #"{"request": "send", "to": "keeper", "name": "open"}"#)
        clock.advance(by: .seconds(5))
        #expect(
            replies.take() == [#"{"code":"refused","error":"it stays shut","ok":false}"#])
        ask(service, #"{"request": "send", "words": ["keeper", "warn", "4°C"]}"#)
        clock.advance(by: .seconds(5))
        #expect(replies.take() == [#"{"message":"warns below 4.0","ok":true}"#])
    }

    @Test("who asks through another program is named in the log") func by() throws {
        let service = try started()
        ask(service, #"{"request": "send", "words": ["shut"], "by": "kitchen at 10.0.0.7"}"#)
        clock.advance(by: .milliseconds(120))
        #expect(log.lines.contains("notice roost: asked by kitchen at 10.0.0.7 of keeper: shut"))
    }

    @Test("what goes further than its sender may is refused with what may be sent, and logged")
    func limited() throws {
        let service = try started()
        let refused = [
            #""name": "open", "at_most": "safer", "by": "mia""#:
                #""open" is ordinary; mia may send only requests that are safer"#,
            #""words": ["warn", "4°C"], "allow": ["open", "shut"], "by": "mqtt""#:
                #""warn" is not one of the requests that mqtt may send: open, shut"#,
            #""words": ["keeper", "open"], "allow": []"#:
                #""open" is not one of the requests that a person may send: none"#,
        ]
        for (members, why) in refused {
            ask(service, #"{"request": "send", \#(members)}"#)
            let answer: JSONValue = ["ok": false, "code": "forbidden", "error": .string(why)]
            #expect(replies.take() == [answer.line])
            #expect(log.lines.last == "warning roost: request refused: \(why)")
        }
        ask(service, #"{"request": "send", "name": "shut", "at_most": "safer", "allow": ["shut"]}"#)
        clock.advance(by: .milliseconds(120))
        #expect(replies.take() == [#"{"message":"shut","ok":true}"#])
    }

    @Test("two requests within one step are both done, and both answered") func both() throws {
        let service = try started()
        ask(service, #"{"request": "send", "words": ["shut"]}"#)
        ask(service, #"{"request": "send", "words": ["open"]}"#)
        clock.advance(by: .milliseconds(120))
        #expect(replies.entries.count == 2)
    }

    @Test("a policy that does not answer within two seconds is named") func silent() throws {
        let supervisor = try supervisor(try deafConfiguration())
        supervisor.start()
        let service = ControlService(
            supervisor, scheduler: clock, log: Log(log, source: "roost"))
        ask(service, #"{"request": "send", "words": ["open"]}"#)
        clock.advance(by: .milliseconds(1990))
        #expect(replies.entries == [])
        clock.advance(by: .milliseconds(30))
        #expect(
            replies.take()
                == [#"{"code":"unanswered","error":"deaf did not answer within 2.0 s","ok":false}"#]
        )
        clock.advance(by: .seconds(60))
        #expect(replies.entries == [])
    }

    @Test("a request that nobody takes is refused at once") func nobody() throws {
        let service = try started()
        ask(service, #"{"request": "send", "words": ["takeoff"]}"#)
        clock.advance(by: .milliseconds(1))
        #expect(replies.entries.first?.contains("nothing here takes a request") == true)
    }

    @Test("the course of each figure is told to whoever asks") func history() throws {
        let service = try started()
        for _ in 0..<2 {
            service.recordFigures(at: clock.now)
            clock.advance(by: .seconds(10))
        }
        ask(service, #"{"request": "history"}"#)
        let told = try #require(replies.take().first)
        #expect(told.contains(#""ages_seconds":[20,10]"#))
        #expect(told.contains(#""inside.temperature.celsius":[21,21]"#))
        #expect(told.contains(#""keeper.step_p99_ms":["#))
        ask(service, #"{"request": "history", "of": "inside"}"#)
        #expect(replies.take().first?.contains("unknown key") == true)
    }

    @Test("plugins are asked at most once a second, however often watchers look") func askedRarely()
        throws
    {
        let service = try started()
        func askedAt() -> JSONValue? {
            guard case .array(let policies)? = service.watched(at: clock.now)["policies"] else {
                return nil
            }
            return policies.first?["details"]?["asked_at_seconds"]
        }
        #expect(askedAt() == 1000)
        for _ in 0..<4 {
            clock.advance(by: .milliseconds(200))
            #expect(askedAt() == 1000)
        }
        clock.advance(by: .milliseconds(200))
        #expect(askedAt() == 1001)
    }

    @Test("checks are told of those policies that have some") func checks() throws {
        let service = try started()
        ask(service, #"{"request": "checks"}"#)
        #expect(replies.take() == [#"{"ok":true,"policies":[]}"#])
        clock.advance(by: .milliseconds(120))
        ask(service, #"{"request": "checks"}"#)
        #expect(
            replies.take() == [
                #"{"ok":true,"policies":[{"checks":[{"limit":"at least -20 °C","measured":"21.0 °C","#
                    + #""name":"warmth","obstacles":[],"verdict":"met"}],"is_ready":true,"#
                    + #""name":"keeper","policy":"keeper"}]}"#
            ])
    }

    @Test("what can be asked is listed") func listed() throws {
        let service = try started()
        ask(service, #"{"request": "requests"}"#)
        #expect(replies.entries.first?.contains(#""synopsis":"warn BELOW""#) == true)
    }

    @Test("while Roost stops it takes no requests, but tells how it is") func stopping() throws {
        let supervisor = try supervisor(try ControlServiceTests.read())
        supervisor.start()
        supervisor.stop(because: "test")
        let service = ControlService(
            supervisor, scheduler: clock, log: Log(log, source: "roost"))
        ask(service, #"{"request": "send", "words": ["shut"]}"#)
        clock.advance(by: .milliseconds(1))
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

    @Test("a request that is a value already is answered as its line is, and nobody watches by one")
    func value() throws {
        let service = try started()
        let requests: [JSONValue] = [
            ["request": "requests"], ["request": "watch"], ["request": "land"],
            ["request": "send", "words": ["shut", "loudly"]],
        ]
        for request in requests {
            service.handle(request) { [replies] in replies.note($0.line) }
            clock.advance(by: .milliseconds(1))
            ask(service, request.line)
            clock.advance(by: .milliseconds(1))
            let answers = replies.take()
            #expect(answers.count == 2 && answers.first == answers.last)
        }
        #expect(
            log.lines.filter { $0 == "warning roost: request refused: nobody can watch here" }.count
                == 2)
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

    @Test("a value that came while the status was made is not of the future")
    func newer() {
        let sample = Sample.good(Temperature(celsius: 20), at: .zero + .milliseconds(12))
        #expect(SourceReport(sample, at: .zero).ageSeconds == 0)
    }

    private static func read() throws -> Configuration {
        try ConfigurationReader.read(Array(house.utf8), registry: testRegistry)
    }

    private func supervisor(_ configuration: Configuration) throws -> Supervisor {
        try Supervisor(
            configuration, scheduler: clock, log: Log(log, source: "roost"),
            runtime: "/nonexistent", manager: NoServiceManager(), onStopped: { _ in })
    }

    private func started() throws -> ControlService {
        let supervisor = try supervisor(try Self.read())
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
