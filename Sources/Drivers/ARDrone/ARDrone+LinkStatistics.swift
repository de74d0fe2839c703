extension ARDrone {
    /// What was counted on a link since its driver started.
    struct LinkStatistics: Equatable, Sendable {
        private(set) var packets = 0
        private(set) var losses = 0
        private(set) var refused: [NavdataFault: Int] = [:]

        mutating func countPacket() { packets += 1 }
        mutating func countLoss() { losses += 1 }
        mutating func count(_ fault: NavdataFault) { refused[fault, default: 0] += 1 }
    }
}
