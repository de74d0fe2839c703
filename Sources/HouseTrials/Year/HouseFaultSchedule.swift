/// The faults of a year as it goes on.
struct HouseFaultSchedule {
    /// One that begins, or is over.
    struct Change {
        let what: HouseFault.What
        let isBegin: Bool
        let lasting: Int
    }

    /// In the order of their time.
    private let changes: [(second: Int, change: Change)]
    private var next = 0
    private(set) var present: Set<HouseFault.What> = []

    init(_ faults: [HouseFault]) {
        changes = faults.flatMap { fault in
            [true, false].map { isBegin in
                (
                    second: fault.second + (isBegin ? 0 : max(1, fault.lasting)),
                    change: Change(what: fault.what, isBegin: isBegin, lasting: fault.lasting)
                )
            }
        }.sorted { ($0.second, $0.change.isBegin ? 1 : 0) < ($1.second, $1.change.isBegin ? 1 : 0) }
    }

    /// What begins or ends by this second; `nil` when nothing more does.
    mutating func due(at second: Int) -> Change? {
        guard next < changes.count, changes[next].second <= second else { return nil }
        defer { next += 1 }
        let change = changes[next].change
        if change.isBegin { present.insert(change.what) } else { present.remove(change.what) }
        return change
    }
}
