import Core
import DriverKit
import JSON
import LinuxIO
import Values

extension GPIOInput {
    /// The lines of each chip with their names and holders, and one that is free as a proposal: what is
    /// wired to it nobody can tell.
    package static func discover(_ system: SystemPaths) -> [Finding] {
        let survey = GPIOSurvey(dev: system.dev, sysfs: system.sysfs)
        return survey.chips.flatMap(findings)
            + survey.unreadable.map { .remark("a GPIO chip cannot be looked at: \($0)") }
    }

    package static func examine(
        _ settings: Settings, _ system: SystemPaths, _ clock: any Scheduler
    ) throws(DeviceError) -> String? {
        try settings.lines.examine(system)
    }

    private static func findings(of chip: GPIOSurvey.Chip) -> [Finding] {
        let what = "GPIO chip \(chip.description), \(chip.lines.count) lines"
        let held = chip.lines.compactMap { line in
            line.holder.map { "\(text(of: line)), held by \"\($0)\"" }
        }
        let free = chip.lines.filter { $0.holder == nil }
        let remarks =
            (free.isEmpty ? [] : ["\(what); free: \(free.map(text).joined(separator: ", "))"])
            + (held.isEmpty ? [] : ["\(what); in use: \(held.joined(separator: "; "))"])
        return remarks.map(Finding.remark) + (chip.isForUse ? proposal(of: free, what) : [])
    }

    private static func proposal(of free: [GPIOSurvey.Line], _ what: String) -> [Finding] {
        // The first lines of the header are those of I2C and 1-Wire.
        guard let line = free.first(where: { $0.spec == .bcm(17) }) ?? free.first else { return [] }
        let settings: [(key: String, value: JSONValue)] = [
            ("line", .string(line.spec.description)), ("bias", "pull-up"), ("active_low", true),
        ]
        return [.proposal("a contact from a line of \(what) to ground", name: "contact", settings)]
    }

    /// "GPIO17", with its name where that says more.
    private static func text(of line: GPIOSurvey.Line) -> String {
        let spec = line.spec.description
        return line.name.isEmpty || line.name == spec ? spec : "\(spec) (\(line.name))"
    }
}
