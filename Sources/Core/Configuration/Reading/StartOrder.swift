import JSON
import Settings

/// Sorts drivers so that each starts after those it names in `after`; otherwise by name.
///
/// `declared` is every name in the file: those of drivers that could not be read are known too,
/// for what is wrong with them is told elsewhere.
///
/// - Returns: all of them, in the order in which to start them.
/// - Throws: every name that is unknown, or the circle, by its members.
func startOrder(
    of drivers: [DriverEntry], declared: Set<String>
) throws(ConfigurationErrors) -> [DriverEntry] {
    try rejectUnknownNames(in: drivers, declared: declared)
    let unread = declared.subtracting(drivers.map(\.name))
    var waiting = drivers.sorted { $0.name < $1.name }
    var ordered: [DriverEntry] = []
    while !waiting.isEmpty {
        let started = unread.union(ordered.map(\.name))
        guard let next = waiting.firstIndex(where: { started.isSuperset(of: $0.after) }) else {
            throw SettingPath("drivers").error(
                .startCircle,
                "these drivers wait for each other in a circle (\"after\"): "
                    + circle(among: waiting).map(\.name).joined(separator: ", "))
        }
        ordered.append(waiting.remove(at: next))
    }
    return ordered
}

private func rejectUnknownNames(
    in drivers: [DriverEntry], declared: Set<String>
) throws(ConfigurationErrors) {
    let errors = ErrorCollector()
    for driver in drivers {
        for (index, needed) in driver.after.enumerated() where !declared.contains(needed) {
            let path = SettingPath("drivers").key(driver.name).key("after").index(index)
            errors.add(path.unknown(needed, "driver in this file", among: Array(declared)))
        }
    }
    try errors.throwIfAny()
}

/// Those that wait for each other, without those that only wait for them.
private func circle(among waiting: [DriverEntry]) -> [DriverEntry] {
    let needed = Set(waiting.flatMap(\.after))
    let inner = waiting.filter { needed.contains($0.name) }
    return inner.count == waiting.count ? waiting : circle(among: inner)
}
