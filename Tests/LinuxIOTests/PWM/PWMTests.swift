import Glibc
import TestSupport
import Testing

@testable import LinuxIO

struct PWMChipTests {
    private let tree: TemporaryDirectory
    private var sysfs: String { "\(tree.path)/sys" }

    init() throws {
        tree = try TemporaryDirectory()
    }

    @Test("the Pi's own chip is found whatever its number")
    func own() throws {
        // A Pi 5 with kernel 6.6: the fan first, the header's chip as number 2.
        try tree.makePWMChip(0, device: "1f0009c000.pwm", channels: 4)
        try tree.makePWMChip(2, device: "1f00098000.pwm", channels: 4)
        #expect(try PWMChip.find(nil, sysfs: sysfs).device == "1f00098000.pwm")
    }

    @Test("a chip is found by its device's name and by its device's path")
    func byName() throws {
        try tree.makePWMChip(0, device: "fe20c000.pwm")
        try tree.makePWMChip(1, device: "1-0040", channels: 17)
        #expect(try PWMChip.find("1-0040", sysfs: sysfs).device == "1-0040")
        #expect(try PWMChip.find("\(sysfs)/devices/1-0040", sysfs: sysfs).device == "1-0040")
    }

    @Test("a chip that is not there is named, with those that are")
    func absent() throws {
        try tree.makePWMChip(0, device: "fe20c000.pwm")
        #expect(throws: PWMError.noChip(wanted: "1-0040", present: ["fe20c000.pwm"])) {
            try PWMChip.find("1-0040", sysfs: sysfs)
        }
        #expect(throws: PWMError.noChip(wanted: "pwmchip0", present: ["fe20c000.pwm"])) {
            try PWMChip.find("pwmchip0", sysfs: sysfs)
        }
        #expect(throws: PWMError.noChip(wanted: nil, present: [])) {
            try PWMChip.find(nil, sysfs: "\(tree.path)/none")
        }
    }

    @Test("the fan of a Pi 5 is refused by name and by path, and never taken for the Pi's own")
    func fan() throws {
        try tree.makePWMChip(0, device: "1f0009c000.pwm", channels: 4)
        #expect(throws: PWMError.fan) { try PWMChip.find("1f0009c000.pwm", sysfs: sysfs) }
        #expect(throws: PWMError.fan) {
            try PWMChip.find("\(sysfs)/class/pwm/pwmchip0/device", sysfs: sysfs)
        }
        #expect(throws: PWMError.noChip(wanted: nil, present: ["1f0009c000.pwm"])) {
            try PWMChip.find(nil, sysfs: sysfs)
        }
    }

    @Test("a channel that the chip does not have is refused")
    func channelCount() throws {
        try tree.makePWMChip(0, device: "fe20c000.pwm", channels: 2)
        let chip = try PWMChip.find(nil, sysfs: sysfs)
        #expect(try chip.channel(1).path.hasSuffix("pwmchip0/pwm1"))
        #expect(throws: PWMError.noChannel(2, device: "fe20c000.pwm", count: 2)) {
            try chip.channel(2)
        }
        #expect(throws: PWMError.noChannel(-1, device: "fe20c000.pwm", count: 2)) {
            try chip.channel(-1)
        }
    }

    @Test("a PCA9685 is found by its driver, where there is only one")
    func byDriver() throws {
        try tree.makePWMChip(0, device: "fe20c000.pwm")
        try tree.makePCA9685(1)
        #expect(try PWMChip.find("pca9685-pwm", sysfs: sysfs).device == "1-0040")
        try tree.makePCA9685(2, device: "1-0041")
        let error = PWMError.severalChips(
            wanted: "pca9685-pwm", present: ["1-0040", "1-0041"])
        #expect(throws: error) { try PWMChip.find("pca9685-pwm", sysfs: sysfs) }
        #expect(error.description.contains("name one by its device: 1-0040, 1-0041"))
    }

    /// drivers/pwm/pwm-pca9685.c: 17 channels, of which the last is "all LEDs".
    @Test("the channel of a PCA9685 that is all of them is refused, the sixteen are not")
    func allChannels() throws {
        try tree.makePCA9685(0)
        let chip = try PWMChip.find("1-0040", sysfs: sysfs)
        #expect(try chip.channel(15).path.hasSuffix("pwmchip0/pwm15"))
        #expect(throws: PWMError.allChannels(16, device: "1-0040")) { try chip.channel(16) }
    }

    /// pwm_apply_state() of Linux 6.1 refuses every state without a period, "off" included.
    @Test("a silent channel is given back without being told to be silent")
    func parkFresh() throws {
        try tree.makePWMChip(0, device: "fe20c000.pwm")
        try tree.makePWMChannel(channel: 1)
        try PWMChip.find(nil, sysfs: sysfs).channel(1).disableAndUnexport()
        #expect(tree.read("sys/class/pwm/pwmchip0/pwm1/enable") == "0\n")
        #expect(tree.read("sys/class/pwm/pwmchip0/unexport") == "1")
    }

    @Test("a channel is exported and unexported by its number")
    func export() throws {
        try tree.makePWMChip(0, device: "fe20c000.pwm")
        let channel = try PWMChip.find(nil, sysfs: sysfs).channel(1)
        #expect(!channel.isExported)
        #expect(try channel.isWritable() == false)
        try channel.export()
        #expect(tree.read("sys/class/pwm/pwmchip0/export") == "1")
        try tree.makePWMChannel(channel: 1, enable: 1)
        #expect(channel.isExported)
        #expect(try channel.isWritable())
        try channel.disableAndUnexport()
        #expect(tree.read("sys/class/pwm/pwmchip0/pwm1/enable") == "0")
        #expect(tree.read("sys/class/pwm/pwmchip0/unexport") == "1")
    }
}

