@testable import Control
import JSON
import TestSupport
import Testing
import Values

@testable import Core

@Suite struct ControlRequestTests {
    private func request(_ line: String) throws(PlainError) -> ControlRequest {
        try ControlRequest(line: Array(line.utf8))
    }

    @Test("status and requests are asked without anything else") func plain() throws {
        #expect(try request(#" {"request":"status"} "#) == .status)
        #expect(try request(#"{"request": "checks"}"#) == .checks)
        #expect(try request(#"{"request": "requests"}"#) == .requests)
        #expect(try request(#"{"request": "metrics"}"#) == .metrics)
        #expect(try request(#"{"request": "history"}"#) == .history)
        #expect(try request(#"{"request": "years"}"#) == .years)
    }

    @Test("a value is read as the line that it would be, and refused with the same words")
    func values() throws {
        let send: JSONValue = [
            "request": "send", "to": "pilot", "name": "target",
            "arguments": ["latitude": 52.5, "altitude": "3m"], "deadline_ns": 9_000_000_000,
        ]
        #expect(
            try ControlRequest(json: send)
                == .send(
                    .named(
                        "target", of: "pilot", arguments: ["latitude": 52.5, "altitude": "3m"]),
                    deadline: Instant(nanoseconds: 9_000_000_000)))
        #expect(try ControlRequest(json: send) == request(send.line))
        let wrong: [JSONValue] = ["land", ["request": "land"], ["request": "restart", "name": 7]]
        for json in wrong {
            let refusal = thrownError(PlainError.self) { try ControlRequest(json: json) }
            let refusalOfLine = thrownError(PlainError.self) { try request(json.line) }
            #expect(refusal?.description == refusalOfLine?.description)
            #expect(refusal != nil)
        }
    }

    @Test("who watches may say how often, within limits") func watch() throws {
        #expect(try request(#"{"request": "watch"}"#) == .watch(every: .milliseconds(500)))
        #expect(
            try request(#"{"request": "watch", "every_ms": 200}"#)
                == .watch(every: .milliseconds(200)))
        for period in ["99", "60001", "\"1\"", "null"] {
            let refusal = thrownError(PlainError.self) {
                try request(#"{"request": "watch", "every_ms": \#(period)}"#)
            }
            #expect(refusal?.description.contains("from 100 to 60000") == true)
        }
    }

    @Test("a program may say for whom it asks, in words that steer no terminal") func by() throws {
        #expect(
            try request(#"{"request": "send", "name": "land", "by": "kitchen at 10.0.0.7"}"#)
                == .send(
                    .named("land", of: nil, arguments: [:]), deadline: nil,
                    by: "kitchen at 10.0.0.7"))
        for name in [#""""#, "7", #""\u001b[2J""#, "\"\(String(repeating: "x", count: 81))\""] {
            let refusal = thrownError(PlainError.self) {
                try request(#"{"request": "send", "name": "land", "by": \#(name)}"#)
            }
            #expect(refusal?.description.contains("printable ASCII") == true)
        }
    }

    @Test("a program may say how far its sender may go, however the request is addressed")
    func limit() throws {
        #expect(
            try request(#"{"request": "send", "name": "land", "at_most": "safer"}"#)
                == .send(
                    .named("land", of: nil, arguments: [:]), deadline: nil,
                    limit: RequestLimit(atMost: .safer)))
        #expect(
            try request(#"{"request": "send", "words": ["land"], "allow": ["land", "hover"]}"#)
                == .send(
                    .words(["land"]), deadline: nil,
                    limit: RequestLimit(atMost: .irreversible, names: ["land", "hover"])))
    }

    @Test("a person's words go on as they are") func words() throws {
        #expect(
            try request(#"{"request": "send", "words": ["pilot", "target", "52.5"]}"#)
                == .send(.words(["pilot", "target", "52.5"]), deadline: nil))
    }

    @Test("a program names the request, perhaps the plugin, and gives arguments") func named()
        throws
    {
        #expect(
            try request(#"{"request": "send", "name": "land"}"#)
                == .send(.named("land", of: nil, arguments: [:]), deadline: nil))
        #expect(
            try request(
                #"{"request": "send", "to": "pilot", "name": "target", "arguments": {"altitude": "3m"}}"#
            )
                == .send(
                    .named("target", of: "pilot", arguments: ["altitude": "3m"]), deadline: nil))
    }

    @Test("a driver or a policy is started again by its name") func restart() throws {
        #expect(
            try request(#"{"request": "restart", "name": "bolt"}"#) == .restart("bolt"))
    }

    @Test("a policy goes on with the settings of another by both names") func use() throws {
        #expect(
            try request(#"{"request": "use", "policy": "door", "name": "dusk", "deadline_ns": 7}"#)
                == .use("dusk", policy: "door", deadline: Instant(nanoseconds: 7)))
        #expect(
            try request(#"{"request": "plan", "text": "{}", "selection": {"door": "dusk"}}"#)
                == .plan(ConfigurationOffer(text: "{}", files: [:], selection: ["door": "dusk"])))
    }

    @Test("a deadline is exact, also after years of uptime") func deadline() throws {
        // 2^53 + 1 ns, 104 days: no double holds it.
        #expect(
            try request(#"{"request": "send", "name": "land", "deadline_ns": 9007199254740993}"#)
                == .send(
                    .named("land", of: nil, arguments: [:]),
                    deadline: Instant(nanoseconds: 9_007_199_254_740_993)))
    }

    @Test(
        "what is not quite a request is refused whole",
        arguments: [
            ("", "one JSON object"), ("land", "one JSON object"), ("[]", "found a list of 0"),
            ("{}", "found nothing"), (#"{"request": null}"#, "found null"),
            (
                #"{"request": "Status"}"#,
                "must be \"status\", \"checks\", \"requests\", \"metrics\", \"history\", \"years\", \"watch\", \"plan\", \"apply\", \"use\", \"acknowledge\", \"restart\" or \"send\""
            ),
            (#"{"request": "status", "words": []}"#, "unknown key \"words\""),
            (#"{"request": "metrics", "name": "pilot"}"#, "unknown key \"name\""),
            (#"{"request": "restart"}"#, "the name of a driver"),
            (#"{"request": "restart", "name": 7}"#, "the name of a driver"),
            (#"{"request": "restart", "name": "bolt", "now": true}"#, "unknown key \"now\""),
            (#"{"request": "use", "policy": "door"}"#, "needs \"policy\" and \"name\""),
            (#"{"request": "use", "policy": 7, "name": "a"}"#, "needs \"policy\" and"),
            (#"{"request": "use", "policy": "a", "name": "b", "c": 1}"#, "unknown key \"c\""),
            (#"{"request": "plan", "text": "{}", "selection": []}"#, "\"selection\" must be"),
            (#"{"request": "plan", "text": "{}", "selection": {"a": 1}}"#, "both texts"),
            (#"{"request": "send"}"#, "needs \"words\""),
            (#"{"request": "send", "words": "land"}"#, "found the text \"land\""),
            (#"{"request": "send", "words": ["land", 1]}"#, "found the number 1 in it"),
            (#"{"request": "send", "words": ["land"], "to": "pilot"}"#, "unknown key \"to\""),
            (#"{"request": "send", "name": 7}"#, "\"name\", a text"),
            (#"{"request": "send", "name": "land", "to": 7}"#, "\"to\" must be a text"),
            (#"{"request": "send", "name": "land", "arguments": []}"#, "must be an object"),
            (#"{"request": "send", "name": "land", "deadline_ns": 1.5}"#, "whole number"),
            (#"{"request": "send", "name": "land", "deadline_ns": "1"}"#, "whole number"),
            (#"{"request": "send", "name": "land", "latitude": 1}"#, "unknown key"),
            (#"{"request": "send", "name": "land", "at_most": "safe"}"#, "hazardous, irreversible"),
            (#"{"request": "send", "name": "land", "at_most": null}"#, "found null"),
            (#"{"request": "send", "name": "land", "allow": "land"}"#, "\"allow\" must be a list"),
            (#"{"request": "send", "words": ["land"], "allow": [1]}"#, "\"allow\" must be a list"),
            (#"{"request": "apply", "text": "{}", "at_most": "safer"}"#, "unknown key"),
        ] as [(String, String)])
    func refused(line: String, reason: String) {
        let error = thrownError(PlainError.self) { try request(line) }
        #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
    }
}
