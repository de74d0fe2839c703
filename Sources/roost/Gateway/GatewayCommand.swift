import CommandKit
import Core
import Gateway
import Glibc
import LinuxIO
import Values

/// `roost gateway CONFIG`: the door for browsers and programs on the network.
enum GatewayCommand {
    static let usage = """
        roost gateway CONFIG
              lets browsers and programs see and ask the running roost over HTTP, each by its token, until a
              signal ends it. A process of its own: what goes wrong here is not the service's. CONFIG is its
              own file; {} listens on this machine only. docs/remote.md has its keys.
        """

    private static let maxPage = 256 << 10

    static func main(_ words: [String]) throws(CommandError) -> Int32 {
        let path = try Arguments(words).single("one configuration file of the gateway")
        let settings: GatewaySettings = try SettingsFile.read(path)
        let clock = DispatchScheduler()
        return try withLog(.info, clock: clock) { output throws(CommandError) in
            let log = Log(output, source: "gateway")
            let listener = try orFail(try listener(settings), "cannot listen")
            let local = listener.local ?? .any
            let router = GatewayRouter(
                hosts: hosts(settings, local), port: local.port, pages: try pages(settings.page),
                book: GatewayServer.book(in: TokenFile(settings.tokens), log),
                watchersMaySend: settings.watchersMaySend)
            let server = GatewayServer(
                listener, router, controlSocket: settings.controlSocket,
                tokens: TokenFile(settings.tokens), video: settings.video, clock: clock, log: log)
            log.notice("listening on http://\(local)")
            try orFail(try server.run())
            return ExitCode.failed
        }
    }

    /// The socket that systemd gives (sd_listen_fds(3): number 3), otherwise one of our own.
    private static func listener(_ settings: GatewaySettings) throws(IOError) -> StreamListener {
        if Console.environment("LISTEN_PID") == "\(getpid())",
            Console.environment("LISTEN_FDS") == "1"
        {
            return try StreamListener(inherited: 3)
        }
        guard let endpoint = IPv4Endpoint(settings.address, port: settings.port) else {
            throw IOError(call: "bind", subject: settings.address, code: EINVAL)
        }
        return try StreamListener(on: endpoint)
    }

    /// Under which names it may be reached. An address in figures is safe: no name leads there.
    private static func hosts(_ settings: GatewaySettings, _ local: IPv4Endpoint) -> Set<String> {
        let own = ["localhost:\(local.port)", "127.0.0.1:\(local.port)", "\(local)"]
        return Set((own + settings.hosts).map { $0.lowercased() })
    }

    private static func pages(
        _ directory: String
    ) throws(CommandError) -> [String: HTTPResponse] {
        func read(_ name: String) throws(CommandError) -> [UInt8] {
            try orFail(try readFile("\(directory)/\(name)", atMost: maxPage), "no page")
        }
        let views = ConfigurationFile.registry.policies.compactMap { kind in
            (kind as? any PresentedPolicy.Type)?.view.map { (policy: kind.name, view: $0) }
        }
        var pages: [String: HTTPResponse] = [:]
        for file in PageFile.all(views) {
            pages[file.target] = HTTPResponse(page: try read(file.name), type: file.type)
        }
        var sections: [(view: PageView, section: String)] = []
        for (policy, view) in views {
            let section = try read("\(policy)/\(view.name).html")
            sections.append((view, String(decoding: section, as: UTF8.self)))
        }
        let index = String(decoding: try read("index.html"), as: UTF8.self)
        pages["/"] = HTTPResponse(
            page: Array(PageDocument(index, sections).text.utf8), type: PageDocument.type)
        return pages
    }
}
