import Testing

@testable import ARDrone

/// What one reader gets when it is slow.
@Suite("AR.Drone picture queue")
struct ARDronePictureQueueTests {
    private func picture(_ mark: UInt8, idr: Bool = false, size: Int = 100) -> ARDrone.VideoPicture
    {
        ARDrone.VideoPicture(bytes: [UInt8](repeating: mark, count: size), isIDR: idr)
    }

    /// Reads everything and returns the marks of the pictures.
    private func drain(_ queue: inout ARDrone.PictureQueue) -> [UInt8] {
        var marks: [UInt8] = []
        while let front = queue.front {
            marks += front.prefix(1)
            queue.consume(front.count)
        }
        return marks
    }

    @Test("A reader that joins in the middle begins with the next IDR picture")
    func joins() {
        var queue = ARDrone.PictureQueue()
        for mark in 1...3 as ClosedRange<UInt8> { queue.offer(picture(mark)) }
        #expect(queue.front == nil)
        queue.offer(picture(4, idr: true))
        queue.offer(picture(5))
        #expect(drain(&queue) == [4, 5])
        // It has lost none: they were never its own.
        #expect(queue.dropped == 0)
        #expect(queue.passed == 2)
    }

    @Test("A slow reader loses whole groups, gets no half pictures, and begins anew with an IDR")
    func slow() {
        var queue = ARDrone.PictureQueue()
        queue.offer(picture(1, idr: true))
        queue.offer(picture(2))
        queue.consume(30)
        // 120 pictures are the bound: everything behind them is lost up to the next IDR picture.
        for _ in 0..<200 { queue.offer(picture(3)) }
        #expect(queue.isBehind)
        #expect(queue.front?.count == 70)
        queue.offer(picture(4, idr: true))
        queue.offer(picture(5))
        #expect(!queue.isBehind)
        // The first is finished, since it was begun; of its group nothing else is left.
        #expect(drain(&queue) == [1, 4, 5])
        #expect(queue.passed == 3)
        #expect(queue.dropped == 201)
        #expect(queue.byteCount == 0)
    }

    @Test("An IDR picture that does not fit makes room for itself")
    func idrMakesRoom() {
        var queue = ARDrone.PictureQueue()
        for mark in 0..<120 as Range<UInt8> { queue.offer(picture(mark, idr: true)) }
        queue.offer(picture(200, idr: true))
        #expect(drain(&queue) == [200])
    }

    @Test("Bytes and pictures are bounded, whatever is offered and never read")
    func bounded() {
        var queue = ARDrone.PictureQueue()
        for round in 0..<5000 {
            let isIDR = round % 30 == 0
            queue.offer(picture(1, idr: isIDR, size: isIDR ? 900_000 : 10_000))
            queue.consume(1)
            #expect(queue.byteCount <= 2 << 20)
        }
    }

    @Test("A picture that is taken whole is gone, even if the queue begins anew meanwhile")
    func take() {
        var queue = ARDrone.PictureQueue()
        queue.offer(picture(1, idr: true))
        queue.offer(picture(2))
        #expect(queue.take()?.bytes.first == 1)
        #expect(queue.take()?.bytes.first == 2)
        #expect(queue.take() == nil)
        #expect(queue.byteCount == 0)
    }
}
