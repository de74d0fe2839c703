import Core
import DriverKit
import LinuxIO
import Values

extension RFIDReader {
    /// What a reader says, without the port: bytes in, actions out.
    ///
    /// A place in the stream is never trusted: the checksum of a WL-134 may itself be the byte that
    /// begins or ends a frame, so at each byte that is no frame the next one is looked at.
    package struct Session: ByteSession {
        package enum Action: Equatable, Sendable {
            case presence(TagPresence, takenAt: Instant)
            case sight(TagID, at: Instant)
            /// Bytes come in, but no frames.
            case unreadable(String)
        }

        /// Figures for the status.
        struct Counters: Equatable, Sendable {
            var frames = 0
            /// Bytes that belonged to no whole frame.
            var discardedBytes = 0
            var latestTag: TagID?
        }

        /// How often it is said again what is so: a reader that sees no tag says nothing, so this is all
        /// that tells a quiet one from a driver that hangs.
        static let tickPeriod = Duration.seconds(1)
        /// What is left of a frame after such a silence is no part of what comes then. A frame takes
        /// 31 ms; the rest is for a computer that is busy.
        static let silence = Duration.milliseconds(250)
        /// So many bytes without a frame between them are no frames that were damaged.
        static let noiseLimit = 2 * Frame.maxLength
        /// Noise that is older does not say what the line is now.
        static let noiseMemory = Duration.seconds(10)
        /// More tags than pass in `goneAfter`.
        private static let maxRecent = 8

        let line: String
        private let speed: SerialSpeed
        private let goneAfter: Duration
        private(set) var counters = Counters()
        private var pending: [UInt8] = []
        private var lastBytes: Instant
        private var noise = 0
        private var lastNoise: Instant
        private var unknownFrames = UnknownFrames()
        private var presence: TagPresence
        private var lastFrame: Instant
        /// The tags that have not gone yet, each with when it was last read.
        private var recent: [TagID: Instant] = [:]
        private var nextTick: Instant

        init(_ line: String, _ speed: SerialSpeed, goneAfter: Duration, at now: Instant) {
            self.line = line
            self.speed = speed
            self.goneAfter = goneAfter
            (lastBytes, lastNoise, lastFrame) = (now, now, now)
            presence = .none(since: now)
            nextTick = now
        }

        /// Takes the next bytes, however they are cut.
        package mutating func receive(_ bytes: [UInt8], at now: Instant) -> [Action] {
            if now - lastBytes > Self.silence {
                discard(pending[...], at: now)
                pending = []
            }
            lastBytes = now
            pending += bytes
            let framesBefore = counters.frames
            let sights = takeFrames(at: now)
            guard counters.frames > framesBefore || isUnreadable(at: now) else { return sights }
            return sights + [state(at: now)]
        }

        package var nextWake: Instant {
            presence.tag == nil ? nextTick : min(nextTick, lastFrame + goneAfter)
        }

        package mutating func tick(at now: Instant) -> [Action] {
            if now >= nextTick { nextTick = now + Self.tickPeriod }
            if presence.tag != nil, now >= lastFrame + goneAfter { presence = .none(since: now) }
            return [state(at: now)]
        }

        package mutating func ended(_ error: IOError?) -> DeviceError {
            DeviceError(endOf: line, error)
        }

        /// Takes the frames that are whole, and keeps what may become one.
        private mutating func takeFrames(at now: Instant) -> [Action] {
            var sights: [Action] = []
            var rest = pending[...]
            search: while !rest.isEmpty {
                switch Frame(rest) {
                case .tag(let tag, let length):
                    if see(tag, at: now) { sights.append(.sight(tag, at: now)) }
                    rest.removeFirst(length)
                case .none:
                    discard(rest.prefix(1), at: now)
                    rest.removeFirst()
                case .incomplete: break search
                }
            }
            pending = Array(rest)
            return sights
        }

        /// - Returns: whether it was not there before.
        private mutating func see(_ tag: TagID, at now: Instant) -> Bool {
            counters.frames += 1
            counters.latestTag = tag
            forgetNoise()
            lastFrame = now
            presence =
                presence.tag == tag
                ? TagPresence(tag: tag, reads: presence.reads + 1, since: presence.since)
                : TagPresence(tag: tag, since: now)
            recent = recent.filter { now - $0.value < goneAfter }
            let isNew = recent[tag] == nil
            if recent.count < Self.maxRecent || !isNew { recent[tag] = now }
            return isNew
        }

        private mutating func discard(_ bytes: ArraySlice<UInt8>, at now: Instant) {
            guard !bytes.isEmpty else { return }
            if now - lastNoise > Self.noiseMemory { forgetNoise() }
            noise += bytes.count
            unknownFrames.add(bytes)
            lastNoise = now
            counters.discardedBytes += bytes.count
        }

        private mutating func forgetNoise() {
            (noise, unknownFrames) = (0, UnknownFrames())
        }

        private func isUnreadable(at now: Instant) -> Bool {
            presence.tag == nil && noise > Self.noiseLimit
                && now - lastNoise <= Self.noiseMemory
        }

        private func state(at now: Instant) -> Action {
            guard !isUnreadable(at: now) else { return .unreadable(problem) }
            return .presence(presence, takenAt: presence.tag == nil ? now : lastFrame)
        }

        private var problem: String {
            if let frame = unknownFrames.latest {
                return "frames of \(frame.count) bytes at \(line) that are no tag, such as "
                    + "\(frame.hexText): the speed is right, but is it a reader such as an RDM6300 "
                    + "or a WL-134?"
            }
            return "bytes but no tag at \(line): is it really \(speed.rawValue) baud, and a reader "
                + "such as an RDM6300 or a WL-134?"
        }
    }
}
