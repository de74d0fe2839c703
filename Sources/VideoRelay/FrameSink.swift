/// Where frames are handed on to. None may keep the others waiting: what it cannot take at
/// once it queues, within bounds, or drops.
package protocol FrameSink: Sendable {
    /// Whether anybody takes frames here at present.
    var wantsFrames: Bool { get }
    var report: FrameSinkReport { get }

    func enqueue(_ frame: VideoFrame)
    /// Goes on with what is queued, where somebody can take more now.
    func flush()
    /// Takes no more and gives everything back.
    func close()
}

/// How an outlet is doing.
package struct FrameSinkReport: Equatable, Sendable {
    /// Where it is: a path, an address.
    package let name: String
    package var clients = 0
    /// Frames that were written whole, over all clients.
    package var sent = 0
    /// Frames that clients lost because they were too slow.
    package var dropped = 0
    /// Why it takes none any more.
    package var problem: String?
    /// Whether that is something to look after.
    package var hasFailed = false
}
