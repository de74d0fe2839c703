import Synchronization

/// That the program is to end: set by a signal, looked at each second.
package final class EndRequest: Sendable {
    private let flag = Atomic(false)

    package init() {}

    package var isSet: Bool { flag.load(ordering: .relaxed) }
    package func set() { flag.store(true, ordering: .relaxed) }
}
