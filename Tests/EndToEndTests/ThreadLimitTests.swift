import Core
import Glibc
import LinuxIO
import TestSupport
import TestTraits
import Testing

/// The kernel's limit of threads counts every thread of a user (setrlimit(2), RLIMIT_NPROC) and does not hold for root.
@Suite("Without threads left", .blocking) struct ThreadLimitTests {
    /// Root alone can be another user, and a user at work has threads of other programs.
    private static let isPossible =
        geteuid() == 0 && access("/usr/bin/prlimit", X_OK) == 0
        && access("/usr/bin/setpriv", X_OK) == 0

    /// A user of this test alone: the threads of a test that runs beside it, here or in another run of the tests, would
    /// count, too.
    private let user = Int.random(in: 20_000..<60_000)
    private let home: TestInstallation

    init() throws {
        home = try TestInstallation(
            configuration: """
                {"drivers": {"clock": {"driver": "system-clock"},
                  "gps": {"driver": "gpsd", "host": "127.0.0.9"}}}
                """)
        for path in [home.directory.path, home.runtime] { chown(path, uid_t(user), 0) }
    }

    private var asUser: [String] {
        ["/usr/bin/setpriv", "--reuid=\(user)", "--regid=\(user)", "--clear-groups"]
    }

    /// `roost run` with so many threads at most.
    private func start(limit: Int) throws -> RoostProcess {
        try RoostProcess(
            ["run", home.configuration, "--runtime", home.runtime],
            under: asUser + ["/usr/bin/prlimit", "--nproc=\(limit)"])
    }

    @Test(
        "it does not begin with fewer than it may need, and says so; with more SIGTERM ends it",
        .enabled(if: isPossible, "needs root, prlimit and setpriv"))
    func limits() throws {
        var begun = 0
        for limit in 1...40 {
            let roost = try start(limit: limit)
            let isOver = eventually(within: .seconds(20)) {
                roost.end != nil || roost.errors.contains("started:")
            }
            #expect(isOver, "\(limit): \(roost.errors)")
            guard roost.end == nil else {
                #expect(roost.end == .exited(1), "\(limit)")
                #expect(
                    roost.errors.contains("threads that this configuration may need"),
                    "\(limit): \(roost.errors)")
                continue
            }
            begun += 1
            roost.send(signal: SIGTERM)
            #expect(try roost.wait() == .exited(0), "\(limit): \(roost.errors)")
        }
        #expect(begun > 0)
    }

    @Test(
        "where the last thread is gone while it runs, SIGTERM ends it in order all the same",
        .enabled(if: isPossible, "needs root, prlimit and setpriv"))
    func lowered() throws {
        for _ in 1...5 { try lower() }
    }

    private func lower() throws {
        let roost = try start(limit: 64)
        try roost.waitFor("started:")
        let lowered = try ChildProcess(
            "/usr/bin/env", asUser + ["/usr/bin/prlimit", "--pid=\(roost.pid)", "--nproc=1"],
            logPath: "\(home.directory.path)/prlimit")
        #expect(lowered.waitForEnd() == 0, "\(home.directory.read("prlimit") ?? "")")
        roost.send(signal: SIGTERM)
        #expect(try roost.wait() == .exited(0), "\(roost.errors)")
        #expect(roost.errors.contains("everything is in its safe state"))
    }
}
