extension NamedDevice {
    /// Whether a Pi's 5 V were below 4.63 V in the last seconds, as 1 or 0: the flag of its firmware, which
    /// `drivers/hwmon/raspberrypi-hwmon.c` asks for every 2 s. `nil` on other computers.
    package static func supplyAlarm(sysfs: String) -> SysfsAttribute? {
        let monitors = try? all(in: SysfsDirectory("\(sysfs)/class/hwmon"), prefix: "hwmon")
        return monitors?.first { $0.name == "rpi_volt" }?.directory.attribute("in0_lcrit_alarm")
    }
}
