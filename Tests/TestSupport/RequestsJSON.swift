import Core
import JSON

/// What `{"request": "requests"}` is answered, by the effects of the requests of each plugin.
package func requestsJSON(_ effects: [String: [String: RequestEffect]]) -> JSONValue {
    let plugins = effects.map { plugin, requests -> JSONValue in
        let listing = requests.map { name, effect -> JSONValue in
            ["name": .string(name), "effect": .string(effect.rawValue), "arguments": []]
        }
        return ["name": .string(plugin), "requests": .array(listing)]
    }
    return ["ok": true, "plugins": .array(plugins)]
}

extension JSONValue {
    /// A door and a pilot with some of their requests.
    package static let doorAndPilot = requestsJSON([
        "door": [
            "lock": .ordinary, "unlock": .safer, "auto": .ordinary, "set": .ordinary,
            "reset": .ordinary,
            "presence": .ordinary,
        ],
        "pilot": [
            "land": .safer, "hover": .safer, "return": .ordinary, "takeoff": .hazardous,
            "fly": .hazardous,
        ],
    ])
}
