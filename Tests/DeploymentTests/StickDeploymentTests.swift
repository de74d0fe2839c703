@testable import Core
import Glibc
import LinuxIO
import TestSupport
import Testing
import Values

@testable import Deployment

/// From the stick to the link that the service goes by.
@Suite struct StickDeploymentTests {
    private func needsRestart(_ roost: FakeRoost) {
        roost.steps = [
            ChangePlan.Step(
                part: .driver, name: "bolt", changes: ["channel: 0 -> 1"], effect: .restart,
                effectText: "by a restart of the service",
                obstacle: nil)
        ]
    }

    @Test("a signed one is offered, applied after the press, and kept after its minute")
    func applied() throws {
        let roost = try FakeRoost()
        try roost.stick.pack(number: 5, with: ["garden.json"])
        #expect(try roost.deploy() == .done)
        #expect(
            roost.told == [
                #"offer {"changes":1,"number":5,"restarts":false}"#,
                #"tell {"outcome":"done"}"#,
            ])
        #expect(roost.applied == [#"{"name": "new"}"#])
        #expect(roost.starts.isEmpty)
        #expect(roost.stick.served == #"{"name": "new"}"#)
        #expect(roost.stick.directory.read("state/current/garden.json") == "{}\n")
        #expect(roost.stick.result.hasPrefix("DONE: it runs\ngarden, "), "\(roost.stick.result)")
        #expect(roost.stick.result.contains("door: light_band: 10 % -> 12 %"))
    }

    @Test("what takes a restart is tried, and kept when all that ran runs again") func restarted()
        throws
    {
        let roost = try FakeRoost()
        needsRestart(roost)
        try roost.stick.pack(number: 5)
        #expect(try roost.deploy() == .done)
        #expect(roost.applied.isEmpty)
        #expect(roost.starts == [#"{"name": "new"}"#])
        #expect(roost.stick.served == #"{"name": "new"}"#)
        #expect(roost.told.first == #"offer {"changes":1,"number":5,"restarts":true}"#)
    }

    // MARK: What is refused, and changes nothing

    private func refused(
        _ roost: FakeRoost, machine: String = "garden"
    ) throws -> String {
        let ending = try roost.deploy(machine: machine)
        guard case .refused(let why) = ending else {
            Issue.record("\(ending)")
            return ""
        }
        #expect(roost.applied.isEmpty && roost.starts.isEmpty)
        #expect(roost.stick.served == #"{"name": "old"}"#)
        #expect(roost.log.lines.contains { $0.contains("REFUSED: \(why)") }, "\(roost.log.lines)")
        return why
    }

    @Test("unsigned, signed by somebody else, or changed since it was signed")
    func unsigned() throws {
        var roost = try FakeRoost()
        try roost.stick.pack(number: 5)
        unlink("\(roost.stick.path)/stick/roost/deployment.sig")
        #expect(try refused(roost) == "it is not signed: no deployment.sig")
        #expect(roost.told == [#"tell {"outcome":"refused"}"#])
        #expect(roost.stick.result.hasPrefix("REFUSED: it is not signed"))

        roost = try FakeRoost()
        try roost.stick.pack(number: 5, by: TestStick.stranger)
        #expect(try refused(roost) == "it is not signed by the owner's key")

        roost = try FakeRoost()
        try roost.stick.pack(number: 5)
        try roost.stick.directory.write("stick/roost/roost.json", #"{"name": "evil"}"#)
        #expect(try refused(roost) == "roost.json is not the file that was signed")

        roost = try FakeRoost()
        try roost.stick.pack(number: 5)
        let manifest = roost.stick.directory.read("stick/roost/deployment.json") ?? ""
        try roost.stick.directory.write(
            "stick/roost/deployment.json", manifest.replacing(": 5", with: ": 6"))
        #expect(try refused(roost) == "it is not signed by the owner's key")
    }

    @Test("for another machine, deployed before, or older than what runs") func replayed() throws {
        let roost = try FakeRoost()
        try roost.stick.pack(number: 5)
        #expect(
            try refused(roost, machine: "attic")
                == #"it is for the machine "garden", and this is "attic""#)
        #expect(try roost.deploy() == .done)
        #expect(try roost.deploy() == .refused("deployment 5 was deployed here already"))
        try roost.stick.pack(number: 4)
        #expect(
            try roost.deploy() == .refused("deployment 4 is older than 5, which runs here"))
        #expect(roost.applied.count == 1)
    }

    @Test("a bad one, with what the running roost says of it") func bad() throws {
        let roost = try FakeRoost()
        roost.planFault = "the configuration is bad\ndrivers.a: no such driver"
        try roost.stick.pack(number: 5)
        #expect(try refused(roost).contains("drivers.a: no such driver"))
        #expect(roost.stick.result.contains("drivers.a: no such driver"))
    }

    @Test("one that is not safe now") func notNow() throws {
        let roost = try FakeRoost()
        roost.steps = [
            ChangePlan.Step(
                part: .driver, name: "drone", changes: ["is new"], effect: .restart,
                effectText: "by a restart of the service",
                obstacle: "it is in the air")
        ]
        try roost.stick.pack(number: 5)
        #expect(try refused(roost) == "not now: drone: it is in the air")
    }

    @Test("where nobody can be asked, or nothing runs") func noPanel() throws {
        var roost = try FakeRoost()
        roost.hasPanel = false
        try roost.stick.pack(number: 5)
        #expect(
            try refused(roost)
                == #"nothing can ask for a press: nothing here takes a request "offer""#)
        roost = try FakeRoost()
        roost.isSilent = true
        try roost.stick.pack(number: 5)
        #expect(try refused(roost) == "no roost is running")
    }

    @Test("before anything was adopted") func notAdopted() throws {
        let roost = try FakeRoost()
        try roost.stick.pack(number: 5)
        unlink("\(roost.stick.path)/state/current")
        let ending = try roost.deploy()
        #expect(
            ending == .refused("nothing was adopted yet: roost-stick adopt (see: man roost-stick)"))
    }

    // MARK: The person

    @Test("not pressed in time, or held") func declined() throws {
        let roost = try FakeRoost()
        roost.answer = ("declined", .seconds(120))
        try roost.stick.pack(number: 5)
        #expect(try roost.deploy() == .declined)
        #expect(roost.applied.isEmpty)
        // It can be plugged in once more.
        roost.answer = ("accepted", .seconds(2))
        #expect(try roost.deploy() == .done)
    }

    @Test("pulled out before the press, it is withdrawn") func pulled() throws {
        let roost = try FakeRoost()
        try roost.stick.pack(number: 5)
        roost.answer = nil
        let manifest = "\(roost.stick.path)/stick/roost/deployment.json"
        roost.incidents = [(.seconds(5), { unlink(manifest) })]
        #expect(try roost.deploy() == .gone)
        #expect(roost.withdrawn == 1 && roost.applied.isEmpty)
    }

    @Test("pulled out after the press, it is deployed all the same") func pulledLate() throws {
        let roost = try FakeRoost()
        try roost.stick.pack(number: 5)
        let manifest = "\(roost.stick.path)/stick/roost/deployment.json"
        roost.incidents = [(.seconds(10), { unlink(manifest) })]
        #expect(try roost.deploy() == .done)
        #expect(roost.stick.served == #"{"name": "new"}"#)
    }

    @Test("a panel that was started again has forgotten it, and a press allows nothing")
    func forgotten() throws {
        let roost = try FakeRoost()
        roost.answer = nil
        roost.incidents = [(.seconds(5), { roost.forget() })]
        try roost.stick.pack(number: 5)
        #expect(
            try refused(roost)
                == "the panel has forgotten it: roost was started again, or asked")
    }

    // MARK: What is taken back

    private func takenBack(_ roost: FakeRoost) throws -> String {
        try roost.stick.pack(number: 5)
        let ending = try roost.deploy()
        guard case .takenBack(let why) = ending else {
            Issue.record("\(ending)")
            return ""
        }
        #expect(roost.stick.served == #"{"name": "old"}"#)
        #expect(try DeploymentStore(roost.stick.settings()).number() == 0)
        #expect(roost.told.last == #"tell {"outcome":"taken-back"}"#)
        #expect(roost.stick.result.hasPrefix("TAKEN BACK: \(why)"))
        return why
    }

    @Test("by roost itself, in its minute") func takenBackByRoost() throws {
        let roost = try FakeRoost()
        roost.incidents = [
            (
                .seconds(20),
                {
                    roost.refusal = .init(
                        text: "taken back: door: a step of it has hung", askedBy: nil,
                        ageSeconds: 0)
                }
            )
        ]
        #expect(try takenBack(roost) == "taken back: door: a step of it has hung")
    }

    @Test("where roost was started again in that minute: it has begun with the file")
    func restartedMeanwhile() throws {
        let roost = try FakeRoost()
        roost.incidents = [(.seconds(20), { roost.restart() })]
        #expect(try takenBack(roost) == "roost was started again meanwhile")
    }

    @Test("where roost does not answer any more") func silent() throws {
        let roost = try FakeRoost()
        roost.incidents = [(.seconds(20), { roost.isSilent = true })]
        try roost.stick.pack(number: 5)
        #expect(try roost.deploy() == .takenBack("roost does not answer"))
        #expect(roost.stick.served == #"{"name": "old"}"#)
    }

    @Test("where a driver that ran does not run with it") func driverLost() throws {
        let roost = try FakeRoost()
        needsRestart(roost)
        roost.lostWithNew = ["bolt"]
        #expect(try takenBack(roost) == "the driver bolt does not run any more")
        #expect(roost.starts == [#"{"name": "new"}"#, #"{"name": "old"}"#])
    }

    @Test("where the service does not start with it") func doesNotStart() throws {
        let roost = try FakeRoost()
        needsRestart(roost)
        roost.startsNew = false
        #expect(try takenBack(roost) == "the service did not run within 2 min")
        #expect(roost.starts.last == #"{"name": "old"}"#)
    }

    @Test("a driver that did not run before, or is gone from the file, is not missed")
    func notMissed() throws {
        let roost = try FakeRoost()
        needsRestart(roost)
        roost.drivers = [("bolt", .running), ("gps", .backoff)]
        roost.lostWithNew = ["gps"]
        try roost.stick.pack(number: 5)
        #expect(try roost.deploy() == .done)
    }

    @Test("stopped while one is tried, the unit takes it back") func stoppedWhileTried() throws {
        let roost = try FakeRoost()
        needsRestart(roost)
        roost.incidents = [(.seconds(20), { roost.isStopped = true })]
        try roost.stick.pack(number: 5)
        #expect(try roost.deploy() == .stopped)
        #expect(roost.told.last == #"tell {"outcome":"taken-back"}"#)
        #expect(roost.stick.result.hasPrefix("STOPPED before its minute was over"))
        let store = DeploymentStore(try roost.stick.settings())
        #expect(roost.stick.served == #"{"name": "new"}"#)
        #expect(store.awaitRestart(roost.clock))
        #expect(try store.rollBack())
        #expect(roost.stick.served == #"{"name": "old"}"#)
        // Nobody takes it in this test.
        #expect(!store.awaitRestart(roost.clock))
        #expect(try !store.rollBack())
    }

    @Test("stopped while an applied one is on probation, it is not kept") func stoppedOnProbation()
        throws
    {
        let roost = try FakeRoost()
        roost.incidents = [(.seconds(20), { roost.isStopped = true })]
        try roost.stick.pack(number: 5)
        #expect(try roost.deploy() == .stopped)
        let store = DeploymentStore(try roost.stick.settings())
        #expect(try store.number() == 0 && !store.rollBack())
        #expect(roost.stick.served == #"{"name": "old"}"#)
    }

    @Test("what is kept, or was never adopted, is not taken back") func nothingToTakeBack() throws {
        let roost = try FakeRoost()
        needsRestart(roost)
        try roost.stick.pack(number: 5)
        #expect(try roost.deploy() == .done)
        let store = DeploymentStore(try roost.stick.settings())
        #expect(try !store.rollBack())
        #expect(roost.stick.served == #"{"name": "new"}"#)
        unlink("\(roost.stick.path)/run/roost.json")
        #expect(try !store.rollBack())
    }

    @Test("what is only tried does not outlive a power cut") func powerCut() throws {
        let roost = try FakeRoost()
        let store = DeploymentStore(try roost.stick.settings())
        try store.stage(5, ["roost.json": Array(#"{"name": "new"}"#.utf8)])
        try store.tryOut(5)
        #expect(roost.stick.served == #"{"name": "new"}"#)
        // The runtime directory is gone, and systemd-tmpfiles makes the link of debian/roost-stick.tmpfiles.
        #expect(try store.number() == 0)
        #expect(roost.stick.directory.read("state/current/roost.json") == #"{"name": "old"}"#)
    }

    @Test("the last ten are kept, whatever else was tried") func pruned() throws {
        let roost = try FakeRoost()
        let store = DeploymentStore(try roost.stick.settings())
        for number in 1...14 {
            try store.stage(number, ["roost.json": [UInt8(ascii: "{")]])
            try store.keep(number)
        }
        let folders = try directoryNames("\(roost.stick.path)/state").compactMap { Int($0) }
        #expect(folders.sorted() == Array(5...14))
        #expect(try store.number() == 14)
    }
}
