import Glibc
import LinuxIO
import TestSupport
import Testing

@Suite struct ServiceNotifierTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test("lines arrive at a socket with a path and at an abstract one") func arrives() throws {
        let abstract = "@roost-test-\(getpid())-\(UInt32.random(in: 0 ... .max))"
        for path in ["\(directory.path)/notify", abstract] {
            let inbox = try DatagramInbox(path)
            let notifier = try #require(make(["NOTIFY_SOCKET": path]))
            notifier.notify("READY=1\nSTATUS=running")
            notifier.notify("WATCHDOG=1")
            #expect(inbox.next() == "READY=1\nSTATUS=running")
            #expect(inbox.next() == "WATCHDOG=1")
            #expect(inbox.next() == nil)
        }
    }

    @Test("without a socket, or with one of another kind, there is nobody to tell")
    func nobody() {
        #expect(make([:]) == nil)
        #expect(make(["NOTIFY_SOCKET": ""]) == nil)
        #expect(make(["NOTIFY_SOCKET": "vsock:2:1234"]) == nil)
    }

    @Test("telling somebody who is not there, or with too long a name, does no harm")
    func gone() throws {
        for path in ["\(directory.path)/nobody", "/" + String(repeating: "x", count: 200)] {
            let notifier = try #require(make(["NOTIFY_SOCKET": path]))
            notifier.notify("READY=1")
        }
    }

    // sd_watchdog_enabled(3): microseconds, and only for the process of WATCHDOG_PID if it is set.
    @Test("the watchdog's limit is read when it is meant for this process")
    func watchdog() {
        #expect(limit(["WATCHDOG_USEC": "2000000"]) == .seconds(2))
        #expect(limit(["WATCHDOG_USEC": "2000000", "WATCHDOG_PID": "\(getpid())"]) == .seconds(2))
        #expect(limit(["WATCHDOG_USEC": "2000000", "WATCHDOG_PID": "\(getpid() + 1)"]) == nil)
        #expect(limit([:]) == nil)
    }

    @Test(
        "a limit that is none is no limit",
        arguments: ["", "0", "-5", "2s", "1e6", "99999999999999999999", "9223372036854775807"])
    func nonsense(text: String) {
        #expect(limit(["WATCHDOG_USEC": text]) == nil)
    }

    private func make(_ environment: [String: String]) -> ServiceNotifier? {
        ServiceNotifier { environment[$0] }
    }

    private func limit(_ environment: [String: String]) -> Duration? {
        make(environment.merging(["NOTIFY_SOCKET": "/x"]) { $1 })?.watchdogLimit
    }
}
