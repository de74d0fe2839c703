extension ARDrone {
    /// Makes packets of what comes to the navdata port, and counts what is wrong with it.
    struct NavdataReceiver: Sendable {
        private(set) var statistics = LinkStatistics()
        private var sequence = NavdataSequence()

        /// - Returns: the packet when it is sound and new, and whether the drone has restarted before it.
        mutating func receive(
            _ datagram: ArraySlice<UInt8>
        ) -> (packet: NavdataPacket, hasRestarted: Bool)? {
            do throws(NavdataError) {
                let packet = try NavdataPacket(datagram)
                let verdict = sequence.judge(packet.sequence)
                if verdict == .outOfOrder { throw .outOfOrder }
                statistics.countPacket(missed: verdict.missed)
                return (packet, verdict == .rebooted)
            } catch {
                refuse(error)
                return nil
            }
        }

        /// Counts a datagram that is of no use.
        mutating func refuse(_ error: NavdataError) {
            statistics.count(error)
        }

        mutating func countLoss() {
            statistics.countLoss()
        }

        /// Takes whatever number comes next: after a silence, or after asking for the stream anew.
        mutating func resetSequence() {
            sequence.reset()
        }
    }

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
