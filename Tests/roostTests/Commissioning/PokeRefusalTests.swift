import CommandKit
import Core
import JSON
import TestSupport
import Testing
import Values

@testable import roost

/// What `roost poke` does not do, by the shipped configurations.
struct PokeRefusalTests {
    private func poke(_ name: String, _ value: String, _ file: String) throws -> Poke {
        let json = try JSONValue(
            parsing: projectFile("config/\(file).json"), allowsComments: true)
        return try Poke(name, value, in: try ConfigurationFile.read(json))
    }

    @Test("the bolt of a pet door is drawn back, and never sent out: nobody looks at the flap")
    func bolt() throws {
        #expect(
            try poke("bolt", "65deg", "pet-door").command == .servo(.move(to: .degrees(65))))
        for value in ["180deg", "66deg", "release"] {
            let error = thrownError(CommandError.self) { try poke("bolt", value, "pet-door") }
            #expect(error?.message.contains("is the bolt of \"door\"") == true, "\(value)")
        }
    }

    @Test("a bolt stays one while its policy does not run")
    func restingPolicy() throws {
        guard
            case .object(var members) = try JSONValue(
                parsing: projectFile("config/pet-door.json"), allowsComments: true)
        else { return }
        members["run"] = []
        let configuration = try ConfigurationFile.read(.object(members))
        #expect(configuration.policies.isEmpty)
        let error = thrownError(CommandError.self) { try Poke("bolt", "180deg", in: configuration) }
        #expect(error?.message.contains("is the bolt of \"door\"") == true)
    }

    @Test("an aircraft is not poked")
    func aircraft() throws {
        let error = thrownError(CommandError.self) { try poke("drone", "90deg", "drone") }
        #expect(error?.message.contains("roost drone fly") == true, "\(error?.message ?? "")")
    }
}
