/// One frame, whole and decodable after those before it.
package struct VideoFrame: Equatable, Sendable {
    /// In bytes. The largest frame of 720p at 4 Mbit/s has a fifth of it.
    package static let sizeLimit = 1 << 20

    /// Annex B; a keyframe has its parameter sets before it.
    package let bytes: [UInt8]
    /// Whether a decoder can begin here (an IDR picture).
    package let isKeyframe: Bool

    package init(bytes: [UInt8], isKeyframe: Bool) {
        self.bytes = bytes
        self.isKeyframe = isKeyframe
    }
}

/// A frame or one of its slices, as its camera sends it.
package struct FramePacket: Sendable {
    /// Counts frames, so that a hole tells of a lost one. All slices of one have the same.
    let frameNumber: UInt32
    /// How many slices the frame has, which may come in a packet each or all in one.
    let sliceCount: Int
    let payload: [UInt8]
    /// Whether something before it was lost, so that a packet may be missing.
    let followsLoss: Bool

    package init(frameNumber: UInt32, sliceCount: Int, payload: [UInt8], followsLoss: Bool) {
        self.frameNumber = frameNumber
        self.sliceCount = sliceCount
        self.payload = payload
        self.followsLoss = followsLoss
    }
}

/// Makes frames of packets, and passes on only what can be decoded: a keyframe with its
/// parameter sets, and then everything until one is missing.
package struct FrameAssembler: Sendable {
    /// What was counted since the driver started.
    package struct Statistics: Equatable, Sendable {
        package fileprivate(set) var frames = 0
        package fileprivate(set) var keyframes = 0
        package fileprivate(set) var bytes = 0
        /// Frames whose numbers were never seen, or of which slices were missing.
        package fileprivate(set) var lost = 0
        /// Frames that came but had none to refer to, or nothing to decode in them.
        package fileprivate(set) var dropped = 0
    }

    /// A frame of which slices are still to come.
    private struct Partial {
        let number: UInt32
        var bytes: [UInt8] = []
        var units = H264Units()
    }

    /// A hole larger than this is no loss: the camera counts from the beginning again.
    private static let maxHole: UInt32 = 1000
    /// A sequence and a picture parameter set have 40 bytes together.
    private static let parameterSetLimit = 4096

    private var nextNumber: UInt32?
    private var partial: Partial?
    private var needsKeyframe = true
    private var parameterSets: [UInt8] = []
    package private(set) var statistics = Statistics()

    package init() {}
    /// The connection was cut: whatever comes next follows nothing.
    package mutating func begin() {
        (nextNumber, partial, needsKeyframe, parameterSets) = (nil, nil, true, [])
    }

    /// Drops what cannot be decoded at all, and whatever refers to it.
    package mutating func drop() {
        statistics.dropped += 1
        begin()
    }

    /// - Returns: the frame that this packet completes, if it can be decoded.
    package mutating func receive(_ packet: FramePacket) -> VideoFrame? {
        if packet.followsLoss { needsKeyframe = true }
        if partial?.number != packet.frameNumber { open(packet) }
        partial?.bytes += packet.payload
        partial?.units.add(packet.payload)
        guard let frame = partial else { return nil }
        guard frame.bytes.count <= VideoFrame.sizeLimit else {
            close(lost: 1)
            return nil
        }
        guard frame.units.sliceCount > 0 else { return noSlices(in: frame) }
        // Slices come in a packet each or all in one: either way they add up.
        guard frame.units.sliceCount >= packet.sliceCount else { return nil }
        partial = nil
        return passOn(frame)
    }

    /// Begins a frame with a new number, after a look at the one that was due.
    private mutating func open(_ packet: FramePacket) {
        if partial != nil { close(lost: 1) }
        if let nextNumber, packet.frameNumber != nextNumber {
            let hole = packet.frameNumber &- nextNumber
            close(lost: hole <= Self.maxHole ? Int(hole) : 0)
        }
        nextNumber = packet.frameNumber &+ 1
        partial = Partial(number: packet.frameNumber)
    }

    /// Gives up what was begun: what follows cannot be decoded before the next keyframe.
    private mutating func close(lost: Int) {
        statistics.lost += lost
        partial = nil
        needsKeyframe = true
    }

    /// A packet may have the parameter sets alone; with nothing at all it is a loss.
    private mutating func noSlices(in frame: Partial) -> VideoFrame? {
        partial = nil
        if frame.units.hasParameterSets {
            remember(frame)
        } else {
            statistics.dropped += 1
            needsKeyframe = true
        }
        return nil
    }

    private mutating func passOn(_ frame: Partial) -> VideoFrame? {
        if frame.units.hasParameterSets { remember(frame) }
        let isKeyframe = frame.units.hasIDRSlice
        let begins = isKeyframe && !parameterSets.isEmpty
        guard begins || !(needsKeyframe || isKeyframe) else {
            statistics.dropped += 1
            needsKeyframe = true
            return nil
        }
        needsKeyframe = false
        let missing = begins && !frame.units.hasParameterSets ? parameterSets : []
        let whole = VideoFrame(bytes: missing + frame.bytes, isKeyframe: begins)
        statistics.frames += 1
        statistics.keyframes += begins ? 1 : 0
        statistics.bytes += whole.bytes.count
        return whole
    }

    private mutating func remember(_ frame: Partial) {
        guard frame.units.parameterSets.count <= Self.parameterSetLimit else { return }
        parameterSets = frame.units.parameterSets
    }
}
