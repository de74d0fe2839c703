/// Who goes where more have come than there are places.
enum Crowd {
    /// One connection.
    struct Seat {
        let address: String
        /// Whether nothing that was asked for is lost with it.
        let mayGo: Bool
    }

    /// The oldest of the address that has most of those that may go, so that whoever comes alone stays while
    /// others flood.
    ///
    /// - Parameter seats: in the order in which they came.
    /// - Returns: its index; `nil` where none may go.
    static func leaver(of seats: [Seat]) -> Int? {
        let counts = seats.reduce(into: [String: Int]()) { counts, seat in
            if seat.mayGo { counts[seat.address, default: 0] += 1 }
        }
        let most = counts.values.max()
        return seats.firstIndex { $0.mayGo && counts[$0.address] == most }
    }
}
