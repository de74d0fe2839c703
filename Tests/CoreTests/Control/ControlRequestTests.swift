@testable import Core
import Devices
import TestSupport
import Testing

@Suite struct ControlRequestTests {
    private func request(_ line: String) throws(ControlError) -> ControlRequest {
        try ControlRequest(line: Array(line.utf8))
    }

    @Test(
        "every command is understood",
        arguments: [
            ("takeoff", .flight(.takeOff)), ("land", .flight(.land)), ("hover", .flight(.hover)),
            ("reset", .flight(.reset)), ("lock", .door(.lock)), ("unlock", .door(.unlock)),
            ("auto", .door(.auto)),
        ] as [(String, ControlRequest)])
    func commands(word: String, expected: ControlRequest) throws {
        #expect(try request(#"{"request": "send", "command": "\#(word)"}"#) == expected)
    }

    @Test("the words that are offered are the words that are understood") func words() throws {
        for word in ControlRequest.words where word != "target" {
            _ = try request(#"{"request": "send", "command": "\#(word)"}"#)
        }
        #expect(Set(ControlRequest.words).count == 8)
    }

    @Test("a target has a place and may have a height") func target() throws {
        let place = try #require(Position(latitude: -33.9, longitude: 18.4))
        let plain =
            #"{"request": "send", "command": "target", "latitude": -33.9, "longitude": 18.4"#
        #expect(try request(plain + "}") == .flight(.target(place, altitudeMetres: nil)))
        #expect(
            try request(plain + #", "altitude_m": 0.5}"#)
                == .flight(.target(place, altitudeMetres: 0.5)))
        #expect(
            try request(plain + #", "altitude_m": 100}"#)
                == .flight(.target(place, altitudeMetres: 100)))
    }

    @Test("status is asked without anything else") func status() throws {
        #expect(try request(#" {"request":"status"} "#) == .status)
    }

    @Test(
        "what is not quite a request is refused whole",
        arguments: [
            ("", "one JSON object"), ("land", "one JSON object"), ("[]", "found a list of 0"),
            ("{}", "found nothing"), (#"{"request": null}"#, "found null"),
            (#"{"request": "Status"}"#, "must be \"status\", \"send\" or \"act\""),
            (#"{"request": "status", "command": "land"}"#, "unknown key \"command\""),
            (#"{"request": "send"}"#, "\"command\" must be one of target, takeoff"),
            (#"{"request": "send", "command": ["land"]}"#, "must be one of"),
            (#"{"request": "send", "command": "takoff"}"#, "Did you mean \"takeoff\"?"),
            (#"{"request": "send", "command": "land", "latitude": 1}"#, "unknown key"),
            (#"{"request": "send", "command": "target"}"#, "needs \"latitude\" and \"longitude\""),
            (
                #"{"request": "send", "command": "target", "latitude": 91, "longitude": 0}"#,
                "latitude must be in -90...90 and longitude in -180...180, found 91, 0"
            ),
            (
                #"{"request": "send", "command": "target", "latitude": 1, "longitude": 181}"#,
                "found 1, 181"
            ),
            (
                #"{"request": "send", "command": "target", "latitude": "1", "longitude": 0}"#,
                "as numbers"
            ),
            (
                #"{"request": "send", "command": "target", "latitude": 1, "longitude": 0, "altitude_m": 0.4}"#,
                "from 0.5 to 100, found the number 0.4"
            ),
            (
                #"{"request": "send", "command": "target", "latitude": 1, "longitude": 0, "altitude_m": "3"}"#,
                "found the text \"3\""
            ),
            (
                #"{"request": "send", "command": "target", "latitude": 1, "longitude": 0, "height": 3}"#,
                "unknown key \"height\""
            ),
        ])
    func refused(line: String, reason: String) {
        let error = thrownError(ControlError.self) { try request(line) }
        #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
    }
}
