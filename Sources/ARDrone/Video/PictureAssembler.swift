extension ARDrone {
    /// One picture, whole and decodable after those before it.
    package struct VideoPicture: Equatable, Sendable {
        /// Annex B; an IDR picture has its parameter sets before it.
        let bytes: [UInt8]
        /// Whether a decoder can begin here.
        let isIDR: Bool
    }

    /// Makes pictures of pieces, and passes on only what can be decoded: an IDR picture with its
    /// parameter sets, and then everything until one is missing.
    struct PictureAssembler: Sendable {
        /// What was counted since the driver started.
        struct Statistics: Equatable, Sendable {
            fileprivate(set) var pictures = 0
            fileprivate(set) var idrPictures = 0
            fileprivate(set) var bytes = 0
            /// Pictures whose numbers were never seen, or of which slices were missing.
            fileprivate(set) var lost = 0
            /// Pictures that came but had none to refer to, or nothing to decode in them.
            fileprivate(set) var dropped = 0
        }

        /// A picture of which slices are still to come.
        private struct Partial {
            let number: UInt32
            var bytes: [UInt8] = []
            var sliceCount = 0
            var isIDR = false
            var parameterSets: [UInt8] = []
            var hasSequenceSet = false
            var hasPictureSet = false

            var hasParameterSets: Bool { hasSequenceSet && hasPictureSet }

            mutating func add(_ payload: [UInt8]) {
                let units = H264Units(payload)
                bytes += payload
                sliceCount += units.sliceCount
                isIDR = isIDR || units.hasIDRSlice
                parameterSets += units.parameterSets
                hasSequenceSet = hasSequenceSet || units.hasSequenceSet
                hasPictureSet = hasPictureSet || units.hasPictureSet
            }
        }

        /// A hole larger than this is no loss: the drone counts anew.
        private static let maxHole: UInt32 = 1000
        /// A sequence and a picture parameter set have 40 bytes together.
        private static let parameterSetLimit = 4096

        private var nextNumber: UInt32?
        private var partial: Partial?
        private var isWaiting = true
        private var parameterSets: [UInt8] = []
        private(set) var statistics = Statistics()
        /// The last picture's, as shown.
        private(set) var size: PictureSize?
        /// What came last, even if it cannot be handed on.
        private(set) var codec: VideoCodec?

        /// The connection was cut: whatever comes next follows nothing.
        mutating func begin() {
            (nextNumber, partial, isWaiting, parameterSets) = (nil, nil, true, [])
        }

        /// - Returns: the picture that this piece completes, if it can be decoded.
        mutating func take(_ piece: PaVEReader.Piece) -> VideoPicture? {
            guard !piece.header.isAdvertisement else { return nil }
            codec = piece.header.codec
            guard codec == .h264 else {
                statistics.dropped += 1
                begin()
                return nil
            }
            if piece.followsGarbage { isWaiting = true }
            if partial?.number != piece.header.frameNumber { open(piece.header) }
            partial?.add(piece.payload)
            guard let picture = partial else { return nil }
            guard picture.bytes.count <= PaVEHeader.payloadLimit else {
                close(lost: 1)
                return nil
            }
            guard picture.sliceCount > 0 else { return noSlices(in: picture) }
            // Slices come in a piece each or all in one: either way they add up.
            guard picture.sliceCount >= piece.header.sliceCount else { return nil }
            partial = nil
            return passOn(picture, piece.header)
        }

        /// Begins a picture with a new number, after a look at the one that was due.
        private mutating func open(_ header: PaVEHeader) {
            if partial != nil { close(lost: 1) }
            if let nextNumber, header.frameNumber != nextNumber {
                let hole = header.frameNumber &- nextNumber
                close(lost: hole <= Self.maxHole ? Int(hole) : 0)
            }
            nextNumber = header.frameNumber &+ 1
            partial = Partial(number: header.frameNumber)
        }

        /// Gives up what was begun: what follows cannot be decoded before the next IDR picture.
        private mutating func close(lost: Int) {
            statistics.lost += lost
            partial = nil
            isWaiting = true
        }

        /// A piece may have the parameter sets alone; with nothing at all it is a loss.
        private mutating func noSlices(in picture: Partial) -> VideoPicture? {
            partial = nil
            if picture.hasParameterSets {
                remember(picture)
            } else {
                statistics.dropped += 1
                isWaiting = true
            }
            return nil
        }

        private mutating func passOn(_ picture: Partial, _ header: PaVEHeader) -> VideoPicture? {
            if picture.hasParameterSets { remember(picture) }
            let begins = picture.isIDR && !parameterSets.isEmpty
            guard begins || !(isWaiting || picture.isIDR) else {
                statistics.dropped += 1
                isWaiting = true
                return nil
            }
            isWaiting = false
            let missing = begins && !picture.hasParameterSets ? parameterSets : []
            let whole = VideoPicture(bytes: missing + picture.bytes, isIDR: begins)
            statistics.pictures += 1
            statistics.idrPictures += begins ? 1 : 0
            statistics.bytes += whole.bytes.count
            size = header.pictureSize
            return whole
        }

        private mutating func remember(_ picture: Partial) {
            guard picture.parameterSets.count <= Self.parameterSetLimit else { return }
            parameterSets = picture.parameterSets
        }
    }
}
