import Core
import Glibc
import LinuxIO
import Synchronization
import Threads
import Values

/// Which role the users at the other end of control connections have.
///
/// To look a name up may wait for a card or a network, and somebody may want to land: so it is done on a thread of its
/// own. A user that is known is known at once, also while it is looked up again.
final class PeerDirectory: Sendable {
    private struct Entry {
        var caller: ControlCaller?
        var isBeingFound = false
        /// When the look-up began that is under way, or was the last.
        var askedAt: Instant
    }

    /// Users may be removed, and their numbers given to others.
    private static let freshness = Duration.seconds(60)
    /// One who has no name by then gets the role of those who have none.
    static let patience = Duration.seconds(1)
    /// Members of one group: more are no members of a household.
    private static let capacity = 64

    private let loads: [ControlRole: RequestLoad]
    private let name: @Sendable (uid_t) -> String?
    private let own: uid_t
    private let clock: any Scheduler
    private let start: @Sendable (@escaping @Sendable () -> Void) -> Bool
    private let entries = Mutex<[uid_t: Entry]>([:])

    /// `name` finds the name of a user, and may take its time: `start` starts a thread for it, where one can be made.
    init(
        clock: any Scheduler, own: uid_t = geteuid(),
        name: @escaping @Sendable (uid_t) -> String? = UserAccount.knownName,
        start: @escaping @Sendable (@escaping @Sendable () -> Void) -> Bool = {
            WorkerThread.start("users", for: .service, $0)
        }
    ) {
        self.clock = clock
        self.own = own
        self.start = start
        self.name = name
        loads = Dictionary(
            uniqueKeysWithValues: ControlRole.allCases.map { ($0, RequestLoad(of: $0)) })
    }

    /// - Returns: `nil` while that is not known yet.
    func caller(of user: uid_t) -> ControlCaller? {
        let now = clock.now
        let (caller, isDue) = entries.withLock { entries -> (ControlCaller?, Bool) in
            if entries[user] == nil { makeRoom(in: &entries) }
            let isNew = entries[user] == nil
            var entry = entries[user] ?? Entry(askedAt: now)
            let isOld = now - entry.askedAt >= Self.freshness
            let isDue = !entry.isBeingFound && (entry.caller == nil || isOld)
            if isDue {
                entry.isBeingFound = true
                if isNew || isOld { entry.askedAt = now }
            }
            entries[user] = entry
            let isPatient = now - entry.askedAt < Self.patience
            return (entry.caller ?? (isPatient ? nil : self.caller(withoutName: user)), isDue)
        }
        if isDue { find(user) }
        return caller
    }

    private func find(_ user: uid_t) {
        let hasThread = start { [self] in
            let found = self.caller(user, named: name(user))
            entries.withLock { entries in
                entries[user]?.caller = found
                entries[user]?.isBeingFound = false
            }
        }
        // It is tried again when it is asked for again.
        if !hasThread { entries.withLock { $0[user]?.isBeingFound = false } }
    }

    /// Root and the user of the service need no name to be known.
    private func caller(withoutName user: uid_t) -> ControlCaller {
        user == own || user == 0 ? caller(user, named: nil) : caller(.unnamed, nil)
    }

    private func caller(_ user: uid_t, named name: String?) -> ControlCaller {
        let isOwn = user == own || user == 0
        let role = isOwn ? .person : ControlRole(user: name)
        return caller(role, name ?? "#\(user)")
    }

    private func caller(_ role: ControlRole, _ name: String?) -> ControlCaller {
        ControlCaller(role, user: name, load: loads[role] ?? RequestLoad(of: role))
    }

    /// The one that was looked up longest ago is looked up again when it comes.
    private func makeRoom(in entries: inout [uid_t: Entry]) {
        guard entries.count >= Self.capacity,
            let oldest = entries.filter({ !$0.value.isBeingFound })
                .min(by: { $0.value.askedAt < $1.value.askedAt })
        else { return }
        entries[oldest.key] = nil
    }
}
