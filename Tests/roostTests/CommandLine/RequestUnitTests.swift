import Drivers
import JSON
import Settings
import Testing
import Values

@testable import Core
@testable import roost

/// A number in a request is what whoever sends it means, or it is refused: whichever way it comes in.
@Suite("Requests: numbers carry their unit")
struct RequestUnitTests {
    /// Every argument of every request that is a quantity, and whether a bare number has a unit that nobody could mistake.
    private static let isBareTaken = [
        "drone-navigation target altitude": true,
        "drone-navigation follow distance": true,
        "drone-navigation leader accuracy": true,
        "drone-navigation leader age": false,
        "drone-navigation fly altitude": true,
        "pet-door set light_threshold": false,
        "pet-door set light_band": false,
        "pet-door set night_below": false,
        "pet-door set day_above": false,
        "pet-door set temperature_min": false,
        "pet-door set temperature_max": false,
    ]

    /// The arguments of a kind that are quantities, and what is wrong with a bare number for each.
    private func bare<Request: PluginRequest>(
        _ type: Request.Type, of kind: String
    ) -> [String: Set<String>] {
        var found: [String: Set<String>] = [:]
        for declaration in Request.declarations {
            let request = declaration.description
            for argument in request.arguments where argument.expected.contains("with its unit") {
                let key = argument.key
                let ways: [(String, RequestArguments)] = [
                    ("words", .words(["\(key)=5"])), ("number", .json([key: 5])),
                    ("text", .json([key: "5"])),
                ]
                found["\(kind) \(request.name) \(key)"] = Set(
                    ways.filter { isRefused($0.1, key, by: declaration) }.map(\.0))
            }
        }
        return found
    }

    private func isRefused<Request>(
        _ arguments: RequestArguments, _ key: String, by declaration: RequestDeclaration<Request>
    ) -> Bool {
        do throws(ConfigurationErrors) {
            _ = try declaration.read(arguments)
            return false
        } catch {
            let place = SettingPath(declaration.description.name).key(key)
            return error.all.contains { $0.place == place && $0.code == .missingUnit }
        }
    }

    private func requests<Kind: Policy>(of kind: Kind.Type) -> [String: Set<String>] {
        bare(Kind.Request.self, of: kind.name)
    }

    private func requests<Kind: DriverPlugin>(of kind: Kind.Type) -> [String: Set<String>] {
        bare(Kind.Request.self, of: kind.name)
    }

    @Test("a bare number is taken only where people use one unit, and in JSON of programs nowhere")
    func table() {
        let registry = ConfigurationFile.registry
        var found: [String: Set<String>] = [:]
        for kind in registry.policies { found.merge(requests(of: kind)) { $1 } }
        for kind in allDrivers { found.merge(requests(of: kind)) { $1 } }
        #expect(found.keys.sorted() == Self.isBareTaken.keys.sorted())
        for (name, refused) in found {
            let isTaken = Self.isBareTaken[name] == true
            #expect(
                refused == (isTaken ? ["number", "text"] : ["words", "number", "text"]), "\(name)")
        }
    }
}
