import Core
import DriverKit
import LinuxIO
import Values

extension GPSD {
    /// One conversation with gpsd, without the socket: bytes in, actions out.
    ///
    /// "No bytes" and "no fix" are different things. A gpsd that is silent even when asked is gone,
    /// and the conversation fails, to be started over. A receiver that sees no satellites, or is
    /// unplugged, is gpsd's to wait for: the position is absent, with the reason, and we stay.
    package struct Session: ByteSession {
        struct Options: Sendable {
            /// Where gpsd is, for messages.
            var peer: IPv4Endpoint?
            /// Listen to this receiver only.
            var device: String?
            var takesHeadingFromCourse = false
            /// In metres per second.
            var minimumCourseSpeed = 2.0
        }

        package typealias Action = ReceiverAction

        /// Figures for the status.
        struct Counters: Equatable, Sendable {
            /// Lines that were not used because something was wrong with them.
            var badLines = 0
            var latestProblem: String?
            var release: String?
        }

        private enum Phase {
            case awaitingBanner, watching, failed
        }

        /// gpsd greets at once and answers at once; five seconds are two cycles of a slow receiver.
        static let timeout = Duration.seconds(5)
        /// How late it may be told that nothing comes.
        private static let tickPeriod = Duration.seconds(1)
        /// The protocol's own limit; gpsd cuts what is longer.
        private static let lineLimit = 10240
        private static let supportedProtocol = 3
        private static let watch = #"?WATCH={"enable":true,"json":true};"# + "\r\n"
        private static let askDevices = "?DEVICES;\r\n"

        private let options: Options
        private var phase = Phase.awaitingBanner
        private var lines = LineBuffer(limit: Self.lineLimit)
        private(set) var counters = Counters()
        private(set) var receiver: Receiver
        private let startedAt: Instant
        private var lastBytes: Instant
        package private(set) var nextWake: Instant
        /// A silent gpsd was asked whether it is there.
        private var probeSent = false

        init(_ options: Options, at now: Instant) {
            self.options = options
            receiver = Receiver(options, at: now)
            startedAt = now
            lastBytes = now
            nextWake = now + Self.tickPeriod
        }

        /// Takes the next bytes of the stream, however they are cut.
        package mutating func receive(_ bytes: [UInt8], at now: Instant) -> [Action] {
            lastBytes = now
            probeSent = false
            var actions: [Action] = []
            for event in lines.append(bytes) where phase != .failed {
                switch event {
                case .tooLong: record("a line of more than \(Self.lineLimit) bytes")
                case .line(let line): actions += handle(line, at: now)
                }
            }
            return actions
        }

        package mutating func tick(at now: Instant) -> [Action] {
            nextWake = now + Self.tickPeriod
            return switch phase {
            case .failed: []
            case .awaitingBanner: checkBanner(at: now)
            case .watching: receiver.explainSilence(at: now) + checkConnection(at: now)
            }
        }

        package mutating func ended(_ error: IOError?) -> DeviceError {
            phase = .failed
            guard let error else { return fault(.absent, "gpsd closed the connection") }
            // How an attempt to connect failed shows at the first read.
            return fault(
                .absent,
                error.isAbsence
                    ? "cannot reach gpsd: \(error); is it running there?" : "lost gpsd: \(error)")
        }

        private mutating func handle(_ line: [UInt8], at now: Instant) -> [Action] {
            guard !line.isEmpty else { return [] }
            do throws(MessageError) {
                let message = try Message(line: line)
                if phase == .awaitingBanner { return handleVersion(message, at: now) }
                if case .error(let text) = message { record("gpsd says: \(text)") }
                return receiver.handle(message, at: now)
            } catch {
                record(error.description)
                return []
            }
        }

        private mutating func record(_ problem: String) {
            counters.badLines += 1
            counters.latestProblem = problem
        }

        private mutating func fail(_ kind: DeviceError.Kind, _ message: String) -> [Action] {
            phase = .failed
            return [.fail(fault(kind, message))]
        }

        private func fault(_ kind: DeviceError.Kind, _ message: String) -> DeviceError {
            DeviceError(kind, options.peer.map { "\(message) (\($0))" } ?? message)
        }
    }
}

// MARK: - The connection

extension GPSD.Session {
    private mutating func handleVersion(_ message: GPSD.Message, at now: Instant) -> [Action] {
        guard case .version(let release, let major) = message else {
            record("something else than a greeting")
            return []
        }
        guard major == Self.supportedProtocol else {
            return fail(
                .refused,
                "gpsd \(release) speaks protocol \(major); this driver speaks"
                    + " \(Self.supportedProtocol)")
        }
        counters.release = release
        phase = .watching
        return [.send(Array(Self.watch.utf8))] + receiver.begin(at: now)
    }

    private mutating func checkBanner(at now: Instant) -> [Action] {
        guard startedAt + Self.timeout < now else { return [] }
        // A filter of addresses drops what TCP sends, and then nothing is refused. It is of no concern
        // on the machine itself, which every unit allows.
        let filter =
            options.peer.map { !$0.isLoopback } ?? false
            ? "; does gpsd listen to the network (gpsd -G), and the unit's IPAddressAllow= have"
                + " its address?" : ""
        // Absent and not corrupt: a machine that is still starting looks the same.
        return fail(
            .absent, "no greeting from gpsd within \(text(of: Self.timeout))\(filter)")
    }

    /// Asks a silent gpsd whether it is there; without an answer it is not.
    private mutating func checkConnection(at now: Instant) -> [Action] {
        let silence = now - lastBytes
        if silence > Self.timeout * 2 {
            return fail(.absent, "gpsd does not answer any more")
        }
        guard silence > Self.timeout, !probeSent else { return [] }
        probeSent = true
        return [.send(Array(Self.askDevices.utf8))]
    }
}
