import Synchronization

/// What the service tells every policy beside its inputs.
@usableFromInline
package struct ServiceNotices: Codable, Equatable, Sendable {
    /// Grows with each change of the others.
    package var number = 0
    /// Why nothing may begin before a person has acknowledged something; `nil` where it may.
    package var hold: String?
    /// The settings by which more is allowed than when the service was started, or more than before that start, each in a
    /// line.
    package var looser: [String] = []

    package init() {}
}

/// Where policies read the notices of the service. A policy that moves something reads it in each step.
@usableFromInline
package final class NoticeBoard: Sendable {
    private let notices = Mutex(ServiceNotices())
    /// Whether there is anything to read: a step of a service that has nothing to tell takes no lock for it.
    private let hasAny = Atomic(false)

    package init() {}

    /// `nil` where there is nothing to tell.
    package var latest: ServiceNotices? {
        hasAny.load(ordering: .acquiring) ? notices.withLock { $0 } : nil
    }

    func post(_ change: (inout ServiceNotices) -> Void) {
        notices.withLock { notices in
            let before = notices
            change(&notices)
            if notices != before { notices.number += 1 }
            hasAny.store(
                notices.hold != nil || !notices.looser.isEmpty, ordering: .releasing)
        }
    }
}
