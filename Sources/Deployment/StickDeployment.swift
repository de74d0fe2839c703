import CommandKit
import Core
import Glibc
import JSON
import LinuxIO
import Signatures
import Values

/// One stick that was plugged in, from the check of its signature to the result that is written back.
package final class StickDeployment {
    /// The panel refuses by itself long before.
    private static let answerLimit = Duration.seconds(700)
    private static let lookEvery = Duration.milliseconds(200)
    package static let resultName = "roost-result.txt"

    private let settings: DeploymentSettings
    private let key: Ed25519Key
    private let roost: RunningRoost
    private let store: DeploymentStore
    private let clock: any Scheduler
    private let log: Log
    /// Waits for so long; whether the program is to end.
    private let pause: (Duration) -> Bool
    private var told: [String] = []
    private var isStopped = false

    package init(
        _ settings: DeploymentSettings, key: Ed25519Key, roost: RunningRoost,
        clock: any Scheduler, log: Log, pause: @escaping (Duration) -> Bool
    ) {
        self.settings = settings
        self.key = key
        self.roost = roost
        self.clock = clock
        self.log = log
        self.pause = pause
        store = DeploymentStore(settings)
    }

    private var folder: String { "\(settings.stick)/\(SignedDeployment.folder)" }

    /// Does all of it, and tells how it ended: the log, the stick and the panel.
    package func run() -> DeploymentEnding {
        let ending: DeploymentEnding
        do throws(PlainError) {
            ending = try deploy()
        } catch {
            ending = isStopped ? .stopped : .refused(error.description)
        }
        if ending.isGood { log.notice(ending.words) } else { log.warning(ending.words) }
        writeResult(ending.words)
        if let outcome = ending.outcome {
            try? roost.send("tell", ["outcome": .string(outcome)])
        }
        return ending
    }

    private func deploy() throws(PlainError) -> DeploymentEnding {
        let deployment = try SignedDeployment(in: folder, key: key)
        let number = deployment.manifest.number
        try judge(deployment.manifest)
        try store.checkStart()
        let offer = try deployment.offer()
        guard try awaitCertainty() else { return .gone }
        let before = try roost.status()
        let plan = try roost.plan(offer)
        tell("deployment \(number) for \(settings.machine), signed by the owner")
        plan.lines.forEach(tell)
        guard !plan.steps.isEmpty else { return try keep(deployment) }
        try refuseObstacles(plan)
        try ask(number, plan)
        switch try answer(to: number) {
        case .declined: return .declined
        case .gone: return .gone
        case .accepted: break
        }
        log.notice("deployment \(number) was allowed by a press of the button")
        try store.stage(number, deployment.files)
        let trial = DeploymentTrial(
            roost: roost, store: store, clock: clock, log: log,
            pause: { [self] time in
                isStopped = pause(time)
                return isStopped
            })
        return try trial.run(number, offer, plan, before: before)
    }

    /// What runs may be taken back for as long as it is on probation: only then is there something to compare with.
    ///
    /// - Returns: whether that is over; not where the stick was pulled out, or the program is to end.
    private func awaitCertainty() throws(PlainError) -> Bool {
        let end = clock.now + DeploymentTrial.probationLimit
        var isTold = false
        while try roost.status().configuration?.probationSeconds != nil {
            guard clock.now < end else { throw PlainError("not now: a change is on probation") }
            if !isTold { log.notice("it waits: a change that somebody has made is on probation") }
            isTold = true
            guard isThere, !pause(.seconds(1)) else { return false }
        }
        return true
    }

    /// It runs already. Its number counts all the same, and the next start is with it.
    private func keep(_ deployment: SignedDeployment) throws(PlainError) -> DeploymentEnding {
        let wasKept = store.keeps(deployment.files)
        try store.stage(deployment.manifest.number, deployment.files)
        try store.keep(deployment.manifest.number)
        return wasKept ? .nothingChanges : .kept
    }

    /// What is signed is not yet what is wanted here and now.
    private func judge(_ manifest: Manifest) throws(PlainError) {
        guard manifest.machine == settings.machine else {
            throw PlainError(
                "it is for the machine \"\(manifest.machine)\", and this is \"\(settings.machine)\""
            )
        }
        let last = try store.number()
        guard manifest.number != last else {
            throw PlainError("deployment \(last) was deployed here already")
        }
        guard manifest.number > last else {
            throw PlainError("deployment \(manifest.number) is older than \(last), which runs here")
        }
    }

    private func refuseObstacles(_ plan: ChangePlan) throws(PlainError) {
        let obstacles = plan.steps.compactMap { step in
            step.obstacle.map { "\(step.name): \($0)" }
        }
        guard obstacles.isEmpty else {
            throw PlainError("not now: \(obstacles.joined(separator: "; "))")
        }
    }

    // MARK: The panel: whichever policy takes what is asked here

    private enum Answer {
        case accepted, declined, gone
    }

    private func ask(_ number: Int, _ plan: ChangePlan) throws(PlainError) {
        let changes = plan.steps.reduce(0) { $0 + max(1, $1.changes.count) }
        let restarts = plan.steps.contains { $0.effect == .restart }
        do throws(PlainError) {
            try roost.send(
                "offer",
                [
                    "number": .number(Double(number)), "changes": .number(Double(changes)),
                    "restarts": .bool(restarts),
                ])
        } catch {
            throw PlainError("nothing can ask for a press: \(error)")
        }
        log.notice(
            "deployment \(number) waits for a press of the button: "
                + "\(changes) \(changes == 1 ? "change" : "changes")"
                + (restarts ? ", the service starts again" : ""))
        writeResult("WAITS for a press of the button")
    }

    private func answer(to number: Int) throws(PlainError) -> Answer {
        let end = clock.now + Self.answerLimit
        while clock.now < end {
            guard isThere, !pause(Self.lookEvery) else {
                try roost.send("withdraw", ["number": .number(Double(number))])
                return .gone
            }
            guard
                let panel = try roost.status().policies.first(where: {
                    $0.details?["number"] == .number(Double(number))
                })
            else {
                throw PlainError("the panel has forgotten it: roost was started again, or asked")
            }
            switch panel.details?["state"] {
            case "offered"?: continue
            case "accepted"?: return .accepted
            default: return .declined
            }
        }
        return .declined
    }

    private var isThere: Bool {
        access("\(folder)/\(SignedDeployment.manifestName)", F_OK) == 0
    }

    // MARK: Telling

    private func tell(_ line: String) {
        told.append(line)
        log.info(line)
    }

    /// On the stick, for who pulls it out and looks; one that is gone needs none.
    private func writeResult(_ words: String) {
        guard isThere else { return }
        let time = (try? ClockReading.now().wallTime)?.description ?? "the time is not known"
        let text = ([words, "\(settings.machine), \(time)", ""] + told).joined(separator: "\n")
        do throws(IOError) {
            let path = "\(settings.stick)/\(Self.resultName)"
            let file = try FileDescriptor(
                open: path, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o644)
            try file.write(Array((text + "\n").utf8))
            try systemCall("fsync", path) { fsync(file.number) }
        } catch {
            log.warning("the result could not be written to the stick: \(error)")
        }
    }
}
