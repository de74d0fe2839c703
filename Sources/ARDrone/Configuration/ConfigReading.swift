import Core
import Values

extension ARDrone {
    /// What comes from the control port (TCP 5559).
    enum ControlPortEvent: Equatable, Sendable {
        case connected
        case bytes([UInt8])
        /// It could not be reached, or closed; in words.
        case closed(String)
    }

    /// Reads the drone's configuration over its control port: connect, ask with CTRL 4, read to the
    /// NUL, clear the acknowledgement.
    ///
    /// The port has a mind of its own: peers report dumps that stall or never come. So nothing here
    /// goes on for ever, and what does not work is tried a few times and then said.
    struct ConfigReading: Sendable {
        enum Result: Equatable, Sendable {
            case dump(ConfigDump)
            /// Why it could not be read, in words.
            case failed(String)
        }

        private enum Step {
            case pausing(until: Instant)
            case connecting
            case reading
            /// Read; the acknowledgement must be clear before the next key is set.
            case closing(ConfigDump, hasSent: Bool)
            case ended(Result)
        }

        static let attempts = 3
        /// How long an attempt may make no headway...
        static let timeout = Duration.seconds(2)
        /// ... and how long it may take in all, if it trickles.
        static let limit = Duration.seconds(4)
        /// The request is a datagram and may be lost.
        static let askEvery = Duration.milliseconds(500)
        static let pause = Duration.milliseconds(500)

        private var step = Step.pausing(until: .zero)
        private var attempt = 0
        private var beganAt = Instant.zero
        private var headwayAt = Instant.zero
        private var askedAt: Instant?
        private var reader = ConfigDumpReader()

        var result: Result? {
            if case .ended(let result) = step { return result }
            return nil
        }

        /// Whether a connection is wanted; one that stands when it is not must be closed.
        var wantsPort: Bool {
            switch step {
            case .connecting, .reading: true
            case .pausing, .closing, .ended: false
            }
        }

        mutating func receive(_ event: ControlPortEvent, at now: Instant) {
            guard wantsPort else { return }
            headwayAt = now
            switch event {
            case .connected: step = .reading
            case .closed(let why): fail(why, at: now)
            case .bytes(let bytes): receive(bytes, at: now)
            }
        }

        mutating func receive(isAcknowledged: Bool) {
            if case .closing(let dump, hasSent: true) = step, !isAcknowledged {
                step = .ended(.dump(dump))
            }
        }

        /// What to send now, if anything.
        mutating func next(at now: Instant) -> ATCommand? {
            switch step {
            case .pausing(let end):
                if now >= end { begin(at: now) }
                return nil
            case .connecting:
                giveUpIfStuck("does not take a connection", at: now)
                return nil
            case .reading:
                giveUpIfStuck(reader.size == 0 ? "sends nothing" : "stopped half way", at: now)
                return wantsPort ? request(at: now) : nil
            case .closing(let dump, _):
                step = .closing(dump, hasSent: true)
                return .clearAcknowledgement
            case .ended:
                return nil
            }
        }

        private mutating func begin(at now: Instant) {
            attempt += 1
            (beganAt, headwayAt, askedAt) = (now, now, nil)
            reader = ConfigDumpReader()
            step = .connecting
        }

        private mutating func request(at now: Instant) -> ATCommand? {
            guard reader.size == 0 else { return nil }
            if let askedAt, now - askedAt < Self.askEvery { return nil }
            askedAt = now
            return .requestConfiguration
        }

        private mutating func receive(_ bytes: [UInt8], at now: Instant) {
            do throws(ConfigDumpError) {
                guard let dump = try reader.append(bytes) else { return }
                step = .closing(dump, hasSent: false)
            } catch {
                fail("sends what is no configuration: \(error)", at: now)
            }
        }

        private mutating func giveUpIfStuck(_ what: String, at now: Instant) {
            if now - headwayAt >= Self.timeout {
                fail("\(what) for \(text(of: Self.timeout))", at: now)
            } else if now - beganAt >= Self.limit {
                fail("is not done after \(text(of: Self.limit))", at: now)
            }
        }

        private mutating func fail(_ why: String, at now: Instant) {
            step =
                attempt < Self.attempts
                ? .pausing(until: now + Self.pause)
                : .ended(.failed("the drone's control port (TCP 5559) \(why)"))
        }
    }
}
