import Synchronization
import Values

/// Policies that look on at this one.
extension PolicyRunner {
    struct Shadows: Sendable {
        /// Those that are to look on.
        var entries: [PolicyEntry] = []
        /// Those that do, by their entries.
        var shown: [(entry: PolicyEntry, policy: any ShadowPolicy)] = []
        /// Of the entries: to make a shadow may take its time, and then other ones may be wanted.
        var revision = 0
    }

    /// Lets these look on from the next step on. One that looks on already with the same settings goes on; any other
    /// begins where this policy is.
    func show(to entries: [PolicyEntry]) {
        let (revision, before) = shadows.withLock { shadows in
            shadows.entries = entries
            shadows.revision += 1
            return (shadows.revision, shadows.shown)
        }
        show(to: entries, revision, after: before)
    }

    /// Lets all of them look on again, at an instance that has restarted.
    func restartShadows() {
        let (entries, revision) = shadows.withLock { shadows in
            shadows.revision += 1
            return (shadows.entries, shadows.revision)
        }
        show(to: entries, revision, after: [])
    }

    private func show(
        to entries: [PolicyEntry], _ revision: Int,
        after before: [(entry: PolicyEntry, policy: any ShadowPolicy)]
    ) {
        // One that is not made yet is shown to them when it is.
        guard let instance else { return }
        let shown = entries.map { entry in
            let same = before.first { old in
                old.entry.name == entry.name
                    && old.entry.settingsAsWritten == entry.settingsAsWritten
            }
            return same
                ?? (
                    entry,
                    entry.configured.makeShadow(
                        entry.name, name, instance.memory, log.labelled("roost"))
                )
        }
        shadows.withLock { shadows in
            guard shadows.revision == revision else { return }
            shadows.shown = shown
            instance.show(to: shown.map(\.policy))
        }
    }

    /// They may hang in the step that is abandoned, and are made again with the next instance.
    func forgetShadows() {
        shadows.withLock { shadows in
            shadows.shown = []
            shadows.revision += 1
        }
    }

    func shadowReports(at now: Instant) -> [ShadowReport] {
        shadows.withLock { $0.shown.map(\.policy) }.map { $0.report(at: now) }
    }
}
