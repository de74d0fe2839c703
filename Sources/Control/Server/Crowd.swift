import Core

/// Who goes where more have come than there are places.
package enum Crowd<Peer: Hashable> {
    /// One connection.
    package struct Seat {
        let peer: Peer
        package let mayGo: Bool

        /// `mayGo` where nothing that was asked for is lost with it.
        package init(of peer: Peer, mayGo: Bool) {
            self.peer = peer
            self.mayGo = mayGo
        }
    }

    /// The oldest of the peer that has most of those that may go, so that whoever comes alone stays while
    /// others flood.
    ///
    /// - Parameter seats: in the order in which they came.
    /// - Returns: its index; `nil` where none may go.
    package static func leaver(of seats: [Seat]) -> Int? {
        let counts = seats.reduce(into: [Peer: Int]()) { counts, seat in
            if seat.mayGo { counts[seat.peer, default: 0] += 1 }
        }
        let most = counts.values.max()
        return seats.firstIndex { $0.mayGo && counts[$0.peer] == most }
    }
}
