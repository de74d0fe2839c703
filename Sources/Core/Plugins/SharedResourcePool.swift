import Synchronization

/// What several drivers of one process use together: the reader of a bus, the request of a chip.
///
/// The first user makes it, the others get the same one, and it ends with its last owner. Nobody
/// counts users: the register holds it weakly. So what a hanging call of the kernel still holds
/// is found again by a driver that is restarted, and not made a second time.
package final class SharedResourcePool: Sendable {
    private struct Key: Hashable {
        let type: ObjectIdentifier
        let name: String
    }

    private struct Entry {
        weak var resource: (any AnyObject & Sendable)?
    }

    private let entries = Mutex<[Key: Entry]>([:])

    package init() {}

    /// The resource of this type and name; made when there is none. `make` must not wait, nor ask
    /// for a resource itself: everybody else waits meanwhile.
    package func resource<Resource: AnyObject & Sendable>(
        _ name: String, _ make: () -> Resource
    ) -> Resource {
        let key = Key(type: ObjectIdentifier(Resource.self), name: name)
        return entries.withLock { entries in
            if let present = entries[key]?.resource as? Resource { return present }
            entries = entries.filter { $0.value.resource != nil }
            let made = make()
            entries[key] = Entry(resource: made)
            return made
        }
    }

    /// How many there are.
    package var count: Int {
        entries.withLock { $0.values.count { $0.resource != nil } }
    }
}
