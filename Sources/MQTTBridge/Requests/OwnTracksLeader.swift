import Core
import JSON
import MQTT
import Values

/// Makes what OwnTracks sends of a phone the place of a pilot's leader (owntracks.org/booklet/tech/json,
/// "_type": "location").
package struct OwnTracksLeader {
    /// Seconds by the clocks of both; what is older the leader has left.
    private static let maxAge = 10.0
    /// The pilot's request. This program cannot see its declaration: `KnownRequestsTests` compares both.
    private static let request = "leader"
    /// Whoever may follow moves: the place is hazardous, and what the file says of the leader leaves nothing else to it.
    private static let limit = RequestLimit(atMost: .hazardous, names: [request])

    package let topic: String
    private let pilot: String

    package init(_ settings: LeaderSettings) {
        topic = settings.topic
        pilot = settings.pilot
    }

    /// `utcSeconds` is since 1970.
    ///
    /// - Returns: what the control socket is to be asked; `nil` of what is no place.
    /// - Throws: why the place is not believed.
    package func question(
        _ message: MQTTMessage, utcSeconds: Double, at now: Instant
    ) throws(PlainError) -> JSONValue? {
        guard let json = try? JSONValue(parsing: message.payload.prefix(4096)) else {
            throw PlainError("\(topic): not JSON")
        }
        // It sends others there, too: that it was started, that a region was left.
        guard json["_type"] == "location" else { return nil }
        guard !message.isRetained, case .number(let measured)? = json["tst"],
            abs(utcSeconds - measured) <= Self.maxAge
        else {
            throw PlainError(
                "\(topic): the place is older than \(Self.maxAge) s, or a clock is wrong")
        }
        guard let latitude = json["lat"], let longitude = json["lon"],
            case .number(let metres)? = json["acc"]
        else {
            throw PlainError("\(topic): \"lat\", \"lon\" and \"acc\" are needed")
        }
        var members = Self.limit.members
        members["request"] = "send"
        members["to"] = .string(pilot)
        members["name"] = .string(Self.request)
        members["by"] = "mqtt"
        members["arguments"] = [
            "latitude": latitude, "longitude": longitude,
            "accuracy": .string("\(shortText(of: metres))m"),
            // By clocks that may differ, as far as that is no more than a second or two.
            "age": .string("\(fixedText(of: max(0, utcSeconds - measured), decimals: 1))s"),
        ]
        members["deadline_ns"] = JSONValue(integer: (now + .seconds(2)).nanoseconds) ?? .null
        return .object(members)
    }
}
