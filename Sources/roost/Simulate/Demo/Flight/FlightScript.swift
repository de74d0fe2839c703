import ARDrone
import JSON
import LinuxIO
import Values

/// What the show of a flight has to know of the configuration: where to put the world, and what to expect.
struct FlightScript {
    let address: IPv4Endpoint
    let targets: [Position]

    /// `nil` when the configuration has no drone at an address of this machine, or nowhere to fly it.
    init?(reading path: String) {
        guard let bytes = try? readFile(path, atMost: 1 << 20),
            let json = try? JSONValue(parsing: bytes),
            let drone = Self.plugins("drivers", in: json)
                .first(where: { $0["driver"] == .string(ARDrone.name) }),
            case .string(let text)? = drone["address"], text.hasPrefix("127."),
            let address = IPv4Endpoint(text, port: WorldHost.gpsdPort),
            let targets = Self.plugins("policies", in: json).compactMap({ policy -> [JSONValue]? in
                if case .array(let targets)? = policy["targets"] { targets } else { nil }
            }).first(where: { !$0.isEmpty })
        else { return nil }
        self.address = address
        self.targets = targets.compactMap { target in
            guard case .number(let latitude)? = target["latitude"],
                case .number(let longitude)? = target["longitude"]
            else { return nil }
            return Position(latitude: latitude, longitude: longitude)
        }
    }

    private static func plugins(_ group: String, in json: JSONValue) -> [JSONValue] {
        guard case .object(let entries)? = json[group] else { return [] }
        return Array(entries.values)
    }
}
