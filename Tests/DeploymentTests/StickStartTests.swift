@testable import Core
import Glibc
import TestSupport
import Testing
import Values

@testable import Deployment

/// What a stick brings that runs already, and what the service's next start is with.
@Suite struct StickStartTests {
    @Test("one that changes nothing counts: an older one is refused after it") func nothingChanges()
        throws
    {
        let roost = try FakeRoost()
        roost.steps = []
        try roost.stick.pack(#"{"name": "old"}"#, number: 20)
        #expect(try roost.deploy() == .nothingChanges)
        #expect(roost.told == [#"tell {"outcome":"done"}"#])
        #expect(roost.applied.isEmpty && roost.starts.isEmpty)
        try roost.stick.pack(number: 6)
        #expect(
            try roost.deploy() == .refused("deployment 6 is older than 20, which runs here"))
        #expect(try DeploymentStore(roost.stick.settings()).number() == 20)
    }

    @Test("one that somebody has applied already is what the next start is with, too")
    func keptForTheNextStart() throws {
        let roost = try FakeRoost()
        roost.steps = []
        try roost.stick.pack(number: 20, with: ["garden.json"])
        #expect(try roost.deploy() == .kept)
        #expect(roost.stick.served == #"{"name": "new"}"#)
        #expect(roost.stick.directory.read("state/current/garden.json") == "{}\n")
        #expect(roost.stick.result.hasPrefix("KEPT: it runs already"))
        #expect(roost.applied.isEmpty && roost.starts.isEmpty)
    }

    @Test("a stick waits for somebody's probation, and is compared with what runs after it")
    func probation() throws {
        let roost = try FakeRoost()
        let steps = roost.steps
        roost.steps = []
        roost.probationEnd = roost.clock.now + .seconds(40)
        // It is taken back: what runs then is not what the stick brings.
        roost.incidents = [(.seconds(30), { roost.steps = steps })]
        try roost.stick.pack(number: 20)
        let began = roost.clock.now
        #expect(try roost.deploy() == .done)
        #expect(roost.applied == [#"{"name": "new"}"#])
        #expect(roost.clock.now - began > .seconds(100))
        #expect(roost.log.lines.contains { $0.contains("it waits: a change that somebody") })
    }

    @Test("pulled out while it waits for somebody's probation, it is gone") func goneInProbation()
        throws
    {
        let roost = try FakeRoost()
        roost.steps = []
        roost.probationEnd = roost.clock.now + .seconds(40)
        try roost.stick.pack(number: 20)
        let manifest = "\(roost.stick.path)/stick/roost/deployment.json"
        roost.incidents = [(.seconds(10), { unlink(manifest) })]
        #expect(try roost.deploy() == .gone)
        #expect(try DeploymentStore(roost.stick.settings()).number() == 0)
    }

    @Test(
        "where the service is started with something else, nothing is deployed that would not last")
    func startedOtherwise() throws {
        let roost = try FakeRoost()
        let path = roost.stick.path
        try roost.stick.directory.write("other.json", "{}")
        symlink("\(path)/other.json", "\(path)/etc-roost.json")
        try roost.stick.pack(number: 5)
        let ending = try roost.deploy()
        #expect(
            ending.words.hasPrefix("REFUSED: the service is started with \(path)/etc-roost.json"),
            "\(ending)")
        #expect(roost.applied.isEmpty && roost.stick.served == #"{"name": "old"}"#)
        unlink("\(path)/etc-roost.json")
        symlink("\(path)/run/roost.json", "\(path)/etc-roost.json")
        #expect(try roost.deploy() == .done)
    }
}
