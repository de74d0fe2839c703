/// Sorts drivers so that each starts after those it names in `after`; else by name.
///
/// - Throws: the first name that is unknown, or a circle, by its members.
func startOrder(of drivers: [DriverEntry]) throws(ConfigProblems) -> [DriverEntry] {
    let names = Set(drivers.map(\.name))
    for driver in drivers {
        for (index, needed) in driver.after.enumerated() where !names.contains(needed) {
            let path = SettingPath("drivers.\(driver.name).after").index(index)
            throw path.unknown(needed, "driver in this file", among: Array(names))
        }
    }
    var waiting = drivers.sorted { $0.name < $1.name }
    var ordered: [DriverEntry] = []
    while !waiting.isEmpty {
        let started = Set(ordered.map(\.name))
        guard let next = waiting.firstIndex(where: { started.isSuperset(of: $0.after) }) else {
            let circle = waiting.map(\.name).joined(separator: ", ")
            throw SettingPath("drivers").problem(
                "these drivers wait for each other in a circle (\"after\"): \(circle)")
        }
        ordered.append(waiting.remove(at: next))
    }
    return ordered
}
