import ARDrone
import Core
import JSON

/// A navdata packet with all that is in it, for tools. Flying reads only what it needs, with
/// `ARDrone.NavdataPacket`.
///
/// ```json
/// {"sequence": 7,
///  "state": {"value": 1, "set": ["flying"]},
///  "vision_defined": 0,
///  "options": {"demo": {"ctrl_state": {"value": 262152, "unit": "1",
///                                      "words": "hovering: lost com"},
///                       "battery": {"value": 61, "unit": "%"}, ...}, ...},
///  "skipped": [{"tag": 43150, "size": 12, "why": "unknown"}]}
/// ```
///
/// Names are the SDK's. A field that stands for several in a row has a list as its value. The unit
/// "1" is that of counts and codes, "raw" a scale that nobody has documented, "bool" 0 or 1,
/// "bits" a mask. A value that is no number (NaN, infinite) is null. Of an option that is sent
/// twice the last counts, as in flight.
package enum NavdataJSON {
    /// - Throws: what is wrong with the datagram; then nothing of it may be believed.
    package static func members(
        of datagram: ArraySlice<UInt8>
    ) throws(NavdataFrameError) -> [String: JSONValue] {
        try ARDrone.NavdataBytes.read(datagram) { bytes throws(NavdataFrameError) in
            members(of: try ARDrone.NavdataFrame(bytes))
        }
    }

    private static func members(of frame: ARDrone.NavdataFrame) -> [String: JSONValue] {
        var options: [String: JSONValue] = [:]
        var skipped: [JSONValue] = []
        for option in frame.options {
            let layouts = NavdataLayout.all.filter { $0.id.tag == option.tag }
            let bytes = frame[option]
            if let layout = layouts.first(where: { $0.id.complete(bytes) != nil }) {
                options[layout.name] = layout.json(of: bytes)
            } else {
                skipped.append(skip(option, isKnown: !layouts.isEmpty))
            }
        }
        return [
            "sequence": .number(Double(frame.sequence)),
            "state": state(frame.state),
            "vision_defined": .number(Double(frame.visionDefined)),
            "options": .object(options),
            "skipped": .array(skipped),
        ]
    }

    private static func state(_ state: ARDrone.NavdataState) -> JSONValue {
        [
            "value": .number(Double(state.rawValue)),
            "set": .array(state.names.map(JSONValue.string)),
        ]
    }

    private static func skip(_ option: ARDrone.NavdataFrame.Option, isKnown: Bool) -> JSONValue {
        [
            "tag": .number(Double(option.tag)),
            "size": .number(Double(option.size)),
            "why": isKnown ? "not of a size that this option has" : "unknown",
        ]
    }
}