/// Refuses whatever any kernel or chip refuses: the sum of Documentation/driver-api/pwm.rst, the
/// core's checks and those of pwm-bcm2835.
private struct StrictChip {
    struct PWMError: Error {}

    var state: PWMState

    mutating func take(_ change: PWMChange) throws {
        switch change {
        case .enable: guard state.duty <= state.period, state.period > 0 else { throw PWMError() }
        case .disable: guard state.period > 0 else { throw PWMError() }
        case .duty(let duty):
            guard state.period > 0, duty <= state.period else { throw PWMError() }
        case .period(let period):
            guard period > 0, state.duty <= period else { throw PWMError() }
        case .normalPolarity:
            guard state.period > 0, !state.isEnabled else { throw PWMError() }
        }
        state.apply(change)
    }
}

struct PWMStateTests {
    private static let servo = PWMState(
        period: 20_000_000, duty: 1_500_000, isInverted: false, isEnabled: true)

    /// Fresh, silent, running as wished, running otherwise, inverted, and the trap of 6.12: a duty
    /// above the period, which is accepted while disabled.
    private static let found = [
        PWMState(period: 0, duty: 0, isInverted: false, isEnabled: false),
        PWMState(period: 0, duty: 0, isInverted: true, isEnabled: false),
        PWMState(period: 20_000_000, duty: 1_000_000, isInverted: false, isEnabled: false),
        PWMState(period: 20_000_000, duty: 1_000_000, isInverted: false, isEnabled: true),
        PWMState(period: 40_000, duty: 40_000, isInverted: false, isEnabled: true),
        PWMState(period: 40_000_000, duty: 30_000_000, isInverted: true, isEnabled: true),
        PWMState(period: 1_000_000, duty: 5_000_000, isInverted: false, isEnabled: false),
        servo,
    ]

    @Test(
        "a servo's pulse is reached from any state in an order that the strictest chip takes",
        arguments: found)
    func order(_ found: PWMState) throws {
        var chip = StrictChip(state: found)
        for change in found.changes(toWidth: 1_500_000, period: 20_000_000) {
            try chip.take(change)
        }
        #expect(chip.state == Self.servo)
    }

    @Test("a running channel gets its new width only, and nothing when it has it")
    func steady() {
        #expect(Self.servo.changes(toWidth: 1_600_000, period: 20_000_000) == [.duty(1_600_000)])
        #expect(Self.servo.changes(toWidth: 1_500_000, period: 20_000_000) == [])
    }
}

/// The kernel's pwm-pca9685 (Linux 6.1): one prescaler for all, inverse polarity refused, and a
/// channel that was only asked for counts as enabled.
private struct PCA9685Chip {
    enum PWMError: Error { case busy, invalid }

    private var prescale: Int64 = 0x1E
    private var channels: [Int: PWMState] = [:]

    private var nominalPeriod: Int64 { (prescale + 1) * 163_840 }

    /// Exports a channel and reads it.
    mutating func export(_ number: Int) -> PWMState {
        let state = PWMState(period: nominalPeriod, duty: 0, isInverted: false, isEnabled: true)
        channels[number] = state
        return state
    }

    mutating func take(_ change: PWMChange, _ number: Int) throws {
        guard var state = channels[number] else { throw PWMError.invalid }
        state.apply(change)
        // Rounded to the nearest, as DIV_ROUND_CLOSEST_ULL does it.
        let wanted = (state.period + 81_920) / 163_840 - 1
        guard !state.isInverted, (3...255).contains(wanted), state.duty <= state.period else {
            throw PWMError.invalid
        }
        if state.isEnabled, wanted != prescale {
            let enabled = channels.filter(\.value.isEnabled).keys
            guard enabled.isEmpty || Array(enabled) == [number] else { throw PWMError.busy }
            prescale = wanted
        }
        channels[number] = state
    }

