import Values

/// Writes loops out: after it there are no jumps, and whatever is judged is what will be flown.
enum JumpExpansion {
    /// The indices of the commands in the order in which they are flown, without the jumps.
    ///
    /// Each jump counts for itself and is not wound up again, as ArduPilot has it.
    static func order(of commands: [MissionCommand], _ errors: inout MissionErrors) -> [Int] {
        let jumps = targets(in: commands, &errors)
        var left = jumps.mapValues(\.repeats)
        var order: [Int] = []
        var steps = 0
        var index = 0
        while index < commands.count {
            steps += 1
            guard steps <= 2 * MissionFile.itemLimit + commands.count else {
                errors.refuse(
                    lastJump(in: commands)?.place ?? commands[index].place,
                    "its loops are more than \(MissionFile.itemLimit) items long when written out")
                return commands.indices.filter { commands[$0].command != jump }
            }
            if commands[index].command != jump { order.append(index) }
            if let target = jumps[index], let times = left[index], times > 0 {
                left[index] = times - 1
                index = target.index
            } else {
                index += 1
            }
        }
        return order
    }

    private static let jump = 177

    private struct Target {
        let index: Int
        let repeats: Int
    }

    private static func lastJump(in commands: [MissionCommand]) -> MissionCommand? {
        commands.last { $0.command == jump }
    }

    /// By the index of the jump.
    private static func targets(
        in commands: [MissionCommand], _ errors: inout MissionErrors
    ) -> [Int: Target] {
        let indices = Dictionary(
            commands.enumerated().map { ($1.number, $0) }, uniquingKeysWith: { first, _ in first })
        var targets: [Int: Target] = [:]
        for (index, command) in commands.enumerated() where command.command == jump {
            let number = command.own(1) ?? 0
            let repeats = command.own(2) ?? 0
            if repeats < 0 {
                errors.refuse(command.place, "repeats for ever; give it a number")
            } else if let repeats = Int(exactly: repeats), let number = Int(exactly: number),
                let target = indices[number], commands[target].command != jump
            {
                targets[index] = Target(index: target, repeats: repeats)
            } else {
                errors.refuse(
                    command.place,
                    "jumps to item \(shortText(of: number)), \(shortText(of: repeats)) times, which is "
                        + "no item or no number")
            }
        }
        return targets
    }
}
