import Values

/// The live video: which frame is due, and its header.
struct VideoStream: Sendable {
    private let frames: [H264Frame]
    private let headerSize: VideoOptions.HeaderSize
    private var nextDue: Instant
    private var index = 0
    private var position: UInt64 = 0
    /// The number of the frame sent last, and its size.
    private(set) var number: UInt32 = 0
    private(set) var frameBytes = 0

    init(_ options: VideoOptions, at now: Instant) {
        frames =
            options.frames.isEmpty
            ? BuiltInVideo.frames(idrEvery: min(1000, options.idrPeriod)) : options.frames
        headerSize = options.headerSize
        nextDue = now
    }

    /// After power-on the numbers begin again, with an IDR picture.
    mutating func reboot(at now: Instant) {
        (index, position, number, frameBytes) = (0, 0, 0, 0)
        nextDue = now
    }

    /// The frame to send now, behind its header; `nil` when none is due.
    mutating func takeDue(
        perSecond: Double, uptime: Duration, at now: Instant
    ) -> [UInt8]? {
        guard perSecond > 0, now >= nextDue, frames.indices.contains(index) else { return nil }
        let period = Duration.seconds(1 / perSecond)
        // From the deadline, so that lateness does not add up; but without a burst afterwards.
        nextDue = max(nextDue + period, now - period)
        let frame = frames[index]
        index = (index + 1) % frames.count
        number &+= 1
        frameBytes = frame.bytes.count
        let milliseconds = UInt32(truncatingIfNeeded: uptime.nanoseconds / 1_000_000)
        let header = PaVEHeader(
            frame: frame, number: number, timestamp: milliseconds, streamPosition: position)
        position += UInt64(frame.bytes.count)
        return header.bytes(size: headerSize) + frame.bytes
    }
}
