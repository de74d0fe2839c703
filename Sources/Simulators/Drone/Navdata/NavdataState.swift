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
    static let userEmergency = NavdataState(bit: 16)
    static let magnetometerUncalibrated = NavdataState(bit: 18)
    static let tooMuchWind = NavdataState(bit: 20)
    static let ultrasoundDeaf = NavdataState(bit: 21)
    static let cutOut = NavdataState(bit: 22)
    static let motorFirmwareFits = NavdataState(bit: 23)
    static let commandThread = NavdataState(bit: 24)
    static let navdataThread = NavdataState(bit: 25)
    static let videoThread = NavdataState(bit: 26)
    static let acquisitionThread = NavdataState(bit: 27)
    static let communicationWatchdog = NavdataState(bit: 30)
    static let emergency = NavdataState(bit: 31)

    /// What a healthy drone always shows.
    static let healthy: NavdataState = [
        .altitudeControl, .motorFirmwareFits,
        .commandThread, .navdataThread, .videoThread, .acquisitionThread,
    ]
}
