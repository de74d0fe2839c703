/// When a cat goes out and when it wants in again.
///
/// `measured` is one real cat, of which 475 days of passages through a flap in the United Kingdom were
/// published (mannepanne/cat-flap-stats): exits and entries by the hour, and how often it is outside
/// by the hour in summer and in winter, all in percent. Rates that follow from those give back these
/// tables; that trips which begin are often short and long ones go on gives them their spread.
package struct CatHabit: Sendable {
    let exits: [Double]
    let entries: [Double]
    let outsideSummer: [Double]
    let outsideWinter: [Double]
    let passagesPerDay: Double
    /// How often it looks through the flap and goes through at a later try.
    let peeks: Double
    /// Whether it lives here.
    package let isResident: Bool

    package static let measured = CatHabit(
        exits: [
            2.6, 0.8, 1.4, 3.2, 9.2, 10.3, 5.6, 5.4, 8.6, 6.6, 4.6, 5.2, 5.2, 2.4, 2.4, 1.4, 1.2,
            1.6,
            1.9, 1.9, 3.5, 5.1, 5.9, 3.7,
        ],
        entries: [
            5.0, 3.8, 2.2, 2.2, 4.6, 7.1, 7.4, 5.9, 6.1, 4.6, 4.8, 5.7, 4.8, 4.2, 3.9, 3.3, 2.5,
            1.9,
            1.9, 2.6, 2.4, 4.0, 4.8, 4.2,
        ],
        outsideSummer: [
            34, 24, 18, 19, 34, 51, 57, 53, 63, 63, 61, 58, 57, 57, 56, 54, 50, 50, 52, 50, 50, 51,
            48,
            43,
        ],
        outsideWinter: [
            41, 32, 22, 24, 30, 32, 24, 13, 16, 24, 33, 37, 43, 42, 33, 20, 15, 13, 12, 12, 13, 15,
            25,
            40,
        ], passagesPerDay: 6.1, peeks: 0.2, isResident: true)

    /// Out at night and asleep by day: the same tables, ten hours later.
    package static let nocturnal = measured.shifted(hours: 10, passagesPerDay: 4.5, peeks: 0.15)
    /// Goes out twice a week in the warm hours, and thinks about it.
    package static let timid = measured.shifted(hours: 3, passagesPerDay: 1.5, peeks: 0.5)
    /// Comes for what is in the bowl.
    package static let neighbour = measured.shifted(
        hours: -3, passagesPerDay: 1.5, peeks: 0.4, isResident: false)

    private func shifted(
        hours: Int, passagesPerDay: Double, peeks: Double, isResident: Bool = true
    ) -> CatHabit {
        func moved(_ table: [Double]) -> [Double] {
            table.indices.map { table[($0 - hours + 24) % 24] }
        }
        return CatHabit(
            exits: moved(exits), entries: moved(entries), outsideSummer: moved(outsideSummer),
            outsideWinter: moved(outsideWinter), passagesPerDay: passagesPerDay, peeks: peeks,
            isResident: isResident)
    }

    /// How likely it wants to go through within the minute; `summer` is 0 in the middle of January
    /// and 1 in that of July, `sinceMinutes` how long it has been where it is.
    func chance(isInside: Bool, hour: Int, summer: Double, sinceMinutes: Double) -> Double {
        let outside =
            (outsideWinter[hour] + summer * (outsideSummer[hour] - outsideWinter[hour])) / 100
        let perHour = passagesPerDay / 2 / 100
        guard isResident else {
            // It stays some ten minutes.
            return isInside ? 0.1 : perHour * entries[hour] / 60
        }
        if isInside { return perHour * exits[hour] / (1 - outside) / 60 }
        let spread = sinceMinutes < 40 ? 1.9 : sinceMinutes < 180 ? 1.0 : 0.75
        return perHour * entries[hour] / outside / 60 * spread
    }
}
