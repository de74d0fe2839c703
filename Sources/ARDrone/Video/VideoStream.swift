import Core
import DriverKit
import LinuxIO
import Values
import VideoRelay

extension ARDrone {
    /// The connection to the video port and what comes over it: the state of a `VideoFeed`.
    struct VideoStream: Sendable {
        private static let maxRead = 32 << 10
        /// Reads at one wakeup, so that a flood cannot keep the reader for itself. The lock is let go of
        /// between two of them.
        private static let readsPerWakeup = 16

        private let sinks: [any FrameSink]
        private let log: Log
        private var state: VideoConnectionState
        private var reader = PaVEReader()
        private var frames = PaVEFrames()
        private var rate = RateMeter()
        private var throttle = VideoLogThrottle()
        var connection: StreamConnection?

        init(stallAfter: Duration, _ sinks: [any FrameSink], _ log: Log) {
            state = VideoConnectionState(stallAfter: stallAfter)
            self.sinks = sinks
            self.log = log
        }

        /// - Returns: whether a connection is to be opened.
        mutating func tick(
            _ drone: VideoConnectionState.Drone, isWanted: Bool, at now: Instant
        ) -> Bool {
            rate.tick(at: now)
            pollConnection(at: now)
            switch state.tick(at: now, drone, isWanted: isWanted) {
            case .connect: return true
            case .disconnect(let why):
                disconnect(because: why)
                return false
            case nil: return false
            }
        }

        /// A connection that stands may have nothing to say for a while.
        private mutating func pollConnection(at now: Instant) {
            do throws(IOError) {
                if try connection?.hasOpened() == true { state.receive(at: now) }
            } catch {
                lose("\(error)", at: now)
            }
        }

        mutating func lose(_ why: String, at now: Instant) {
            state.fail(at: now)
            disconnect(because: why)
        }

        /// `why` is logged when it is new; `nil` when nothing is wrong.
        mutating func disconnect(because why: String? = nil) {
            connection = nil
            reader.begin()
            frames.begin()
            if let line = why.flatMap({ throttle.failed($0) }) { log.warning(line) }
        }
    }
}

// MARK: Bytes

extension ARDrone.VideoStream {
    static func read(_ shell: DriverShell<Self>) {
        for _ in 0..<readsPerWakeup {
            guard shell.with({ $0.readOnce(at: shell.now) }) == true else { return }
        }
    }

    /// - Returns: whether there may be more.
    private mutating func readOnce(at now: Instant) -> Bool {
        do throws(IOError) {
            guard let bytes = try connection?.read(atMost: Self.maxRead) else { return false }
            guard bytes.isEmpty else {
                receive(bytes, at: now)
                return true
            }
            lose("the drone closed the connection", at: now)
        } catch {
            lose("\(error)", at: now)
        }
        return false
    }

    private mutating func receive(_ bytes: [UInt8], at now: Instant) {
        state.receive(at: now)
        rate.add(bytes.count)
        for packet in reader.append(bytes) {
            if let line = throttle.saw(packet.header.codec) { log.warning(line) }
            guard let frame = frames.receive(packet) else { continue }
            state.succeed()
            if let line = throttle.came(frames.size) { log.notice(line) }
            for sink in sinks { sink.enqueue(frame) }
        }
        if let line = throttle.skipped(reader.errors) { log.warning(line) }
        for sink in sinks { sink.flush() }
    }
}

// MARK: Status

extension ARDrone.VideoStream {
    func report(
        _ sinks: [FrameSinkReport], _ drone: ARDrone.VideoConnectionState.Drone
    ) -> ARDrone.VideoReport {
        let counted = frames.statistics
        return ARDrone.VideoReport(
            state: ARDrone.VideoReport.State(state.phase, drone),
            frames: counted.frames, keyframes: counted.keyframes,
            lost: counted.lost, dropped: counted.dropped,
            skippedBytes: reader.skippedBytes,
            reconnects: max(0, state.attempts - 1),
            bytesPerSecond: rate.perSecond, pictureSize: frames.size,
            codec: frames.codec?.description, sinks: sinks)
    }
}

extension ARDrone.VideoReport.State {
    fileprivate init(
        _ phase: ARDrone.VideoConnectionState.Phase, _ drone: ARDrone.VideoConnectionState.Drone
    ) {
        switch phase {
        case .idle: self = drone == .absent ? .absent : .unwatched
        case .connecting: self = .connecting
        case .connected: self = .streaming
        case .pausing: self = .pausing
        }
    }
}

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

        /// - Returns: the frame that this packet completes, if it can be decoded.
        mutating func receive(_ packet: PaVEReader.Packet) -> VideoFrame? {
            guard !packet.header.isAdvertisement else { return nil }
            codec = packet.header.codec
            guard codec == .h264 else {
                assembler.drop()
                return nil
            }
            let frame = assembler.receive(
                FramePacket(
                    frameNumber: packet.header.frameNumber, sliceCount: packet.header.sliceCount,
                    payload: packet.payload, followsLoss: packet.followsResync))
            if frame != nil { size = packet.header.pictureSize }
            return frame
        }
    }
}
