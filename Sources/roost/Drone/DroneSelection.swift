import ARDrone
import CommandKit
import Core
import JSON
import LinuxIO
import Settings

/// Which drone a command is about, as a configuration with that one driver.
enum DroneSelection {
    static func configuration(_ arguments: Arguments) throws(CommandError) -> Configuration {
        guard let path = arguments["--config"] else {
            guard arguments["--driver"] == nil else {
                throw .usage("--driver names a driver of a --config FILE")
            }
            return try plain(at: arguments["--address"])
        }
        guard arguments["--address"] == nil else {
            throw .usage("--address and --config both say where the drone is: give one")
        }
        let all = try ConfigurationFile.load(path)
        return all.keepingOnly([try pick(arguments["--driver"], from: all, path)])
    }

    /// A drone with the settings that it has when nobody says anything.
    private static func plain(at address: String?) throws(CommandError) -> Configuration {
        var drone: [String: JSONValue] = ["driver": .string(ARDrone.name)]
        if let address {
            guard IPv4Endpoint(address, port: 0) != nil else {
                throw .usage("--address must be an IPv4 address, found \"\(address)\"")
            }
            drone["address"] = .string(address)
        }
        let file: JSONValue = ["drivers": ["drone": .object(drone)]]
        do throws(ConfigurationErrors) {
            return try ConfigurationReader.read(file, registry: ConfigurationFile.registry)
        } catch {
            throw .usage(error.all.map(\.description).joined(separator: "\n"))
        }
    }

    private static func pick(
        _ name: String?, from configuration: Configuration, _ path: String
    ) throws(CommandError) -> DriverEntry {
        let drones = configuration.drivers.filter { $0.kind.name == ARDrone.name }
        let names = drones.map(\.name).joined(separator: ", ")
        if let name {
            guard let drone = drones.first(where: { $0.name == name }) else {
                let there = drones.isEmpty ? "it has none" : "it has: \(names)"
                throw .usage("\(path) has no drone that is called \"\(name)\"; \(there)")
            }
            return drone
        }
        guard let drone = drones.first else {
            throw .usage("\(path) has no driver \"\(ARDrone.name)\"")
        }
        guard drones.count == 1 else {
            throw .usage("\(path) has several drones; say --driver and one of: \(names)")
        }
        return drone
    }
}
