import DriverKit
import Values

extension GPSD {
    /// What gpsd has said of the receiver: messages in, positions and headings out.
    struct Receiver: Sendable {
        private let options: Session.Options
        /// Epochs of the receiver, of which gpsd may report each more than once.
        private(set) var epochs = 0
        private var devices: [String] = []
        private var receivers: Receivers
        private var compasses = Compasses()
        /// When the last position report came, or one was first awaited.
        private var silentSince: Instant
        private var lastCompass: Instant?
        private var epoch: (time: String, takenAt: Instant)?
        private var sky: (report: SkyReport, at: Instant)?

        init(_ options: Session.Options, at now: Instant) {
            self.options = options
            silentSince = now
            receivers = Receivers(at: now)
        }

        /// What a person has to do before there is a position; `nil` where nothing is to be chosen.
        var choice: String? {
            options.device == nil && receivers.areSeveral ? receivers.choice : nil
        }

        /// gpsd was asked for reports.
        mutating func begin(at now: Instant) -> [ReceiverAction] {
            silentSince = now
            return [
                .noFix("waiting for the receiver's first report"),
                .noHeading("gpsd has reported no heading yet"),
            ]
        }

        mutating func handle(_ message: Message, at now: Instant) -> [ReceiverAction] {
            switch message {
            case .tpv(let report):
                return handle(report, at: now)
            case .sky(let report):
                if isOther(report.device) { break }
                sky = (report.completed(by: freshSky(at: now)), now)
            case .attitude(let degrees?, let device):
                lastCompass = now
                if let why = compasses.doubt(of: device, wanted: options.device) {
                    return [.noHeading(why)]
                }
                return [.heading(Heading(.degrees(degrees)), takenAt: now)]
            case .devices(let paths):
                if devices.isEmpty { receivers.begin(paths, at: now) }
                devices = paths
            case .device(let path, let isActive):
                return record(device: path, isActive: isActive)
            case .attitude(nil, _), .version, .error, .other:
                break
            }
            return []
        }

        /// Explains a lasting lack of reports; the sample has been stale for a while then.
        func explainSilence(at now: Instant) -> [ReceiverAction] {
            guard silentSince + Session.timeout < now else { return [] }
            guard let first = devices.first else {
                return [.noFix("gpsd has no receiver: is it plugged in?")]
            }
            return [.noFix("gpsd reports nothing of its receiver \(options.device ?? first)")]
        }

        private mutating func record(device path: String, isActive: Bool) -> [ReceiverAction] {
            devices.removeAll { $0 == path }
            if isActive {
                devices.append(path)
                return []
            }
            compasses.close(path)
            let wereSeveral = receivers.areSeveral
            let hadReported = receivers.close(path)
            let isOurs =
                options.device.map { $0 == path }
                ?? (devices.isEmpty || hadReported && !receivers.areSeveral)
            let isOver = options.device == nil && wereSeveral && !receivers.areSeveral
            return (isOurs ? [.noFix("gpsd closed the receiver \(path)")] : [])
                + (isOver ? [.note("gpsd has one receiver again: it closed \(path)")] : [])
        }

        /// Whether something comes from another device than the one that is meant.
        private func isOther(_ device: String?) -> Bool {
            options.device.map { $0 != device } ?? false
        }

        private mutating func handle(_ report: PositionReport, at now: Instant) -> [ReceiverAction]
        {
            if isOther(report.device) { return [] }
            let device = report.device ?? "a device without a name"
            if options.device == nil, !report.isOfReceiver, receivers.areOthers(than: device) {
                return []
            }
            silentSince = now
            let isNew = report.isOfReceiver && receivers.report(device)
            if options.device == nil, let why = receivers.doubt(at: now) {
                return [.noFix(why)] + (wantsCourse(at: now) ? [.noHeading(why)] : [])
                    + (isNew && receivers.areSeveral ? [.warn(why)] : [])
            }
            guard let fix = report.fix else {
                return [.noFix(report.origin.reasonForNoFix)]
                    + (wantsCourse(at: now) ? [.noHeading("no fix, so no course")] : [])
            }
            let takenAt = epochTime(of: report.time, at: now)
            let doubt = report.origin.doubt
            let position = ReceiverAction.fix(
                fix.with(freshSky(at: now)), takenAt: takenAt, doubt: doubt)
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
            epochs += 1
            return now
        }

        private func freshSky(at now: Instant) -> SkyReport {
            guard let sky, now - sky.at <= Session.timeout else { return SkyReport() }
            return sky.report
        }

        /// A compass goes before the course, as long as it reports.
        private func wantsCourse(at now: Instant) -> Bool {
            guard options.takesHeadingFromCourse else { return false }
            return lastCompass.map { now - $0 > Session.timeout } ?? true
        }

        private func heading(from fix: Fix, takenAt: Instant) -> ReceiverAction {
            guard let course = fix.course, let speed = fix.speedMetresPerSecond else {
                return .noHeading("the receiver reports no course")
            }
            guard speed >= options.minimumCourseSpeed else {
                return .noHeading("too slow for the course to be a heading")
            }
            return .heading(Heading(course), takenAt: takenAt)
        }
    }
}
