import Core
import Devices

extension GPIOOutput {
    /// One line of an output: what is commanded of it, and what it plays.
    ///
    /// A pattern begins when it is first commanded, goes on while it is, and never outlives its
    /// lease.
    struct Channel: Sendable {
        private let commands: Sink<SwitchCommand>
        private let safeLevel: Bool
        private let activeAs: SwitchPattern?
        /// What is being played, and since when.
        private var playing: (pattern: SwitchPattern, since: Instant)?

        init(_ commands: Sink<SwitchCommand>, _ settings: Settings) {
            self.commands = commands
            safeLevel = settings.safe.isActive
            activeAs = settings.activeAs.pattern
        }

        /// Calls `handler` on the sender's thread with each command.
        func notify(_ handler: @escaping @Sendable () -> Void) {
            commands.attach { _ in handler() }
        }

        func detach() {
            commands.detach()
        }

        /// Whether somebody is in charge at `now`.
        func isCommanded(at now: Instant) -> Bool {
            commands.current(at: now) != nil
        }

        /// The level that holds at `now`.
        mutating func level(at now: Instant) -> Bool {
            guard let command = commands.current(at: now) else { return steady(safeLevel) }
            switch command {
            case .active: return activeAs.map { play($0, at: now) } ?? steady(true)
            case .inactive: return steady(false)
            case .pattern(let pattern): return play(pattern, at: now)
            }
        }

        private mutating func steady(_ isActive: Bool) -> Bool {
            playing = nil
            return isActive
        }

        /// The level that a pattern has at `now`; the safe level once it is over.
        private mutating func play(_ pattern: SwitchPattern, at now: Instant) -> Bool {
            if playing?.pattern != pattern { playing = (pattern, now) }
            let since = playing?.since ?? now
            return pattern.isOn(after: now - since) ?? safeLevel
        }
    }
}
