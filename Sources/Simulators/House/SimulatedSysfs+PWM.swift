import Glibc
import LinuxIO

/// The PWM chip of a house, which does what is asked of it through its files.
extension SimulatedSysfs {
    private static var pwmChannels: Int { 2 }

    /// Does what was asked through `export` and `unexport`, as the kernel would at once.
    func serveExports() throws(IOError) {
        if let channel = takeRequest("export"), (0..<Self.pwmChannels).contains(channel) {
            try exportChannel(channel)
        }
        if let channel = takeRequest("unexport"), (0..<Self.pwmChannels).contains(channel) {
            for name in ["period", "duty_cycle", "polarity", "enable"] {
                unlink("\(pwmChip)/pwm\(channel)/\(name)")
            }
            rmdir("\(pwmChip)/pwm\(channel)")
        }
    }

    /// What channel 0 is set to; `nil` while it is not exported.
    var signal: PWMSignal? {
        let channel = "\(pwmChip)/pwm0"
        guard access(channel, F_OK) == 0 else { return nil }
        return PWMSignal(
            periodNanoseconds: number("\(channel)/period"),
            dutyNanoseconds: number("\(channel)/duty_cycle"),
            isEnabled: number("\(channel)/enable").map { $0 == 1 },
            isInversed: firstLine("\(channel)/polarity").map { $0 == "inversed" })
    }

    func makePWMChip() throws(IOError) {
        // Drivers find the chip by its device: the number in its name is no promise.
        try makeDirectory("\(root)/devices/platform/soc/fe20c000.pwm")
        let link = "\(pwmChip)/device"
        if access(link, F_OK) != 0 {
            try systemCall("symlink", link) {
                symlink("../../../devices/platform/soc/fe20c000.pwm", link)
            }
        }
        try create("\(pwmChip)/npwm", "\(Self.pwmChannels)\n")
        try create("\(pwmChip)/export", "")
        try create("\(pwmChip)/unexport", "")
    }

    private func exportChannel(_ channel: Int) throws(IOError) {
        let place = "\(pwmChip)/pwm\(channel)"
        guard access(place, F_OK) != 0 else { return }
        let draft = "\(stagingDirectory)/pwm\(channel)"
        try makeDirectory(draft)
        let values = [
            ("period", "0"), ("duty_cycle", "0"), ("polarity", "normal"), ("enable", "0"),
        ]
        for (name, value) in values { try write("\(draft)/\(name)", "\(value)\n", O_TRUNC) }
        try systemCall("rename", place) { rename(draft, place) }
    }

    /// Reads a channel number that was written to a file which forgets, and empties it.
    private func takeRequest(_ name: String) -> Int? {
        let path = "\(pwmChip)/\(name)"
        guard let channel = number(path) else { return nil }
        truncate(path, 0)
        return channel
    }
}
