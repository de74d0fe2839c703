import Core
import Glibc
import LinuxIO
import TestSupport

/// A Pi and a drone as two hosts with a cable between them: two network namespaces and a veth
/// pair, in a user namespace of their own, so that no root is needed.
///
/// All of it is gone with this object: its hosts are processes that do nothing but hold them.
final class RadioNetwork: Sendable {
    enum Host: Sendable { case pi, drone }

    static let droneAddress = "192.168.1.1"
    static let piAddress = "192.168.1.2"
    /// Whether this kernel and this user may have such a network.
    static let isPossible = (try? RadioNetwork()) != nil

    private let files: TemporaryDirectory
    private let pi: ChildProcess
    private let drone: ChildProcess

    init() throws {
        files = try TemporaryDirectory()
        let hold = ["--net", "sleep", "600"]
        pi = try ChildProcess(
            "/usr/bin/unshare", ["--user", "--map-root-user"] + hold, logPath: "\(files.path)/pi")
        try Self.waitUntilHeld(pi)
        drone = try ChildProcess(
            "/usr/bin/nsenter", Self.entry(to: pi) + ["unshare"] + hold,
            logPath: "\(files.path)/drone")
        try Self.waitUntilHeld(drone)
        try plugIn()
    }

    /// The words before a command that make it run on a host.
    func entry(to host: Host) -> [String] {
        ["/usr/bin/nsenter"] + Self.entry(to: host == .pi ? pi : drone)
    }

    /// Starts a shell command on a host.
    func start(_ command: String, on host: Host) throws -> ChildProcess {
        let words = entry(to: host) + ["bash", "-c", "PATH=/usr/sbin:/sbin:$PATH; \(command)"]
        return try ChildProcess(
            words[0], Array(words.dropFirst()), logPath: "\(files.path)/log")
    }

    /// Runs a shell command on a host to its end.
    ///
    /// - Throws: what it said, when it failed.
    func run(_ command: String, on host: Host) throws {
        guard try start(command, on: host).waitForEnd() != 0 else { return }
        throw TestSupportError("\(command): \(files.read("log") ?? "")")
    }

    /// Puts the cable in; after the interface was pulled out, again.
    func plugIn() throws {
        let here = Self.piAddress, there = Self.droneAddress
        try run(
            "ip link set lo up && ip link add radio0 type veth peer name radio1 netns \(drone.identifier) && "
                + "ip addr add \(here)/24 dev radio0 && ip link set radio0 up", on: .pi)
        try run("ip addr add \(there)/24 dev radio1 && ip link set radio1 up", on: .drone)
    }

    private static func entry(to holder: ChildProcess) -> [String] {
        ["--target", "\(holder.identifier)", "--user", "--net", "--preserve-credentials", "--"]
    }

    /// The holder has its namespaces when it has become `sleep`.
    private static func waitUntilHeld(_ holder: ChildProcess) throws {
        let isHeld = eventually(within: .seconds(5)) {
            let name = try? readFile("/proc/\(holder.identifier)/comm", atMost: 64)
            return name.map { String(decoding: $0, as: UTF8.self) } == "sleep\n"
                || holder.poll() != nil
        }
        guard isHeld, holder.poll() == nil else {
            throw TestSupportError("no network namespaces here")
        }
    }
}
