import Core

extension ARDrone {
    /// What an option is made of: a table, one row a field, that both flying and tools read by.
    ///
    /// Offsets and types are those of the packed structures of Parrot's SDK 2.0
    /// (`navdata_common.h`), checked against packets that real drones sent.
    struct NavdataLayout: Sendable {
        let tag: UInt16
        /// As in the SDK, in snake_case.
        let name: String
        /// The sizes, with tag and size field, that an option may have to be this one.
        let sizes: ClosedRange<Int>
        let fields: [any NavdataColumn]

        /// An option of at least `size` bytes: later firmware only ever added at the end.
        init(_ tag: UInt16, _ name: String, size: Int, _ fields: [any NavdataColumn]) {
            self.init(tag, name, sizes: size...Int(UInt16.max), fields)
        }

        init(
            _ tag: UInt16, _ name: String, sizes: ClosedRange<Int>, _ fields: [any NavdataColumn]
        ) {
            self.tag = tag
            self.name = name
            self.sizes = sizes
            self.fields = fields
        }

        /// The option if it is long enough to have all fields, else as good as absent.
        func complete(_ option: NavdataBytes) -> NavdataBytes? {
            sizes.contains(option.count) ? option : nil
        }

        /// All fields by their names.
        func json(of option: NavdataBytes) -> JSONValue {
            let fields = fields.map { ($0.name, $0.json(in: option)) }
            return .object(Dictionary(fields, uniquingKeysWith: { _, last in last }))
        }

        /// Every option of the protocol, by tag.
        static let all: [NavdataLayout] = [
            demo, time, rawMeasures, physMeasures, gyrosOffsets, eulerAngles, references, trims,
            rcReferences, pwm, altitude, visionRaw, visionOpticalFlow, vision, visionPerformance,
            trackers, visionDetect, watchdog, adcFrame, videoStream, games, pressure, magneto,
            windSpeed, kalmanPressure, hdVideoStream, wifi, zimmu, gps, cameraSettings, host,
            checksum,
        ]

        typealias U8 = NavdataField<UInt8>
        typealias U16 = NavdataField<UInt16>
        typealias I16 = NavdataField<Int16>
        typealias U32 = NavdataField<UInt32>
        typealias I32 = NavdataField<Int32>
        typealias F32 = NavdataField<Float>
        typealias F64 = NavdataField<Double>
        /// Seconds in 11 bits above microseconds in 21.
        typealias Clock = NavdataField<DroneTime>
    }
}
