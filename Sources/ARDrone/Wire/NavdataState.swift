import Devices

extension ARDrone {
    /// The state bits in the header of every navdata packet. Only those that are acted on.
    package struct NavdataState: OptionSet, Equatable, Sendable {
        package let rawValue: UInt32

        package init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        private static func bit(_ number: UInt32) -> NavdataState {
            NavdataState(rawValue: 1 << number)
        }

        static let flying = bit(0)
        static let videoEnabled = bit(1)
        /// A CONFIG was taken and its acknowledgement not yet cleared.
        static let commandAcknowledged = bit(6)
        /// Only header and checksum are sent until the navdata is configured.
        static let bootstrap = bit(11)
        static let motorProblem = bit(12)
        /// Nothing heard from us for 2 s: the drone wants to be started up anew.
        static let communicationLost = bit(13)
        static let softwareFault = bit(14)
        static let batteryLow = bit(15)
        static let magnetometerUncalibrated = bit(18)
        static let anglesOutOfRange = bit(19)
        static let cutOut = bit(22)
        static let videoThreadOn = bit(26)
        /// Nothing heard from us for 50 ms.
        static let communicationWatchdog = bit(30)
        static let emergency = bit(31)

        /// What makes the drone ignore a take-off, in words.
        private static let armingChecks: [(bit: NavdataState, failure: String)] = [
            (.motorProblem, "a motor reports a problem"),
            (.softwareFault, "the drone reports a software fault: restart it"),
            (.batteryLow, "the battery is too low"),
            (.anglesOutOfRange, "the drone is tilted too far: put it level"),
            (.cutOut, "a motor was cut out: free its propeller"),
            (.emergency, "the drone is in emergency: reset it first"),
        ]
        private static let anyArmingFailure = armingChecks.reduce(into: NavdataState()) {
            $0.formUnion($1.bit)
        }

        /// Why the drone would ignore a take-off, which it does without a word.
        var armingFailures: [String] {
            // Asked for with each packet, and nearly always nothing.
            guard !isDisjoint(with: Self.anyArmingFailure) else { return [] }
            return Self.armingChecks.filter { contains($0.bit) }.map(\.failure)
        }
    }
}
