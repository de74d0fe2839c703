import Core
import Devices
import DriverKit
import LinuxIO

extension GPSD {
    /// One conversation with gpsd, without the socket: bytes in, actions out.
    ///
    /// "No bytes" and "no fix" are different things. A gpsd that is silent even when asked is gone,
    /// and the conversation fails, to be begun anew. A receiver that sees no satellites, or is
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

        package enum Action: Equatable, Sendable {
            case send([UInt8])
            /// With a doubt, it is a position to show and not one to steer by.
            case fix(Fix, takenAt: Instant, doubt: String? = nil)
            case noFix(String)
            case heading(Heading, takenAt: Instant)
            case noHeading(String)
            /// The conversation is over.
            case fail(DeviceError)
        }

        /// Figures for the status.
        struct Counters: Equatable, Sendable {
            /// Epochs of the receiver, of which gpsd may report each more than once.
            var epochs = 0
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
        private var devices: [String] = []
        private var lastBytes: Instant
        /// When the last position report came; before the first, since when one is awaited.
        private var lastPosition: Instant
        package private(set) var nextWake: Instant
        private var lastCompass: Instant?
        /// A silent gpsd was asked whether it is there.
        private var probeSent = false
        private var epoch: (time: String, takenAt: Instant)?
        private var sky: (report: GPSDSky, at: Instant)?

        init(_ options: Options, at now: Instant) {
            self.options = options
            lastBytes = now
            lastPosition = now
            nextWake = now + Self.tickPeriod
        }

        /// Takes the next bytes of the stream, however they are cut.
        package mutating func receive(_ bytes: [UInt8], at now: Instant) -> [Action] {
            lastBytes = now
            probeSent = false
            var actions: [Action] = []
            for event in lines.append(bytes) where phase != .failed {
                switch event {
                case .tooLong: note("a line of more than \(Self.lineLimit) bytes")
                case .line(let line): actions += take(line, at: now)
                }
            }
            return actions
        }

        package mutating func tick(at now: Instant) -> [Action] {
            nextWake = now + Self.tickPeriod
            return switch phase {
            case .failed: []
            case .awaitingBanner: checkBanner(at: now)
            case .watching: checkPosition(at: now) + checkConnection(at: now)
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

        private mutating func take(_ line: [UInt8], at now: Instant) -> [Action] {
            guard !line.isEmpty else { return [] }
            do throws(GPSDError) {
                let message = try GPSDMessage(line: line)
                return phase == .awaitingBanner
                    ? handleVersion(message, at: now) : handle(message, at: now)
            } catch {
                note(error.description)
                return []
            }
        }

        private mutating func note(_ problem: String) {
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

// MARK: - Silence

extension GPSD.Session {
    private mutating func checkBanner(at now: Instant) -> [Action] {
        // Absent and not corrupt: a machine that is still starting looks the same.
        lastPosition + Self.timeout < now
            ? fail(.absent, "no greeting from gpsd within \(text(of: Self.timeout))") : []
    }

    /// Explains a lasting lack of reports; the sample has been stale for a while then.
    private func checkPosition(at now: Instant) -> [Action] {
        guard lastPosition + Self.timeout < now else { return [] }
        guard let first = devices.first else {
            return [.noFix("gpsd has no receiver: is it plugged in?")]
        }
        return [.noFix("gpsd reports nothing of its receiver \(options.device ?? first)")]
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

// MARK: - Messages

extension GPSD.Session {
    private mutating func handleVersion(_ message: GPSDMessage, at now: Instant) -> [Action] {
        guard case .version(let release, let major) = message else {
            note("something else than a greeting")
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
        lastPosition = now
        return [
            .send(Array(Self.watch.utf8)),
            .noFix("waiting for the receiver's first report"),
            .noHeading("gpsd has reported no heading yet"),
        ]
    }

    private mutating func handle(_ message: GPSDMessage, at now: Instant) -> [Action] {
        switch message {
        case .tpv(let report):
            return take(report, at: now)
        case .sky(let report):
            sky = (report.completed(by: freshSky(at: now)), now)
        case .attitude(let degrees?):
            lastCompass = now
            return [.heading(Heading(.degrees(degrees)), takenAt: now)]
        case .devices(let paths):
            devices = paths
        case .device(let path, let isActive):
            return note(device: path, isActive: isActive)
        case .error(let text):
            note("gpsd says: \(text)")
        case .attitude(nil), .version, .other:
            break
        }
        return []
    }

    private mutating func note(device path: String, isActive: Bool) -> [Action] {
        devices.removeAll { $0 == path }
        if isActive { devices.append(path) }
        let isOurs = options.device == nil ? devices.isEmpty : options.device == path
        return isOurs && !isActive ? [.noFix("gpsd closed the receiver \(path)")] : []
    }

    private mutating func take(_ report: GPSDPosition, at now: Instant) -> [Action] {
        if let wanted = options.device, report.device != wanted { return [] }
        lastPosition = now
        guard let fix = report.fix else {
            return [.noFix(report.reasonForNoFix)]
                + (wantsCourse(at: now) ? [.noHeading("no fix, so no course")] : [])
        }
        let takenAt = epochTime(of: report.time, at: now)
        let doubt = report.doubt
        let position = Action.fix(fix.with(freshSky(at: now)), takenAt: takenAt, doubt: doubt)
        guard wantsCourse(at: now) else { return [position] }
        let course =
            doubt.map { .noHeading("the fix is doubtful (\($0)), and so is its course") }
            ?? heading(from: fix, takenAt: takenAt)
        return [position, course]
    }

    /// When the epoch of a report began.
    ///
    /// gpsd reports an epoch once for each sentence that adds to it. The last report is the best,
    /// but it is not newer: so a receiver that repeats itself grows stale, as it should.
    private mutating func epochTime(of time: String?, at now: Instant) -> Instant {
        // The first fixes after a start have no time.
        guard let time else { return now }
        if let epoch, epoch.time == time { return epoch.takenAt }
        epoch = (time, now)
        counters.epochs += 1
        return now
    }

    private func freshSky(at now: Instant) -> GPSDSky {
        guard let sky, now - sky.at <= Self.timeout else { return GPSDSky() }
        return sky.report
    }

    /// A compass goes before the course, as long as it reports.
    private func wantsCourse(at now: Instant) -> Bool {
        guard options.takesHeadingFromCourse else { return false }
        return lastCompass.map { now - $0 > Self.timeout } ?? true
    }

    private func heading(from fix: Fix, takenAt: Instant) -> Action {
        guard let course = fix.course, let speed = fix.speedMetresPerSecond else {
            return .noHeading("the receiver reports no course")
        }
        guard speed >= options.minimumCourseSpeed else {
            return .noHeading("too slow for the course to be a heading")
        }
        return .heading(Heading(course), takenAt: takenAt)
    }
}
