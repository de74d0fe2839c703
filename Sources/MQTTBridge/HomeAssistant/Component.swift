import Core
import JSON

/// One thing that Home Assistant shows of the device: an entity of its MQTT discovery, in that page's
/// abbreviations (home-assistant.io/integrations/mqtt, "Supported abbreviations in MQTT discovery messages").
struct Component {
    enum Platform: String {
        case binarySensor = "binary_sensor"
        case button, cover, event, fan, light, lock, number, select, sensor, `switch`, valve
        case deviceTracker = "device_tracker"
    }

    /// Within the device: letters, digits, - and _.
    let id: String
    private(set) var members: [String: JSONValue]

    init(_ platform: Platform, _ id: String, _ name: String, _ members: [String: JSONValue]) {
        self.id = id
        self.members = members
        self.members["p"] = .string(platform.rawValue)
        self.members["name"] = .string(name)
    }

    /// Shown apart from what people look at daily.
    var diagnostic: Component { with("ent_cat", "diagnostic") }

    func with(_ key: String, _ value: JSONValue) -> Component {
        var other = self
        other.members[key] = value
        return other
    }
}