    mutating func pulse(_ number: Int, _ found: PWMState, _ width: Int64, _ period: Int64) throws {
        for change in found.changes(toWidth: width, period: period) { try take(change, number) }
    }
}

struct PWMPeriodTests {
    @Test(
        "a period that no chip has is another one",
        arguments: [Int64.min, Int64.min + 20_000_000, -1, Int64.max] as [Int64])
    func impossible(period: Int64) {
        let state = PWMState(period: period, duty: 0, isInverted: false, isEnabled: true)
        #expect(!state.hasPeriod(20_000_000))
    }
}

struct PCA9685Tests {
    private static let period: Int64 = 20_000_000

    @Test("servos of one period run side by side, if those that are silent are switched off")
    func shared() throws {
        var chip = PCA9685Chip()
        let first = chip.export(0)
        var second = chip.export(1)
        #expect(!first.isPulsing)
        // The trap: the second was only asked for, and already holds the chip's period.
        #expect(throws: PCA9685Chip.PWMError.busy) {
            var trapped = chip
            try trapped.pulse(0, first, 1_500_000, Self.period)
        }
        try chip.take(.disable, 1)
        second.apply(.disable)
        try chip.pulse(0, first, 1_500_000, Self.period)
        try chip.pulse(1, second, 1_000_000, Self.period)
    }

    @Test("a second period is refused while a channel runs")
    func twoPeriods() throws {
        var chip = PCA9685Chip()
        try chip.pulse(0, chip.export(0), 1_500_000, Self.period)
        let second = chip.export(1)
        #expect(throws: PCA9685Chip.PWMError.busy) {
            try chip.pulse(1, second, 1_000_000, 10_000_000)
        }
    }

    @Test("what it says of 20 ms is 20 ms, so that a running servo gets its new width only")
    func rounded() throws {
        // Prescale 121: 122 steps of 163.84 µs; 308 of 4096 parts of it.
        let found = PWMState(
            period: 19_988_480, duty: 1_503_040, isInverted: false, isEnabled: true)
        #expect(found.hasPeriod(Self.period))
        #expect(found.changes(toWidth: 1_600_000, period: Self.period) == [.duty(1_600_000)])
        // What it has before anybody has set it: 31 steps.
        let fresh = PWMState(period: 5_079_040, duty: 0, isInverted: false, isEnabled: true)
        #expect(!fresh.hasPeriod(Self.period))
    }
}

struct PWMOutputTests {
    private let tree: TemporaryDirectory
    private let channel: PWMChannel

    init() throws {
        tree = try TemporaryDirectory()
        try tree.makePWMChip(0, device: "fe20c000.pwm")
        try tree.makePWMChannel(period: 20_000_000, duty: 1_500_000, enable: 1)
        channel = try PWMChip.find(nil, sysfs: "\(tree.path)/sys").channel(0)
    }

    private func file(_ name: String) -> String? {
        tree.read("sys/class/pwm/pwmchip0/pwm0/\(name)")
    }

    @Test("adopting a running channel writes nothing, nor does asking for what it does")
    func adopt() throws {
        var output = try PWMOutput(adopting: channel)
        try output.pulse(widthNanoseconds: 1_500_000, periodNanoseconds: 20_000_000)
        // A write would have taken the line's end away.
        for name in ["period", "duty_cycle", "polarity", "enable"] {
            #expect(file(name)?.last == "\n")
        }
    }

    @Test("a new width is written, and stopping keeps it to be read by the next owner")
    func pulse() throws {
        var output = try PWMOutput(adopting: channel)
        try output.pulse(widthNanoseconds: 1_000_000, periodNanoseconds: 20_000_000)
        #expect(file("duty_cycle") == "1000000")
        try output.stop()
        #expect(file("enable") == "0")
        #expect(file("duty_cycle") == "1000000")
        try output.pulse(widthNanoseconds: 1_100_000, periodNanoseconds: 20_000_000)
        #expect(file("enable") == "1")
        #expect(try channel.state() == output.state)
    }

    @Test("a pulse that does not fit its period is refused before anything is written")
    func refuse() throws {
        var output = try PWMOutput(adopting: channel)
        for (width, period) in [(-1, 20_000_000), (2, 1), (0, 0)] as [(Int64, Int64)] {
            #expect(throws: IOError(call: "pulse", subject: channel.path, code: EINVAL)) {
                try output.pulse(widthNanoseconds: width, periodNanoseconds: period)
            }
        }
        #expect(file("duty_cycle") == "1500000\n")
    }

    @Test("a channel whose files are half written is not adopted")
    func torn() throws {
        try tree.write("sys/class/pwm/pwmchip0/pwm0/duty_cycle", "")
        #expect(throws: IOError.self) { try PWMOutput(adopting: channel) }
    }
}
