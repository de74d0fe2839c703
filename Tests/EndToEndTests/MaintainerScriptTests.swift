import Glibc
import LinuxIO
import TestSupport
import Testing

/// Scripts that Debian runs as root when packages come and go, with their folders moved to a scratch tree. What lies in that
/// of `roost-stick` belongs to a user that reads strangers' sticks.
@Suite(
    "Scripts of packages",
    .enabled(
        if: geteuid() == 0 && access("/usr/sbin/runuser", X_OK) == 0,
        "only root can be another user"))
struct MaintainerScriptTests {
    private static let nobody: uid_t = 65534

    private let directory: TemporaryDirectory
    private var path: String { directory.path }

    init() throws {
        directory = try TemporaryDirectory()
        chmod(directory.path, 0o755)
        for name in ["etc", "lib", "run", "other"] { try directory.makeDirectory(name) }
        try directory.write("secret", "of root")
        chmod("\(path)/secret", 0o600)
        try directory.write("other/roost.json", "of root")
        chmod("\(path)/other/roost.json", 0o640)
        symlink("\(path)/run/roost.json", "\(path)/etc/roost.json")
        give("lib", to: Self.nobody)
        chmod("\(path)/lib", 0o755)
    }

    private func give(_ name: String, to user: uid_t) { lchown("\(path)/\(name)", user, user) }

    private func deploy(_ number: String, _ files: [String: String]) throws {
        try directory.makeDirectory("lib/\(number)")
        for (name, text) in files { try directory.write("lib/\(number)/\(name)", text) }
        for name in files.keys { give("lib/\(number)/\(name)", to: Self.nobody) }
        give("lib/\(number)", to: Self.nobody)
    }

    private func remove() throws -> (end: RoostProcess.End, errors: String) {
        var script = String(
            decoding: try projectFile("debian/roost-stick.prerm"), as: UTF8.self)
        for (old, new) in [
            ("/var/lib/roost-stick", "\(path)/lib"), ("/etc/roost", "\(path)/etc"),
            ("/run/roost-stick", "\(path)/run"), ("runuser -u roost-stick", "runuser -u nobody"),
            ("chgrp -hR roost", "chgrp -hR nogroup"), ("chgrp roost", "chgrp nogroup"),
            ("/run/systemd/system", "\(path)/no-systemd"),
        ] { script = script.replacing(old, with: new) }
        try directory.write("prerm", script)
        let run = try RoostProcess([], under: ["/bin/sh", "-c", "exec sh \(path)/prerm remove"])
        let (end, _, errors) = try finished(run)
        return (end, errors)
    }

    private func owner(_ name: String) -> String {
        var status = stat()
        guard lstat("\(path)/\(name)", &status) == 0 else { return "not there" }
        return "\(status.st_uid) \(status.st_gid) \(String(status.st_mode & 0o7777, radix: 8))"
    }

    /// What the script of a bridge says after an upgrade from `version`, or an install.
    private func configure(_ name: String, from version: String) throws -> String {
        var script = String(
            decoding: try projectFile("debian/roost-\(name).postinst"), as: UTF8.self)
        for (old, new) in [
            ("/etc/roost", "\(path)/etc"),
            (
                "runuser -u roost-\(name) -- roost-\(name)",
                "runuser -u nobody -- \(try builtProgram("roost-\(name)"))"
            ),
        ] { script = script.replacing(old, with: new) }
        try directory.write("postinst", script)
        let run = try RoostProcess(
            [], under: ["/bin/sh", "-c", "exec sh \(path)/postinst configure \(version)"])
        let (end, output, errors) = try finished(run)
        #expect(end == .exited(0) && errors == "", "\(errors)")
        return output
    }

    @Test(
        "an upgrade names the file of a bridge that the new version refuses, and says nothing of a good one",
        arguments: ["mqtt", "notify"])
    func bridges(_ name: String) throws {
        #expect(try configure(name, from: "0.1.0") == "")
        chmod("\(path)/etc", 0o755)
        let secret = "\(path)/etc/secret"
        try directory.write("etc/secret", "of-the-bridge\n")
        lchown(secret, Self.nobody, Self.nobody)
        try directory.write(
            "etc/\(name).json",
            name == "mqtt"
                ? #"{"user": "me", "password_file": "\#(secret)"}"#
                : #"{"channels": {"phone": {"kind": "webhook", "url": "http://127.0.0.1:9/", "token_file": "\#(secret)"}}}"#
        )
        chmod("\(path)/etc/\(name).json", 0o644)
        chmod(secret, 0o600)
        #expect(try configure(name, from: "0.1.0") == "")
        chmod(secret, 0o644)
        let said = try configure(name, from: "0.1.0")
        #expect(
            said.hasPrefix("roost-\(name): THIS VERSION REFUSES \(path)/etc/\(name).json"),
            "\(said)")
        #expect(said.contains("sudo chmod 600 \(secret)"), "\(said)")
        #expect(try configure(name, from: "") == "")
        try directory.write("etc/\(name).json", "{,}")
        #expect(try configure(name, from: "0.1.0").contains("not JSON"))
    }

    @Test("what was deployed last is kept, for the group of the service") func kept() throws {
        try deploy("7", ["roost.json": "{}", "a.waypoints": "way"])
        symlink("7", "\(path)/lib/current")
        let (end, errors) = try remove()
        #expect(end == .exited(0) && errors.contains("what was deployed last is in"), "\(errors)")
        #expect(directory.read("etc/deployed/roost.json") == "{}")
        #expect(directory.read("etc/deployed/a.waypoints") == "way")
        #expect(try linkTarget("\(path)/etc/roost.json") == "deployed/roost.json")
        #expect(owner("etc/deployed/roost.json") == "0 65534 640")
        #expect(owner("etc/deployed") == "0 65534 750")
    }

    @Test("a link among the files leads nowhere, and what it names stays as it is") func link()
        throws
    {
        try deploy("7", ["roost.json": "{}"])
        symlink("\(path)/secret", "\(path)/lib/7/x")
        symlink("7", "\(path)/lib/current")
        let before = owner("secret")
        #expect(try remove().end == .exited(0))
        #expect(owner("secret") == before)
        #expect(owner("etc/deployed/x") == "not there")
        #expect(directory.read("etc/deployed/roost.json") == "{}")
    }

    @Test(
        "a folder, a configuration or a number that is something else gives nothing, and the removal goes on",
        arguments: ["current", "folder", "file", "pipe", "absolute", "none"])
    func odd(_ kind: String) throws {
        switch kind {
        case "current": symlink("\(path)/other", "\(path)/lib/current")
        case "absolute": symlink("../other", "\(path)/lib/current")
        case "folder":
            symlink("\(path)/other", "\(path)/lib/7")
            symlink("7", "\(path)/lib/current")
        case "file":
            try deploy("7", [:])
            symlink("\(path)/other/roost.json", "\(path)/lib/7/roost.json")
            symlink("7", "\(path)/lib/current")
        case "pipe":
            try deploy("7", [:])
            mkfifo("\(path)/lib/7/roost.json", 0o644)
            symlink("7", "\(path)/lib/current")
        default: break
        }
        let before = owner("other/roost.json")
        let (end, errors) = try remove()
        #expect(end == .exited(0), "\(errors)")
        #expect(errors.contains("what was deployed last cannot be kept"), "\(errors)")
        #expect(owner("other/roost.json") == before)
        #expect(directory.read("etc/deployed/roost.json") == nil)
    }
}
