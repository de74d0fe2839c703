import Core
import Devices
import Synchronization

/// Loads the file on a queue of its own, then gives a position on every tick.
final class LocationReplayDriver: Driver {
    private struct State {
        var isClosed = false
        var timers: [any Cancellable] = []
        var pointCount = 0
        var badLines = 0
    }

    private let settings: LocationReplay.Settings
    private let context: DriverContext
    private let source: Source<Fix>
    private let state = Mutex(State())

    init(_ settings: LocationReplay.Settings, _ context: DriverContext) {
        self.settings = settings
        self.context = context
        source = context.source(LocationReplay.position)
        // Twice the interval: one late tick is no loss of position.
        source.setStaleAfter(settings.interval * 2)
        let loading = context.scheduler.after(.zero, name: "\(context.name).load") {
            [weak self] _ in
            self?.load()
        }
        keep(loading)
    }

    func close() {
        let timers = state.withLock { state in
            state.isClosed = true
            return state.timers
        }
        for timer in timers { timer.cancel() }
    }

    func diagnostics(at now: Instant) -> [Diagnostic] {
        let (points, badLines) = state.withLock { ($0.pointCount, $0.badLines) }
        return [
            Diagnostic("points", .number(Double(points))),
            Diagnostic("bad_lines", .number(Double(badLines))),
        ]
    }

    private func load() {
        let path = context.system.resolve(settings.file)
        do throws(DeviceError) {
            let track = try LocationReplay.load(path)
            let plan = try Self.plan(track, path, settings)
            state.withLock { state in
                state.pointCount = plan.entries.count
                state.badLines = track.badLines
            }
            if let problem = track.firstProblem {
                context.log.warning(
                    "\(path): left out \(track.badLines) bad lines, the first is line"
                        + " \(problem.line): \(problem.message)")
            }
            context.log.info("replaying \(plan.entries.count) points from \(path)")
            play(plan)
        } catch {
            context.fail(error)
        }
    }

    private static func plan(
        _ track: Track, _ path: String, _ settings: LocationReplay.Settings
    ) throws(DeviceError) -> ReplayPlan {
        do throws(TrackError) {
            return try ReplayPlan(
                track.points, interval: settings.interval, minimumMetres: settings.minimumMetres,
                loops: settings.loops, usesTimes: settings.usesTimes)
        } catch {
            throw DeviceError(.corrupt, "\(path), line \(error.line): \(error.message)")
        }
    }

    private func play(_ plan: ReplayPlan) {
        let start = context.scheduler.now
        let ticking = context.scheduler.every(settings.interval, name: "\(context.name).play") {
            [weak self] tick in
            // From the due time and not from now, so that lateness never skips a point.
            self?.publish(plan.moment(after: max(.zero, tick.due - start)), at: tick.now)
        }
        keep(ticking)
    }

    private func publish(_ moment: ReplayPlan.Moment, at now: Instant) {
        state.withLock { state in
            guard !state.isClosed else { return }
            switch moment {
            case .fix(let fix): source.publish(fix, at: now)
            case .absent(let why): source.publishAbsent(why, at: now)
            }
        }
    }

    /// Remembers a timer, or stops it if the driver was closed meanwhile.
    private func keep(_ timer: any Cancellable) {
        let isClosed = state.withLock { state in
            if !state.isClosed { state.timers.append(timer) }
            return state.isClosed
        }
        if isClosed { timer.cancel() }
    }
}
