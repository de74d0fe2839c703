import TestSupport

/// One of the PWM chips of Tests/Rig/Kernel/pwm_chips.c, with what was applied to it since this was
/// made. Both chips have been there since the kernel started.
final class PWMRecorder: PluggableChip, Sendable {
    /// The chip of a Pi 4's header.
    static let header = "fe20c000.pwm"
    /// The chip of a Pi 5's fan.
    static let fan = "1f0009c000.pwm"

    /// What a channel was told to do; times in nanoseconds.
    struct Pulses: Equatable {
        let period: Int
        let duty: Int
        let isInverted: Bool
        let isEnabled: Bool

        /// As in the module's files: "20000000 1500000 normal 1".
        init(_ words: ArraySlice<Substring>) throws {
            let numbers = words.map { Int($0) }
            guard words.count == 4, let period = numbers.first ?? nil,
                let duty = numbers.dropFirst().first ?? nil, let last = words.last
            else { throw TestSupportError("no state of a channel: \(words)") }
            self.period = period
            self.duty = duty
            isInverted = words.contains("inversed")
            isEnabled = last == "1"
        }
    }

    /// One change of one channel.
    struct Change {
        let nanoseconds: Int64
        let channel: Int
        let pulses: Pulses
    }

    let chip: ControlFiles
    private let start: Int64
    private let device: String

    init(_ device: String = PWMRecorder.header) throws {
        self.device = device
        chip = ControlFiles("\(Rig.chips)/rig_pwm/\(device)")
        try chip.set("fail", to: 0)
        try chip.set("slow_ms", to: 0)
        try chip.set("plugged", to: 1)
        // A service that was killed may have had the last word.
        Self.giveBack(Self.sysfs(of: device))
        start = Rig.monotonicNanoseconds
    }

    /// What was applied since this was made, oldest first.
    var changes: [Change] {
        get throws {
            try chip.text("history").split(separator: "\n").map { line in
                let words = line.split(separator: " ")
                guard words.count == 6, let time = Int64(words[0]), let channel = Int(words[1])
                else { throw TestSupportError("no line of a history: \(line)") }
                return Change(
                    nanoseconds: time, channel: channel, pulses: try Pulses(words[2...]))
            }.filter { $0.nanoseconds >= start }
        }
    }

    /// What a channel does now.
    func pulses(of channel: Int = 0) throws -> Pulses {
        try Pulses(state(of: channel)[1...4])
    }

    /// How often a channel was told anything since the kernel started.
    func changeCount(of channel: Int = 0) throws -> Int {
        try Int(state(of: channel)[5]) ?? 0
    }

    private func state(of channel: Int) throws -> [Substring] {
        let lines = try chip.text("state").split(separator: "\n")
        let words = lines.dropFirst(channel).first?.split(separator: " ") ?? []
        guard words.count == 6 else { throw TestSupportError("no state of channel \(channel)") }
        return words
    }

    /// The files of a channel that somebody has asked for.
    func files(of channel: Int = 0) -> ControlFiles {
        ControlFiles("\(sysfs.path)/pwm\(channel)")
    }

    /// The chip as the kernel shows it to everyone. Its number is nobody's business.
    var sysfs: ControlFiles { Self.sysfs(of: device) }

    private static func sysfs(of device: String) -> ControlFiles {
        let parent = "/sys/devices/platform/\(device)/pwm"
        let numbers = (0..<64).lazy.map { ControlFiles("\(parent)/pwmchip\($0)") }
        return numbers.first { $0.has() } ?? ControlFiles(parent)
    }

    /// Stops its channels and gives them back.
    deinit {
        try? chip.set("fail", to: 0)
        try? chip.set("slow_ms", to: 0)
        Self.giveBack(sysfs)
    }

    /// Stops its channels, also those that somebody gave back running, and forgets what they did.
    private static func giveBack(_ sysfs: ControlFiles) {
        for channel in 0..<4 {
            try? sysfs.set("export", to: channel)
            let files = ControlFiles("\(sysfs.path)/pwm\(channel)")
            try? files.set("enable", to: 0)
            // What is left there tells the next service where its servo is.
            try? files.set("duty_cycle", to: 0)
            try? sysfs.set("unexport", to: channel)
        }
    }
}
