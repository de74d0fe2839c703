extension ARDrone {
    /// What was counted on a link since its driver started.
    struct LinkStatistics: Equatable, Sendable {
        private(set) var packets = 0
        /// Packets that never came or came too late, by the gaps in their numbers.
        private(set) var missed = 0
        /// How often the drone fell silent for long.
        private(set) var losses = 0
        private(set) var refused: [NavdataError: Int] = [:]

        mutating func countPacket(missed before: Int) {
            packets += 1
            missed += before
        }
        mutating func countLoss() { losses += 1 }
        mutating func count(_ fault: NavdataError) { refused[fault, default: 0] += 1 }
    }
}
