import Core
import Drivers
import JSON
import LinuxIO

/// What the show of a house has to know of the configuration: where each device is wired to.
struct HouseWiring: Sendable {
    /// What a configuration must have to be shown.
    static let expected =
        "fan, lamp, pump, rain and button at \"sysfs:\" lines, twilight and soil at a converter, "
        + "room as a \(DS18B20.name), and a \"sysfs\" that is no absolute path"

    /// The directory that stands for `/sys`.
    let sysfs: String
    let fan: Int
    let lamp: Int
    let pump: Int
    let rain: Int
    let button: Int
    /// Inputs of the converter.
    let twilight: Int
    let soil: Int

    /// `nil` when it lacks one of them, or reads the real `/sys`.
    init?(_ configuration: Configuration, runtime: String) {
        func setting(_ key: String, of name: String, _ kind: String) -> JSONValue? {
            configuration.drivers.first { $0.name == name && $0.kind.name == kind }?
                .settingsAsWritten[key]
        }
        func line(_ name: String, _ kind: String) -> Int? {
            guard case .string(let text)? = setting("line", of: name, kind),
                case .sysfs(let number)? = GPIOLineSpec(text)
            else { return nil }
            return Int(number)
        }
        func channel(_ name: String, _ kind: String) -> Int? {
            guard case .number(let number)? = setting("channel", of: name, kind) else { return nil }
            return Int(exactly: number)
        }
        guard !configuration.general.sysfs.hasPrefix("/"),
            configuration.drivers.contains(where: {
                $0.name == "room" && $0.kind.name == DS18B20.name
            }),
            let fan = line("fan", GPIOOutput.name), let lamp = line("lamp", GPIOOutput.name),
            let pump = line("pump", GPIOOutput.name), let rain = line("rain", GPIOInput.name),
            let button = line("button", GPIOInput.name),
            let twilight = channel("twilight", Photoresistor.name),
            let soil = channel("soil", AnalogInput.name)
        else { return nil }
        sysfs = configuration.systemPaths(runtime: runtime).sysfs
        (self.fan, self.lamp, self.pump) = (fan, lamp, pump)
        (self.rain, self.button) = (rain, button)
        (self.twilight, self.soil) = (twilight, soil)
    }
}
