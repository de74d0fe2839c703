/// The options that a packet may carry, by their tag numbers.
enum NavdataTag: UInt16, CaseIterable, Sendable {
    case demo = 0
    case time, rawMeasures, physMeasures, gyroOffsets, eulerAngles, references, trims
    case rcReferences, pwm, altitude, visionRaw, visionOpticalFlow, vision, visionPerformance
    case trackers, visionDetect, watchdog, adcFrame, videoStream, games, pressure, magneto
    case windSpeed, kalmanPressure, hdVideoStream, wifi
    /// The flight recorder's GPS; in firmware before 2.4 an unrelated short option.
    case satellites
    case cameraSettings, host

    /// What a packet of the stream's kind carries, where `mask` (`general:navdata_options`) adds
    /// to the demo option.
    static func carried(
        by content: NavdataStream.Content, mask: UInt32, hasFlightRecorder: Bool
    ) -> [NavdataTag] {
        let known = allCases.filter { hasFlightRecorder || !$0.isNewFirmware }
        return switch content {
        case .bootstrap: []
        case .reduced: known.filter { $0 == .demo || mask & (1 << UInt32($0.rawValue)) != 0 }
        case .full: known
        }
    }

    /// Options that firmware before 2.4, flown without a flight recorder here, does not send.
    private var isNewFirmware: Bool {
        self == .cameraSettings || self == .host
    }

    /// The size of the whole option. New firmware lets some options grow at their end.
    func size(hasFlightRecorder: Bool) -> Int {
        switch self {
        case .demo: 148
        case .time, .watchdog, .wifi: 8
        case .rawMeasures: 52
        case .physMeasures: 46
        case .gyroOffsets, .trims, .visionRaw: 16
        case .eulerAngles, .games: 12
        case .references: 88
        case .rcReferences: 24
        case .pwm: hasFlightRecorder ? 92 : 76
        case .altitude: 56
        case .visionOpticalFlow: 44
        case .vision: 92
        case .visionPerformance: 108
        case .trackers: 364
        case .visionDetect: 328
        case .adcFrame: 40
        case .videoStream: 65
        case .pressure: 18
        case .magneto: hasFlightRecorder ? 83 : 75
        case .windSpeed: hasFlightRecorder ? 64 : 56
        case .kalmanPressure: 72
        case .hdVideoStream, .host: 32
        case .satellites: hasFlightRecorder ? 216 : 12
        case .cameraSettings: 6
        }
    }
}
