import Values

extension ARDrone {
    /// What flying needs of a navdata packet. The rest is stepped over, and nothing is allocated:
    /// up to 200 of these come in a second.
    package struct NavdataPacket: Equatable, Sendable {
        static let sizeLimit = NavdataFrame.sizeLimit

        let state: NavdataState
        let sequence: UInt32
        private(set) var demo: Demo?
        private(set) var time: DroneTime?
        /// The number of the last stick command that the drone took.
        private(set) var userSequence: Int32?
        private(set) var magneto: Magneto?
        private(set) var gps: GPS?
        /// Of unknown scale: clients disagree on its type, captures have 0 only.
        private(set) var linkQuality: UInt32?

        /// Decodes a datagram.
        ///
        /// - Throws: what is wrong with it; then nothing of it may be used.
        package init(_ datagram: ArraySlice<UInt8>) throws(NavdataError) {
            do throws(NavdataFrameError) {
                self = try NavdataBytes.read(datagram) { bytes throws(NavdataFrameError) in
                    NavdataPacket(try NavdataFrame(bytes))
                }
            } catch {
                throw error.error
            }
            // Before anything decides by it: a single packet can begin a landing that nothing ends.
            guard demo?.isPlausible ?? true, magneto?.isPlausible ?? true else {
                throw .implausible
            }
        }

        private init(_ frame: NavdataFrame) {
            state = frame.state
            sequence = frame.sequence
            for option in frame.options { read(option, of: frame) }
        }

        private mutating func read(_ option: NavdataFrame.Option, of frame: NavdataFrame) {
            switch option.tag {
            case 0: demo = Demo(frame[option])
            case 1: time = DroneTime.id.complete(frame[option])?[DroneTime.field]
            case 6:
                userSequence = References.id.complete(frame[option])?[References.userSequence]
            case 22: magneto = Magneto(frame[option])
            case 26:
                linkQuality = WiFi.id.complete(frame[option])?[WiFi.linkQuality]
            case 27: gps = GPS(frame[option])
            default: break
            }
        }
    }
}

extension ARDrone.NavdataPacket {
    /// What the drone says it is doing.
    ///
    /// It counts as landed only when the flying bit and the control state agree on that: of the
    /// two mistakes, taking a landed drone for a flying one is the harmless one.
    var phase: FlightState.Phase {
        if state.contains(.emergency) { return .emergency }
        switch demo?.majorState {
        case 4: return .hovering
        case 3, 7, 9: return .flying
        case 6: return .takingOff
        case 8: return .landing
        default: return state.contains(.flying) ? .flying : .landed
        }
    }
}

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
        static let cameraReady = bit(7)
        /// Only header and checksum are sent until the navdata is configured.
        static let bootstrap = bit(11)
        static let motorProblem = bit(12)
        /// Nothing heard from us for 2 s: the drone wants to be started up again.
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
