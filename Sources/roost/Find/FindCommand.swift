import CommandKit
import Glibc
import LinuxIO

/// `roost find`: the roosts near by, as Avahi knows them.
enum FindCommand {
    static let usage = """
        roost find
              shows the roosts in this network that announce themselves (mDNS), where each is and whether it answers,
              through avahi-browse. docs/remote.md has how one announces itself.

        The exit code is 1 when there is none.
        """

    private static let maxOutput = 1 << 20

    static func main(_ words: [String]) throws(CommandError) -> Int32 {
        guard try Arguments(words).positional.isEmpty else { throw .usage("find takes no words") }
        let services = parsed(try browse())
        guard !services.isEmpty else {
            throw .failed("no roost announces itself in this network")
        }
        for service in services {
            Console.out(
                "\(service.name)  http://\(service.host):\(service.port)  \(service.address)  "
                    + GatewayProbe.look(at: service).words)
        }
        return ExitCode.success
    }

    /// Each once, however many interfaces it was seen on.
    static func parsed(_ output: String) -> [AvahiService] {
        output.split(whereSeparator: \.isNewline).compactMap { AvahiService($0) }
            .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
            .sorted { ($0.name, $0.address) < ($1.name, $1.address) }
    }

    /// What avahi-browse prints. It ends by itself when it has asked for about a second.
    private static func browse() throws(CommandError) -> String {
        var template = Array("/tmp/roost-find.XXXXXX".utf8CString)
        let file = mkstemp(&template)
        guard file >= 0 else {
            throw .failed("no file in /tmp: \(String(cString: strerror(errno)))")
        }
        close(file)
        let path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        defer { unlink(path) }
        let child = try orFail(
            try ChildProcess(
                "/usr/bin/env",
                [
                    "avahi-browse", "--resolve", "--parsable", "--terminate", "--no-db-lookup",
                    AvahiService.type,
                ], logPath: path))
        let code = child.waitForEnd()
        let output = String(
            decoding: try orFail(try readFile(path, atMost: maxOutput)), as: UTF8.self)
        switch code {
        case 0: return output
        case 127:
            throw .failed("it takes avahi-browse: sudo apt install avahi-utils avahi-daemon")
        default:
            throw .failed(
                "avahi-browse: \(output.split(whereSeparator: \.isNewline).last ?? "failed")")
        }
    }
}
