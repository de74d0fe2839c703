import Core
import LinuxIO
import Values

/// What is looked at on every machine, whatever it runs.
struct MachineChecks {
    let sysfs: String
    /// Where the service keeps what must outlive it.
    var state = "/var/lib/roost"

    var all: [Diagnosis] {
        [supply, phantoms].compactMap(\.self) + wireless + [clock] + storage
    }

    private var supply: Diagnosis? {
        guard let alarm = try? NamedDevice.supplyAlarm(sysfs: sysfs)?.integer() else {
            return nil
        }
        guard alarm != 0 else { return .right("supply", "no under-voltage") }
        return .wrong(
            "supply",
            "under-voltage: the 5 V are below 4.63 V at times. The Pi slows down, and loses radio and card.",
            "a supply of 5.1 V and 3 A (Pi 5: 5 A) on a short, thick cable; servos on one of their own",
            "then: vcgencmd get_throttled (0x0 is good)")
    }

    /// A bus without its resistor answers the search with numbers of family 00, which does not exist.
    private var phantoms: Diagnosis? {
        guard let names = try? SysfsDirectory("\(sysfs)/bus/w1/devices").names() else { return nil }
        let count = names.count { $0.hasPrefix("00-") }
        guard count > 0 else { return .right("1-Wire bus", "no phantoms, names: \(names.count)") }
        return .wrong(
            "1-Wire bus", "it floats: \(count) phantoms 00-... answer",
            "solder 4.7 kOhm from its data line (GPIO 4, pin 7) to 3.3 V (pin 1), then look again: ls "
                + "/sys/bus/w1/devices")
    }

    private var wireless: [Diagnosis] {
        WirelessInterface.all(sysfs: sysfs).compactMap { interface in
            guard let saves = try? interface.savesPower() else { return nil }
            let name = interface.name
            guard saves else { return .right("Wi-Fi", "\(name) does not sleep") }
            return .doubtful(
                "Wi-Fi",
                "\(name) saves power: what a drone says comes 0.1 s late and more, in bursts",
                "sudo iw dev \(name) set power_save off",
                "permanently: sudo nmcli connection modify \"$(nmcli -g GENERAL.CONNECTION device show "
                    + "\(name))\" 802-11-wireless.powersave 2")
        }
    }

    private var clock: Diagnosis {
        let reading = try? ClockReading.now()
        guard reading?.isSynchronized == false, reading?.timesyncdSeconds == nil else {
            return .right("clock", "kept right")
        }
        return .doubtful(
            "clock",
            "nobody keeps it right: the log has wrong times, and so has what goes by the hour",
            "timedatectl",
            "without a network: sudo date --set '2026-05-31 23:15', or chrony with gpsd")
    }

    private var storage: [Diagnosis] {
        let places = [state, "/var/lib", "/"].lazy
            .compactMap { path in (try? FileSystem(of: path)).map { (path, $0) } }
        guard let (path, files) = places.first else { return [] }
        let megabytes = files.freeBytes / 1_000_000
        let space = Self.space(megabytes, at: path)
        guard files.isReadOnly else { return [.right("card", "\(path) can be written"), space] }
        return [
            .wrong(
                "card",
                "\(path) is read-only: nothing is remembered over a restart. The kernel does this "
                    + "to a card that fails",
                "sudo dmesg | grep -iE 'mmc|ext4|I/O error'; where that shows errors, replace the card",
                "sudo mount -o remount,rw /"),
            space,
        ]
    }

    static func space(_ megabytes: UInt64, at path: String) -> Diagnosis {
        let found = "\(megabytes) MB free at \(path)"
        switch megabytes {
        case 500...: return .right("space", found)
        case 50...: return .doubtful("space", found, remedy)
        default: return .wrong("space", found, remedy)
        }
    }

    private static let remedy = "sudo journalctl --vacuum-size=50M; sudo apt-get clean"
}
