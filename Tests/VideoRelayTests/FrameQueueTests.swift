import Testing

@testable import VideoRelay

/// What one client gets when it is slow.
@Suite("Frame queue of a client")
struct FrameQueueTests {
    private func frame(_ mark: UInt8, idr: Bool = false, size: Int = 100) -> VideoFrame {
        VideoFrame(bytes: [UInt8](repeating: mark, count: size), isKeyframe: idr)
    }

    /// Reads everything and returns the marks of the frames.
    private func drain(_ queue: inout FrameQueue) -> [UInt8] {
        var marks: [UInt8] = []
        while let front = queue.front {
            marks += front.prefix(1)
            queue.consume(front.count)
        }
        return marks
    }

    @Test("A client that joins in the middle begins with the next keyframe")
    func joins() {
        var queue = FrameQueue()
        for mark in 1...3 as ClosedRange<UInt8> { queue.enqueue(frame(mark)) }
        #expect(queue.front == nil)
        queue.enqueue(frame(4, idr: true))
        queue.enqueue(frame(5))
        #expect(drain(&queue) == [4, 5])
        // It has lost none: they were never its own.
        #expect(queue.dropped == 0)
        #expect(queue.sent == 2)
    }

    @Test("A slow client loses whole groups, gets no half frames, and starts over with an IDR")
    func slow() {
        var queue = FrameQueue()
        queue.enqueue(frame(1, idr: true))
        queue.enqueue(frame(2))
        queue.consume(30)
        // 120 frames are the bound: everything behind them is lost up to the next keyframe.
        for _ in 0..<200 { queue.enqueue(frame(3)) }
        #expect(queue.isBehind)
        #expect(queue.front?.count == 70)
        queue.enqueue(frame(4, idr: true))
        queue.enqueue(frame(5))
        #expect(!queue.isBehind)
        // The first is finished, since it was begun; of its group nothing else is left.
        #expect(drain(&queue) == [1, 4, 5])
        #expect(queue.sent == 3)
        #expect(queue.dropped == 201)
        #expect(queue.byteCount == 0)
    }

    @Test("A keyframe that does not fit makes room for itself")
    func idrMakesRoom() {
        var queue = FrameQueue()
        for mark in 0..<120 as Range<UInt8> { queue.enqueue(frame(mark, idr: true)) }
        queue.enqueue(frame(200, idr: true))
        #expect(drain(&queue) == [200])
    }

    @Test("Bytes and frames are bounded, whatever is offered and never read")
    func bounded() {
        var queue = FrameQueue()
        for round in 0..<5000 {
            let isKeyframe = round % 30 == 0
            queue.enqueue(frame(1, idr: isKeyframe, size: isKeyframe ? 900_000 : 10_000))
            queue.consume(1)
            #expect(queue.byteCount <= 2 << 20)
        }
    }

    @Test("A frame that is taken whole is gone, even if the queue starts over meanwhile")
    func take() {
        var queue = FrameQueue()
        queue.enqueue(frame(1, idr: true))
        queue.enqueue(frame(2))
        #expect(queue.take()?.bytes.first == 1)
        #expect(queue.take()?.bytes.first == 2)
        #expect(queue.take() == nil)
        #expect(queue.byteCount == 0)
    }
}
