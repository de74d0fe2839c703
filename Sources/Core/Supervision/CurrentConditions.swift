import Values

/// What speaks against a change of what runs now.
final class CurrentConditions: ChangeConditions {
    private let plugins: RunningPlugins
    private let memories: (any PolicyMemoryStore)?
    /// The ends of the configuration that is to follow; those that are, where none is.
    private let table: ConnectionTable
    /// Policies that cannot go on with it before what they move is in its safe state.
    private(set) var retreating: [PolicyRunner] = []
    /// The drivers whose devices are not known to do what they do when nobody is in charge. Asked for once, and only
    /// where it matters: a driver may take its time to answer.
    private lazy var active = Set(plugins.drivers.askSafety().active).subtracting(
        plugins.drivers.members.filter(\.hasNeverMoved).map(\.entry.name))

    init(
        _ plugins: RunningPlugins, _ memories: (any PolicyMemoryStore)?,
        table: ConnectionTable? = nil
    ) {
        self.plugins = plugins
        self.memories = memories
        self.table = table ?? plugins.table
    }

    func obstacle(toGoOnAs entry: PolicyEntry) -> String? {
        guard let runner = plugins.policies.first(where: { $0.name == entry.name }) else {
            return nil
        }
        let before = runner.entry
        let left = before.commandedDrivers.subtracting(entry.commandedDrivers)
        guard let obstacle = runner.obstacle(to: entry, at: table.connections(of: entry)) else {
            return left.isEmpty ? nil : self.obstacle(toLeave: left)
        }
        if obstacle.isOverWhenSafe { retreating.append(runner) }
        return obstacle.why
    }

    func obstacle(toLoosen entry: PolicyEntry) -> String? {
        plugins.policies.first { $0.name == entry.name }?.obstacleToLoosening
    }

    func obstacle(toBegin entry: PolicyEntry) -> String? {
        let read = AbandonableCall { [memories] in memories?.load(entry.name) }
        guard let memory = read.value(within: Self.readLimit) else {
            return "what it remembers has not been read within \(text(of: Self.readLimit))"
        }
        return entry.configured.obstacleToBeginning(memory)
    }

    /// For a card that answers.
    private static let readLimit = Duration.seconds(2)

    func obstacle(toEnd entry: PolicyEntry) -> String? { obstacle(toLeave: entry.commandedDrivers) }

    private func obstacle(toLeave drivers: Set<String>) -> String? {
        drivers.intersection(active).min().map { "it moves \($0), which \(Self.notSafe)" }
    }

    /// A driver that runs may be missed for a moment: not while what it moves, or what a policy moves by what it
    /// says, is on its way or held out of its safe state. One that does not run can only become better.
    func obstacle(toClose entry: DriverEntry) -> String? {
        let driver = plugins.drivers.members.first { $0.entry.name == entry.name }
        guard let driver, driver.isRunning else { return nil }
        if active.contains(entry.name) {
            let hands = driver.hands.compactMap { $0.words(at: driver.now) }
            return (["it \(Self.notSafe)"] + hands).joined(separator: "; ")
        }
        for policy in plugins.policies where policy.entry.drivers.contains(entry.name) {
            guard let moved = policy.entry.commandedDrivers.intersection(active).min() else {
                continue
            }
            return "\(policy.name) uses it and moves \(moved), which \(Self.notSafe)"
        }
        return nil
    }

    /// What only measures and does not run moves nothing: a restart may mend it.
    func obstacleToRestart() -> String? {
        let unsafe = plugins.drivers.members.filter { driver in
            guard active.contains(driver.entry.name) else { return false }
            return driver.entry.configured.isActuator || driver.isRunning
        }.map(\.entry.name)
        return unsafe.isEmpty
            ? nil
            : "\(unsafe.joined(separator: ", ")): not in its safe state, which a restart brings about first"
    }

    private static let notSafe = "is not in its safe state; until it is"

    func startTime(of entry: DriverEntry) -> Duration? {
        plugins.drivers.members.first { $0.entry.name == entry.name }?.startTime
    }
}

extension ManagedDriver {
    fileprivate var isRunning: Bool {
        guard case .running = current.state else { return false }
        return true
    }
}
