extension ARDrone {
    /// Pictures that wait for one reader, with a bound.
    ///
    /// A reader that falls behind loses what comes until the next IDR picture, and there begins
    /// anew with nothing left of the old. So it gets whole pictures only, and none that refers to
    /// one it has not got.
    struct PictureQueue: Sendable {
        /// Twice the largest picture: 16 s of video at the drone's own 1 Mbit/s.
        static let byteLimit = 2 * PaVEHeader.payloadLimit
        /// Four seconds at the drone's 30 pictures a second.
        static let countLimit = 120

        private var waiting: [VideoPicture] = []
        /// How much of the first one is written.
        private var written = 0
        /// Until an IDR picture comes: at the beginning, and after a loss.
        private var awaitsKeyframe = true
        /// Bytes that are kept.
        private(set) var byteCount = 0
        /// Pictures that were written whole, and those that were not written.
        private(set) var passed = 0
        private(set) var dropped = 0
        /// Whether it has lost pictures and an IDR picture has not come since.
        private(set) var isBehind = false

        /// Puts a picture at the end, or drops it.
        mutating func offer(_ picture: VideoPicture) {
            if picture.isIDR, awaitsKeyframe || !fits(picture) { beginAnew() }
            guard !awaitsKeyframe else {
                dropped += isBehind ? 1 : 0
                return
            }
            guard fits(picture) else {
                (awaitsKeyframe, isBehind) = (true, true)
                dropped += 1
                return
            }
            waiting.append(picture)
            byteCount += picture.bytes.count
        }

        private func fits(_ picture: VideoPicture) -> Bool {
            waiting.count < Self.countLimit
                && byteCount + picture.bytes.count <= Self.byteLimit
        }

        /// Drops what has not been begun: the IDR picture that comes needs none of it.
        private mutating func beginAnew() {
            let kept = waiting.prefix(written > 0 ? 1 : 0)
            dropped += waiting.count - kept.count
            waiting = Array(kept)
            byteCount = waiting.reduce(0) { $0 + $1.bytes.count }
            (awaitsKeyframe, isBehind) = (false, false)
        }

        /// Takes the next picture whole, for a reader that is given it in one piece.
        mutating func take() -> VideoPicture? {
            guard let first = waiting.first else { return nil }
            consume(first.bytes.count)
            return first
        }

        /// Drops everything: its reader takes no more.
        mutating func removeAll() {
            dropped += waiting.count
            (waiting, written, byteCount, awaitsKeyframe) = ([], 0, 0, true)
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
            passed += 1
        }
    }
}
