import VideoRelay

extension ARDrone {
    /// Makes frames of what the video port sends, as far as they are H.264.
    struct PaVEFrames: Sendable {
        private var assembler = FrameAssembler()
        /// The last frame's, as shown.
        private(set) var size: PictureSize?
        /// What came last, even if it cannot be handed on.
        private(set) var codec: VideoCodec?

        var statistics: FrameAssembler.Statistics { assembler.statistics }

        /// The connection was cut: whatever comes next follows nothing.
        mutating func begin() {
            assembler.begin()
        }

        /// - Returns: the frame that this packet completes, if it can be decoded.
        mutating func receive(_ packet: PaVEReader.Packet) -> VideoFrame? {
            guard !packet.header.isAdvertisement else { return nil }
            codec = packet.header.codec
            guard codec == .h264 else {
                assembler.drop()
                return nil
            }
            let frame = assembler.receive(
                FramePacket(
                    frameNumber: packet.header.frameNumber, sliceCount: packet.header.sliceCount,
                    payload: packet.payload, followsLoss: packet.followsResync))
            if frame != nil { size = packet.header.pictureSize }
            return frame
        }
    }
}
