import Values

/// The table of what lamp and buzzer tell, as the pages for people have it.
package enum SignalTable {
    package static func rows<Signal>(
        _ signals: [Signal], _ entry: (Signal) throws -> (String, SwitchCommand, SwitchCommand)
    ) rethrows -> String {
        let rows = try signals.map { signal in
            let (state, lamp, buzzer) = try entry(signal)
            return row(state, lamp, buzzer)
        }
        return (["| it | lamp | buzzer |", "|---|---|---|"] + rows).joined(separator: "\n")
    }

    package static func row(_ state: String, _ lamp: SwitchCommand, _ buzzer: SwitchCommand)
        -> String
    {
        "| \(state) | \(words(lamp, "flash", "flashes")) | \(words(buzzer, "beep", "beeps")) |"
    }

    /// "1 flash of 0.1 s every 2 s"
    private static func words(_ command: SwitchCommand, _ one: String, _ many: String) -> String {
        switch command {
        case .active: return "on"
        case .inactive: return "off"
        case .pattern(let pattern):
            let round = pattern.steps.reduce(Duration.zero) { $0 + $1.on + $1.off }
            let count = pattern.steps.count
            let length = shortText(of: pattern.steps[0].on.seconds)
            return "\(count) \(count == 1 ? one : many) of \(length) s every "
                + "\(shortText(of: round.seconds)) s"
        }
    }
}
