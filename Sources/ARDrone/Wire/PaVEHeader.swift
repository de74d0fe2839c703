extension ARDrone {
    /// What goes before every piece of video on TCP 5555: the SDK's "Parrot video encapsulation",
    /// little-endian. Only the fields that are acted on.
    struct PaVEHeader: Equatable, Sendable {
        static let signature: [UInt8] = Array("PaVE".utf8)
        /// The fields up to the end of what the SDK documents. Some firmware sends 68 bytes.
        static let minSize = 64
        /// Generous: no firmware is known to send more than 68.
        static let maxSize = 512
        /// As much as a frame may have (`VideoFrame.sizeLimit`).
        static let payloadLimit = 1 << 20

        private static let version: UInt8 = 2
        private static let maxSide = 4096

        let codec: VideoCodec
        /// How far from the signature to the payload, in bytes.
        let size: Int
        /// Bytes of payload.
        let payloadSize: Int
        /// As shown.
        let pictureSize: PictureSize
        /// Counts pictures, so that a hole tells of a lost one. All slices of one have the same.
        let frameNumber: UInt32
        /// How many slices the picture has, which may come in a piece each or all in one.
        let sliceCount: Int
        /// Announces a picture that is yet to come, and has none of it.
        let isAdvertisement: Bool

        /// Reads the header at the beginning of `bytes`, which must have `minSize` of them.
        ///
        /// - Throws: why what stands there, with its signature or without, is none.
        init(_ bytes: ArraySlice<UInt8>) throws(PaVEError) {
            guard bytes.count >= Self.minSize, bytes.starts(with: Self.signature) else {
                throw .noSignature
            }
            self = try NavdataBytes.read(bytes) { fields throws(PaVEError) in
                try PaVEHeader(fields)
            }
        }

        private init(_ fields: NavdataBytes) throws(PaVEError) {
            let version: UInt8 = fields.integer(at: 4)
            guard version == Self.version else { throw .version }
            size = Int(fields.uint16(at: 6))
            guard (Self.minSize...Self.maxSize).contains(size) else { throw .headerSize }
            guard let payloadSize = Int(exactly: fields.uint32(at: 8)),
                payloadSize <= Self.payloadLimit
            else { throw .payloadSize }
            self.payloadSize = payloadSize
            pictureSize = PictureSize(
                width: Int(fields.uint16(at: 16)), height: Int(fields.uint16(at: 18)))
            guard max(pictureSize.width, pictureSize.height) <= Self.maxSide else {
                throw .pictureSize
            }
            codec = VideoCodec(rawValue: fields.integer(at: 5))
            frameNumber = fields.uint32(at: 20)
            let control: UInt8 = fields.integer(at: 31)
            isAdvertisement = control & 1 != 0
            let slices: UInt8 = fields.integer(at: 42)
            // A firmware that does not count has one.
            sliceCount = max(1, Int(slices))
        }
    }

    /// In pixels; 0 by 0 where the drone does not say.
    package struct PictureSize: Equatable, Sendable {
        package let width: Int
        package let height: Int
    }

    /// Why bytes are no header.
    enum PaVEError: String, Error, CaseIterable, Sendable {
        case noSignature = "no_signature"
        case version
        case headerSize = "header_size"
        case payloadSize = "payload_size"
        case pictureSize = "picture_size"
    }

    /// The header's codec byte.
    struct VideoCodec: RawRepresentable, Equatable, Sendable, CustomStringConvertible {
        let rawValue: UInt8

        static let h264 = VideoCodec(rawValue: 4)

        /// The SDK's names.
        var description: String {
            switch rawValue {
            case 1: "UVLC (codec 1)"
            case 2: "P264 (codec 2)"
            case 3: "MPEG-4 (codec 3)"
            case 4: "H.264"
            default: "an unknown codec (\(rawValue))"
            }
        }
    }
}
