import TestSupport

@testable import ARDrone

/// A packet of the drone's video as the protocol's table of fields has it, written field by field
/// without a look at the reader or at the simulated drone.
struct PaVEBuilder {
    var version: UInt8 = 2
    /// 4 is H.264.
    var codec: UInt8 = 4
    var headerSize: UInt16 = 64
    /// What the header claims; the payload's own size unless something else is said.
    var payloadSize: UInt32?
    var payload: [UInt8] = []
    var width: UInt16 = 640
    var height: UInt16 = 360
    var number: UInt32 = 1
    /// 1 IDR, 2 I, 3 P.
    var frameType: UInt8 = 3
    var control: UInt8 = 0
    var sliceCount: UInt8 = 1
    var sliceIndex: UInt8 = 0

    var bytes: [UInt8] {
        var header: [UInt8] = [0x50, 0x61, 0x56, 0x45, version, codec]
        header += little(headerSize) + little(payloadSize ?? UInt32(payload.count))
        // Encoded and shown width and height.
        header += little(width) + little(height + 8) + little(width) + little(height)
        header += little(number) + little(UInt32(4711))
        // Chunks, chunk index, frame type, control.
        header += [1, 0, frameType, control]
        // Stream position (64 bits), stream id.
        header += little(UInt32(0)) + little(UInt32(0)) + little(UInt16(1))
        header += [sliceCount, sliceIndex, 0, 0]
        // Reserved, advertised size, reserved.
        header += little(UInt16(0)) + little(UInt32(0)) + [UInt8](repeating: 0, count: 12)
        let longer = Int(headerSize) - header.count
        return header + [UInt8](repeating: 0, count: max(0, longer)) + payload
    }
}

/// Units of H.264 (ITU-T H.264, table 7-1), with bodies that only have to be told apart.
enum H264Bytes {
    static let sequenceSet: [UInt8] = [0, 0, 0, 1, 0x67, 66, 0xC0, 30]
    static let pictureSet: [UInt8] = [0, 0, 0, 1, 0x68, 0xCE, 0x3C]
    static let parameterSets = sequenceSet + pictureSet

    static func idrSlice(_ body: UInt8...) -> [UInt8] { [0, 0, 1, 0x65] + body }
    static func slice(_ body: UInt8...) -> [UInt8] { [0, 0, 1, 0x41] + body }
}

extension PaVEBuilder {
    static func idr(_ number: UInt32, header: UInt16 = 64) -> PaVEBuilder {
        PaVEBuilder(
            headerSize: header, payload: H264Bytes.parameterSets + H264Bytes.idrSlice(0x88, 7),
            number: number, frameType: 1)
    }

    static func predicted(_ number: UInt32, header: UInt16 = 64) -> PaVEBuilder {
        PaVEBuilder(
            headerSize: header, payload: H264Bytes.slice(0x9A, UInt8(number & 0x7F)),
            number: number)
    }
}
