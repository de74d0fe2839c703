extension ARDrone {
    /// Makes packets of what comes to the navdata port, and counts what is wrong with it.
    struct NavdataReceiver: Sendable {
        var statistics = LinkStatistics()
        var sequence = NavdataSequence()

        /// - Returns: the packet when it is sound and new, and whether the drone has restarted before it.
        mutating func receive(
            _ datagram: ArraySlice<UInt8>
        ) -> (packet: NavdataPacket, hasRestarted: Bool)? {
            do throws(NavdataError) {
                let packet = try NavdataPacket(datagram)
                let verdict = sequence.judge(packet.sequence)
                if verdict == .outOfOrder { throw .outOfOrder }
                statistics.packets += 1
                statistics.missed += verdict.missed
                return (packet, verdict == .rebooted)
            } catch {
                refuse(error)
                return nil
            }
        }

        /// Counts a datagram that is of no use.
        mutating func refuse(_ error: NavdataError) {
            statistics.refused[error, default: 0] += 1
        }
    }

    /// What was counted on a link since its driver started.
    struct LinkStatistics: Equatable, Sendable {
        var packets = 0
        /// Packets that never came or came too late, by the gaps in their numbers.
        var missed = 0
        /// How often the drone fell silent for long.
        var losses = 0
        var refused: [NavdataError: Int] = [:]
    }

    /// Tells new packets from late ones and a late one from a drone that was switched off and on.
    ///
    /// A set watchdog bit (30) alone does not open the gate, though the SDK does so: it is set
    /// at every hiccup of the radio, which is when packets overtake each other.
    struct NavdataSequence: Sendable {
        enum Verdict: Equatable, Sendable {
            /// So many before it are missing, or come late.
            case new(missed: Int)
            /// Numbers start over: the drone restarted.
            case rebooted
            case outOfOrder

            var missed: Int {
                if case .new(let missed) = self { missed } else { 0 }
            }
        }

        /// How far back a number must fall to be a restart and not a late packet.
        private static let fall: UInt32 = 1000
        /// How many packets may at most be overtaken by another on the way.
        private static let reorderWindow: UInt32 = 50

        private var last: UInt32?

        mutating func judge(_ number: UInt32) -> Verdict {
            guard let last else {
                self.last = number
                return .new(missed: 0)
            }
            if number > last {
                self.last = number
                return .new(missed: Int(number - last) - 1)
            }
            let isRestart =
                last - number > Self.fall || number == 1 && last > Self.reorderWindow
            guard isRestart else { return .outOfOrder }
            self.last = number
            return .rebooted
        }

        /// Takes whatever number comes next: after a silence, or after asking for the stream again.
        mutating func reset() {
            last = nil
        }
    }
}
