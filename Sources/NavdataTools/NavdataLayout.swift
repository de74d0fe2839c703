import ARDrone
import Core
import JSON

/// What an option is made of: a table, one row for fields that are alike.
///
/// Offsets and types are those of the packed structures of Parrot's SDK 2.0
/// (`navdata_common.h`), checked against packets that real drones sent.
struct NavdataLayout: Sendable {
    let id: ARDrone.NavdataOptionID
    /// As in the SDK, in snake_case.
    let name: String
    let fields: [any NavdataFieldGroup]

    init(_ id: ARDrone.NavdataOptionID, _ name: String, _ fields: any NavdataFieldGroup...) {
        self.id = id
        self.name = name
        self.fields = fields
    }

    /// All fields by their names.
    func json(of option: ARDrone.NavdataBytes) -> JSONValue {
        .object(Dictionary(fields.flatMap { $0.json(in: option) }) { _, last in last })
    }

    /// Every option of the protocol, by tag.
    static let all: [NavdataLayout] = [
        demo, time, rawMeasures, physMeasures, gyrosOffsets, eulerAngles, references, trims,
        rcReferences, pwm, altitude, visionRaw, visionOpticalFlow, vision, visionPerformance,
        trackers, visionDetect, watchdog, adcFrame, videoStream, games, pressure, magneto,
        windSpeed, kalmanPressure, hdVideoStream, wifi, zimmu, gps, cameraSettings, host,
        checksum,
    ]

    typealias U8 = NavdataRow<UInt8>
    typealias U16 = NavdataRow<UInt16>
    typealias I16 = NavdataRow<Int16>
    typealias U32 = NavdataRow<UInt32>
    typealias I32 = NavdataRow<Int32>
    typealias F32 = NavdataRow<Float>
    typealias F64 = NavdataRow<Double>
    typealias State = NavdataRow<ARDrone.ControlState>
    /// Seconds in 11 bits above microseconds in 21.
    typealias Clock = NavdataRow<ARDrone.DroneTime>
}
