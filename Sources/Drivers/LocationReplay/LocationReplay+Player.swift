import Core
import DriverKit
import JSON
import Values

extension LocationReplay {
    /// What the status shows of a replay.
    struct Progress: Sendable {
        var pointCount = 0
        var badLines = 0
    }

    /// Loads the file on the driver's own queue, then gives a position on every tick.
    package static func start(
        _ settings: Settings, _ context: DriverContext
    ) throws(DeviceError) -> any Driver {
        // As of every sensor: two that do not come are forgiven.
        context.source(position).setStaleAfter(settings.interval * 4)
        let shell = DriverShell(
            context, Progress(),
            .init(diagnostics: { progress, _ in
                [
                    Diagnostic("points", .number(Double(progress.pointCount))),
                    Diagnostic("bad_lines", .number(Double(progress.badLines))),
                ]
            }))
        let loading = shell.timer(nil) { shell, _ in
            do throws(DeviceError) {
                play(try loadPlan(settings, shell), every: settings.interval, shell)
            } catch {
                shell.fail(error)
            }
        }
        loading.set(.at(shell.now))
        return shell
    }

    private static func loadPlan(
        _ settings: Settings, _ shell: DriverShell<Progress>
    ) throws(DeviceError) -> ReplayPlan {
        let (log, path) = (shell.context.log, shell.context.system.resolve(settings.file))
        let track = try load(path, usesTimes: settings.usesTimes)
        let plan = try plan(track, path, settings)
        let badLines = track.badLines + plan.leftOut.count
        shell.with { $0 = Progress(pointCount: plan.entries.count, badLines: badLines) }
        let problems = [track.firstProblem, plan.leftOut.first].compactMap { $0 }
        if let problem = problems.min(by: { $0.line < $1.line }) {
            log.warning(
                "\(path): left out \(badLines) bad lines, the first is line"
                    + " \(problem.line): \(problem.message)")
        }
        log.info("replaying \(plan.entries.count) points from \(path)")
        return plan
    }

    private static func plan(
        _ track: Track, _ path: String, _ settings: Settings
    ) throws(DeviceError) -> ReplayPlan {
        do throws(TrackError) {
            return try ReplayPlan(
                track.points, interval: settings.interval, minimumMetres: settings.minimumMetres,
                loops: settings.loops, usesTimes: settings.usesTimes)
        } catch {
            throw DeviceError(.corrupt, "\(path), line \(error.line): \(error.message)")
        }
    }

    private static func play(
        _ plan: ReplayPlan, every interval: Duration, _ shell: DriverShell<Progress>
    ) {
        let source = shell.context.source(position)
        let start = shell.now
        shell.every(interval, name: "play") { shell, now in
            shell.with { _ in
                switch plan.state(after: max(.zero, now - start)) {
                case .fix(let fix, let doubt):
                    source.publish(Measured(fix, doubt: doubt).sample(at: now))
                case .absent(let why): source.publishAbsent(why, at: now)
                }
            }
        }
    }
}
