import Devices
import Testing

@testable import Core

@Suite struct ActionRequestTests {
    private func read(_ text: String) throws -> ControlRequest {
        try ControlRequest(line: Array(text.utf8))
    }

    @Test("each action is read with what it needs, and has sensible times of its own")
    func actions() throws {
        let cases: [(String, AircraftAction.Action)] = [
            (#""action": "led", "show": "fire""#, .show(.fire, hertz: 9, seconds: 3)),
            (
                #""action": "led", "show": "red", "hertz": 0.5, "seconds": 7"#,
                .show(.red, hertz: 0.5, seconds: 7)
            ),
            (#""action": "animate", "figure": "flip-left""#, .fly(.flipLeft, milliseconds: nil)),
            (
                #""action": "animate", "figure": "wave", "milliseconds": 900"#,
                .fly(.wave, milliseconds: 900)
            ),
            (#""action": "trim""#, .flatTrim), (#""action": "reset""#, .resetEmergency),
            (#""action": "calibrate""#, .calibrateMagnetometer),
            (#""action": "cut-motors""#, .cutMotors),
            (#""action": "read-config""#, .readConfiguration),
            (
                #""action": "set-config", "key": "Control:Outdoor", "value": "TRUE""#,
                .configure(key: "control:outdoor", value: "TRUE")
            ),
        ]
        for (text, action) in cases {
            #expect(
                try read("{\"request\": \"act\", \(text)}")
                    == .act(ActionRequest(driver: nil, action: action)))
        }
        #expect(
            try read(#"{"request": "act", "driver": "north", "action": "trim"}"#)
                == .act(ActionRequest(driver: "north", action: .flatTrim)))
    }

    @Test("what is not quite an action is refused whole, with a hint")
    func refused() {
        let cases: [(String, String)] = [
            (#""action": "dance""#, "must be one of"),
            (#""figure": "wave""#, "must be one of"),
            (#""action": "led", "show": "fier""#, "Did you mean \"fire\"?"),
            (#""action": "led", "show": "fire", "hertz": "9""#, "must be a number"),
            (#""action": "led", "show": "fire", "seconds": 1.5"#, "whole number"),
            (#""action": "animate", "figure": "wave", "milliseconds": 1e300"#, "whole number"),
            (#""action": "trim", "confirm": true"#, "unknown key \"confirm\""),
            (#""action": "set-config", "key": "control:outdoor""#, "\"value\""),
            (#""action": 1"#, "must be a text"),
        ]
        for (text, reason) in cases {
            #expect(throws: ControlError.self, "\(text)") {
                do {
                    _ = try read("{\"request\": \"act\", \(text)}")
                } catch let error as ControlError {
                    #expect(error.description.contains(reason), "\(error)")
                    throw error
                }
            }
        }
    }
}
