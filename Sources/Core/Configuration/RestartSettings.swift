import Settings
import Values

/// How often and how fast a driver that fails, or a policy whose step hangs, is started again.
package struct RestartSettings: PluginSettings {
    package let atMost: Int
    package let within: Duration
    package let firstDelay: Duration
    package let maxDelay: Duration
    package let slowDelay: Duration

    package init(_ read: SettingsReader) {
        atMost = read(
            "at_most", .integer(0...100), default: 5,
            "After more failures than this within the time below, a driver has failed permanently. "
                + "A device that is merely absent, or in use by others, does not count: it is tried "
                + "again without end. Steps of a policy that hang are counted the same way.")
        within = read(
            "within", .duration(.seconds(1) ... .seconds(86400)), default: .seconds(60),
            "The time in which failures are counted.")
        firstDelay = read(
            "first_delay", .duration(.milliseconds(10) ... .seconds(60)),
            default: .milliseconds(500),
            "The wait before the second attempt; it doubles with each further one.")
        maxDelay = read(
            "longest_delay", .duration(.milliseconds(10) ... .seconds(600)), default: .seconds(30),
            "The longest wait between attempts.")
        slowDelay = read(
            "slow_delay", .duration(.seconds(1) ... .seconds(3600)), default: .seconds(60),
            "A driver that commands something is never given up: after at_most failures it is "
                + "tried again this often.")
        check(read)
    }

    private func check(_ read: SettingsReader) {
        read.check(
            firstDelay <= maxDelay, "longest_delay",
            "must not be shorter than first_delay (\(text(of: firstDelay)))")
    }
}
