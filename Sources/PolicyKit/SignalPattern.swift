import Values

/// The patterns in which the policies tell their state by lamp and buzzer: the same for all, so that people
/// learn them once. Made once: a step makes none.
package enum SignalPattern {
    package static let rareFlash = SwitchCommand.pattern(.flashes(1, every: .seconds(5)))
    package static let flash = SwitchCommand.pattern(.flashes(1, every: .seconds(2)))
    package static let twoFlashes = SwitchCommand.pattern(.flashes(2, every: .seconds(2)))
    package static let threeFlashes = SwitchCommand.pattern(.flashes(3, every: .seconds(2)))
    package static let fourFlashes = SwitchCommand.pattern(.flashes(4, every: .seconds(2)))
    package static let quickFlash = SwitchCommand.pattern(.flashes(1, every: .milliseconds(500)))
    package static let flicker = SwitchCommand.pattern(.flashes(1, every: .milliseconds(200)))
    package static let blink = SwitchCommand.pattern(.blink)
    package static let long = SwitchCommand.pattern(
        .flashes(1, of: .milliseconds(1500), every: .seconds(2)))
    package static let tone = SwitchCommand.pattern(
        .flashes(1, of: .seconds(1), every: .seconds(2)))
}
