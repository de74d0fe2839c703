/// Frames that wait for one client, with a bound.
///
/// A client that falls behind loses what comes until the next keyframe, and there starts
/// again with nothing left of the old. So it gets whole frames only, and none that refers to
/// one it has not got.
struct FrameQueue: Sendable {
    /// Twice the largest frame: 16 s of video at 1 Mbit/s.
    static let byteLimit = 2 * VideoFrame.sizeLimit
    /// Four seconds at 30 frames a second.
    static let countLimit = 120

    private var waiting: [VideoFrame] = []
    /// How much of the first one is written.
    private var written = 0
    /// Until a keyframe comes: at the beginning, and after a loss.
    private var needsKeyframe = true
    /// Bytes that are kept.
    private(set) var byteCount = 0
    /// Frames that were written whole, and those that were not written.
    private(set) var sent = 0
    private(set) var dropped = 0
    /// Whether it has lost frames and a keyframe has not come since.
    private(set) var isBehind = false

    /// Puts a frame at the end, or drops it.
    mutating func enqueue(_ frame: VideoFrame) {
        if frame.isKeyframe, needsKeyframe || !fits(frame) { startAgain() }
        guard !needsKeyframe else {
            dropped += isBehind ? 1 : 0
            return
        }
        guard fits(frame) else {
            (needsKeyframe, isBehind) = (true, true)
            dropped += 1
            return
        }
        waiting.append(frame)
        byteCount += frame.bytes.count
    }

    private func fits(_ frame: VideoFrame) -> Bool {
        waiting.count < Self.countLimit
            && byteCount + frame.bytes.count <= Self.byteLimit
    }

    /// Drops what has not been begun: the keyframe that comes needs none of it.
    private mutating func startAgain() {
        let kept = waiting.prefix(written > 0 ? 1 : 0)
        dropped += waiting.count - kept.count
        waiting = Array(kept)
        byteCount = waiting.reduce(0) { $0 + $1.bytes.count }
        (needsKeyframe, isBehind) = (false, false)
    }

    /// Takes the next frame whole, for a client that is given it in one piece.
    mutating func take() -> VideoFrame? {
        guard let first = waiting.first else { return nil }
        consume(first.bytes.count)
        return first
    }

    /// Drops everything: its client takes no more.
    mutating func removeAll() {
        dropped += waiting.count
        (waiting, written, byteCount, needsKeyframe) = ([], 0, 0, true)
    }

    /// What is to be written next; `nil` when there is nothing.
    var front: ArraySlice<UInt8>? {
        waiting.first.map { $0.bytes[written...] }
    }

    /// Takes away what was written of `front`.
    mutating func consume(_ count: Int) {
        guard let first = waiting.first else { return }
        written = min(written + count, first.bytes.count)
        guard written == first.bytes.count else { return }
        waiting.removeFirst()
        byteCount -= first.bytes.count
        written = 0
        sent += 1
    }
}
