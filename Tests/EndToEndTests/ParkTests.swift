import Core
import Glibc
import Simulators
import TestSupport
import TestTraits
import Testing
import Values

extension WorldTests {
    @Test(
        "killed in flight, and the configuration spoilt or gone: park lands the drone all the same",
        arguments: ["spoilt", "gone"])
    func parksWithoutConfiguration(configuration: String) throws {
        let world = try DemoWorld()
        let roost = try world.startFlight()
        roost.send(signal: SIGKILL)
        #expect(try roost.wait() == .killed(signal: SIGKILL))
        if configuration == "spoilt" {
            try world.home.directory.write("roost.json", "{")
        } else {
            unlink(world.home.configuration)
        }
        let park = try world.home.run("park", world.home.configuration)
        #expect(park.end == .exited(10))
        #expect(world.drone.truth.phase == .landed)
        #expect(park.errors.contains("nobody knows which devices to park"))
        #expect(park.errors.contains("the drone at \(world.address) has landed"))
        let again = try world.home.run("park", world.home.configuration)
        #expect(!again.errors.contains("the drone"))
    }

    @Test("a drone that the configuration does not name any more is landed, too")
    func parksForgottenDrone() throws {
        let world = try DemoWorld()
        let roost = try world.startFlight()
        roost.send(signal: SIGKILL)
        #expect(try roost.wait() == .killed(signal: SIGKILL))
        try world.home.directory.write("roost.json", "{}")
        let park = try world.home.run("park", world.home.configuration)
        #expect(park.end == .exited(0), "\(park.errors)")
        #expect(world.drone.truth.phase == .landed)
        #expect(park.errors.contains("the drone at \(world.address) was left in the air"))
    }
}

/// As root, who alone may become others.
@Suite(.blocking, .enabled(if: geteuid() == 0, "needs root"))
struct OtherUserTests {
    /// The user and group that own nothing.
    private static let nobody: uid_t = 65534
    private static let asNobody = [
        "/usr/bin/setpriv", "--reuid=\(nobody)", "--regid=\(nobody)", "--clear-groups",
    ]

    /// An installation that others may look into; the runtime directory belongs to `owner`.
    private func home(owner: uid_t) throws -> TestInstallation {
        let home = try TestInstallation()
        for path in [home.directory.path, home.runtime] {
            #expect(chmod(path, 0o755) == 0)
        }
        #expect(chown(home.runtime, owner, owner) == 0)
        return home
    }

    @Test(
        "a user who is not the service's is told so, runs nothing and parks nothing",
        arguments: ["run", "park"])
    func stranger(command: String) throws {
        let home = try home(owner: 0)
        // As systemd would say it, or where it is by default.
        for directory in [["--runtime", home.runtime], []] {
            let roost = try RoostProcess(
                [command, home.configuration] + directory,
                environment: ["RUNTIME_DIRECTORY": home.runtime], under: Self.asNobody)
            let (end, _, errors) = try finished(roost)
            #expect(end == .exited(1))
            #expect(errors.contains("is the user root's: run this as that user (sudo -u root"))
        }
    }

    @Test("root may park for the service, but not run in its place") func root() throws {
        let home = try home(owner: Self.nobody)
        let run = try home.run("run", home.configuration)
        #expect(run.end == .exited(1))
        #expect(run.errors.contains("is the user nobody's"))
        #expect(try home.run("park", home.configuration).end == .exited(0))
    }
}
