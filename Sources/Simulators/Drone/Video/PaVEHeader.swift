/// What goes before every video frame on TCP 5555 (the SDK's "Parrot video encapsulation").
struct PaVEHeader: Sendable {
    private static let version: UInt8 = 2
    private static let h264: UInt8 = 4

    let frame: H264Frame
    let number: UInt32
    /// Milliseconds since power-on.
    let timestamp: UInt32
    /// How many bytes of payload went before this frame.
    let streamPosition: UInt64

    /// The fields in order, little-endian; filled up with zeros to `size`.
    func bytes(size: VideoOptions.HeaderSize) -> [UInt8] {
        var bytes = Array("PaVE".utf8) + [Self.version, Self.h264]
        bytes.append(littleEndian: size.rawValue)
        bytes.append(littleEndian: UInt32(frame.bytes.count))
        let picture = frame.size
        for side in [
            picture.encodedWidth, picture.encodedHeight, picture.width, picture.height,
        ] {
            bytes.append(littleEndian: UInt16(clamping: side))
        }
        bytes.append(littleEndian: number)
        bytes.append(littleEndian: timestamp)
        // One chunk, the first and the last; nothing was advertised before.
        let isLast: UInt8 = 1 << 1
        bytes += [1, 0, frame.kind.rawValue, isLast]
        bytes.append(littleEndian: streamPosition)
        bytes.append(littleEndian: UInt16(1))
        bytes += [frame.slices, 0, frame.sequenceSetSize, frame.pictureSetSize].map {
            UInt8(clamping: $0)
        }
        return bytes + [UInt8](repeating: 0, count: Int(size.rawValue) - bytes.count)
    }
}

/// How the video of a simulated drone is made.
package struct VideoOptions: Sendable {
    /// Firmware differs in it.
    package enum HeaderSize: UInt16, Sendable {
        case short = 64
        case long = 68
    }

    /// The pictures, shown over and over; a grey one when there are none.
    package var frames: [H264Frame] = []
    package var headerSize = HeaderSize.long
    /// How many pictures from one IDR picture to the next. A file has its own.
    package var idrPeriod = 30

    package init() {}
}
