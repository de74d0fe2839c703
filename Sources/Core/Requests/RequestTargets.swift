import Synchronization

/// Those who can be asked, for a broker that is made before they are.
final class RequestTargets: Sendable {
    private let finder = Mutex<@Sendable () -> [RequestBroker.Target]>({ [] })

    var all: [RequestBroker.Target] { finder.withLock { $0 }() }

    func find(_ targets: @escaping @Sendable () -> [RequestBroker.Target]) {
        finder.withLock { $0 = targets }
    }
}
