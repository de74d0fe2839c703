import Core
import Terminal
import Values

/// What a demo shows: a world, what must be seen in it, and pictures of it. `Demo` has what all have alike.
protocol DemoShow: Sendable {
    /// Lets its world go on until now, and takes note of it. The status is what the running Roost says, `nil`
    /// while it does not answer.
    mutating func observe(_ status: StatusReport?, at elapsed: Duration)

    /// What must be seen, and what was.
    var checks: [DemoCheck] { get }
    /// There is nothing more to wait for.
    var isOver: Bool { get }

    /// For a terminal, in at most as many rows as it has.
    func picture(_ size: DemoPicture.Size) -> [StyledText]
    /// The same moment as a line of text, for logs and machines.
    var line: String { get }
    /// What is told at the end beside the checks.
    func summary(_ status: StatusReport) -> String

    /// Ends its world.
    func stop()
}

extension DemoShow {
    var isSatisfied: Bool { checks.allSatisfy(\.isMet) }
}

/// One thing that a demo must show.
struct DemoCheck: Equatable, Sendable {
    let isMet: Bool
    let text: String
}

/// What the pictures of all demos have alike.
enum DemoPicture {
    /// What a picture fills.
    struct Size: Equatable, Sendable {
        let columns: Int
        let rows: Int

        /// - Parameters:
        ///   - columns: the terminal's width; less than 80 is drawn as 80.
        ///   - rows: the terminal's height; less than 24 is drawn as 24.
        init(columns: Int, rows: Int) {
            self.columns = min(max(80, columns), 160)
            self.rows = min(max(24, rows), 60)
        }
    }

    /// Breaks text into at most so many lines, always exactly that many.
    static func wrap(_ text: String, columns: Int, lines count: Int) -> [StyledText] {
        let lines = TextWrap.lines(of: text, columns: columns)
        let padding = [String](repeating: "", count: max(0, count - lines.count))
        return (lines.prefix(count) + padding).map { StyledText($0) }
    }
}

extension StatusReport? {
    /// Why drivers of a kind, or of a name, are commanded as they are, in the words of the policy that does.
    func reason(commanding isMeant: (DriverReport) -> Bool) -> String {
        let drivers = self?.drivers.filter(isMeant).map { "\($0.name)." } ?? []
        let policy = self?.policies.first { policy in
            policy.outputs.values.contains { end in drivers.contains { end.hasPrefix($0) } }
        }
        return policy?.reason?.text ?? "roost does not answer"
    }
}
