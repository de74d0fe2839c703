import Core
import LinuxIO

/// Whether the service's user may use what the drivers of a configuration claim.
struct PermissionChecks {
    /// What the shipped unit adds to the user's own groups.
    static let serviceGroups = ["gpio", "spi", "i2c", "dialout"]
    private static let ruleRemedy =
        "sudo udevadm control --reload && sudo udevadm trigger (60-roost.rules gives it to the group)"

    private static let resolution = "/resolution"

    let system: SystemPaths
    let account: UserAccount

    /// A diagnosis for each file that may not be used.
    func check(_ driver: DriverEntry) -> [Diagnosis] {
        let files = Array(Set(driver.claims.flatMap(files))).sorted()
        return files.filter { (try? account.mayWrite($0)) == false }.map { path in
            let group = UserAccount.group(of: path) ?? "unknown"
            let isByRule = group == "root" || Self.serviceGroups.contains(group) && isService
            let remedy =
                isByRule
                ? Self.ruleRemedy : "sudo usermod -aG \(group) \(account.name), then log in again"
            let found = "the user \(account.name) may not use \(path) (group \(group))"
            // A thermometer is read all the same, with the resolution that it has.
            return path.hasSuffix(Self.resolution)
                ? .doubtful(driver.name, found, remedy) : .wrong(driver.name, found, remedy)
        }
    }

    private var isService: Bool { account.name == "roost" }

    /// The files that a driver writes to or opens for what it claims, as far as they are there.
    private func files(for claim: Claim) -> [String] {
        switch claim.kind {
        case .gpioLine:
            return names(in: system.dev, beginning: "gpiochip")
        case .pwmChannel:
            let chip = claim.thing.split(separator: " ").last.map(String.init) ?? ""
            return PWMChip.all(sysfs: system.sysfs)
                .filter {
                    claim.thing.hasSuffix("the Pi's own") ? $0.isOnHeader : $0.device == chip
                }
                .map { "\($0.directory.path)/export" }
        case .oneWireDevice:
            return names(
                in: "\(system.sysfs)/bus/w1/devices",
                beginning: claim.thing.hasPrefix("28-") ? claim.thing : "28-"
            )
            .map { $0 + Self.resolution }
        case .busAddress: return busDevice(claim.thing)
        case .serialPort:
            return [claim.thing.hasPrefix("/") ? claim.thing : "\(system.dev)/\(claim.thing)"]
        case .converterChannel, .networkAddress, .receiver:
            return []
        }
    }

    /// The device file of a chip that no driver of the kernel has.
    private func busDevice(_ place: String) -> [String] {
        let bus = place.hasPrefix("spi") ? "spi" : "i2c"
        let device = SysfsDirectory("\(system.sysfs)/bus/\(bus)/devices/\(place)")
        guard (try? device.linkedName("driver")) == nil else { return [] }
        return bus == "spi"
            ? ["\(system.dev)/spidev\(place.dropFirst(3))"]
            : ["\(system.dev)/i2c-\(place.prefix { $0 != "-" })"]
    }

    private func names(in directory: String, beginning start: String) -> [String] {
        ((try? directoryNames(directory)) ?? []).filter { $0.hasPrefix(start) }
            .map { "\(directory)/\($0)" }
    }
}
