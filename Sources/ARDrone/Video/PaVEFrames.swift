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

        /// - Returns: the frame that this piece completes, if it can be decoded.
        mutating func receive(_ piece: PaVEReader.Piece) -> VideoFrame? {
            guard !piece.header.isAdvertisement else { return nil }
            codec = piece.header.codec
            guard codec == .h264 else {
                assembler.drop()
                return nil
            }
            let frame = assembler.receive(
                FramePacket(
                    frameNumber: piece.header.frameNumber, sliceCount: piece.header.sliceCount,
                    payload: piece.payload, followsLoss: piece.followsGarbage))
            if frame != nil { size = piece.header.pictureSize }
            return frame
        }
    }
}
