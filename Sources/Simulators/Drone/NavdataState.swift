/// The state word of a navdata header (`ARDRONE_*_MASK` in the SDK).
struct NavdataState: OptionSet, Sendable {
    let rawValue: UInt32

    init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    private init(bit: UInt32) {
        rawValue = 1 << bit
    }

    static let flying = NavdataState(bit: 0)
    static let videoEnabled = NavdataState(bit: 1)
    static let visionEnabled = NavdataState(bit: 2)
    static let altitudeControl = NavdataState(bit: 4)
    static let commandAcknowledged = NavdataState(bit: 6)
    static let cameraReady = NavdataState(bit: 7)
    static let navdataReduced = NavdataState(bit: 10)
    static let navdataBootstrap = NavdataState(bit: 11)
    static let communicationLost = NavdataState(bit: 13)
    static let batteryLow = NavdataState(bit: 15)
    static let motorFirmwareFits = NavdataState(bit: 23)
    static let commandThread = NavdataState(bit: 24)
    static let navdataThread = NavdataState(bit: 25)
    static let videoThread = NavdataState(bit: 26)
    static let acquisitionThread = NavdataState(bit: 27)
    static let communicationWatchdog = NavdataState(bit: 30)
    static let emergency = NavdataState(bit: 31)

    /// What a healthy drone always shows.
    static let healthy: NavdataState = [
        .videoEnabled, .visionEnabled, .altitudeControl, .cameraReady, .motorFirmwareFits,
        .commandThread, .navdataThread, .videoThread, .acquisitionThread,
    ]
}

/// The control state of the demo option: what the drone does, in 16 bits, and how, in 16 more.
struct ControlState: Equatable, Sendable {
    let major: UInt16
    let minor: UInt16

    var rawValue: UInt32 { UInt32(major) << 16 | UInt32(minor) }

    private init(_ major: UInt16, _ minor: UInt16 = 0) {
        self.major = major
        self.minor = minor
    }

    static let standby = ControlState(0)
    static let landed = ControlState(2)
    static let flying = ControlState(3)
    static let hovering = ControlState(4)
    static let hoveringWithoutLink = ControlState(4, 8)
    static let takingOffOnGround = ControlState(6, 0)
    static let takingOff = ControlState(6, 1)
    static let landing = ControlState(8)
}
