@testable import Control
@testable import Core
import JSON
import TestSupport
import Testing
import Values

/// Who may ask for what over the control socket: the whole table, and `docs/security.md` has it.
@Suite struct ControlRoleTests {
    private let clock = ManualScheduler(now: Instant(nanoseconds: 1_000_000_000_000))
    private let log = MemoryLog()

    private static let lines: [ControlRequest.Kind: String] = [
        .status: #"{"request": "status"}"#, .checks: #"{"request": "checks"}"#,
        .requests: #"{"request": "requests"}"#, .metrics: #"{"request": "metrics"}"#,
        .history: #"{"request": "history"}"#, .years: #"{"request": "years"}"#,
        .watch: #"{"request": "watch"}"#, .plan: #"{"request": "plan", "text": "{}"}"#,
        .apply: #"{"request": "apply", "text": "{"}"#,
        .use: #"{"request": "use", "policy": "keeper", "name": "other"}"#,
        .acknowledge: #"{"request": "acknowledge"}"#,
        .restart: #"{"request": "restart", "name": "nobody"}"#,
        .send: #"{"request": "send", "to": "keeper", "name": "shut"}"#,
    ]

    private func service() throws -> ControlService {
        let supervisor = try supervisor(try deafConfiguration())
        supervisor.start()
        return ControlService(supervisor, scheduler: clock, log: Log(log, source: "roost"))
    }

    private func supervisor(_ configuration: Configuration) throws -> Supervisor {
        try Supervisor(
            configuration, scheduler: clock, log: Log(log, source: "roost"),
            runtime: "/nonexistent", manager: NoServiceManager(), onStopped: { _ in })
    }

    private func caller(_ role: ControlRole) -> ControlCaller {
        ControlCaller(role, user: role.rawValue, load: RequestLoad(of: role))
    }

    @Test(
        "each role is refused what its row of the table has not, and nothing else, and it is logged"
    )
    func kinds() throws {
        for role in ControlRole.allCases {
            for kind in ControlRequest.Kind.allCases {
                let service = try service()
                let answers = EventLog()
                let line = try #require(Self.lines[kind])
                service.handle(Array(line.utf8), from: caller(role)) { answers.note($0.line) }
                let isRefused = answers.entries.contains {
                    $0.contains("may not ask for \\\"\(kind.rawValue)\\\"")
                }
                #expect(
                    isRefused != role.rights.kinds.contains(kind),
                    "\(role) \(kind) \(answers.entries)")
                if isRefused {
                    #expect(
                        log.lines.contains {
                            $0.hasPrefix("warning roost: request refused: \(role.rawValue) may not")
                        })
                }
            }
        }
    }

    @Test("a user is what its name says, and nobody is added to the programs by accident")
    func names() {
        for role in ControlRole.programs { #expect(ControlRole(user: role.rawValue) == role) }
        for name in [
            "anna", "root", "roost", "roost-mqtt2", "roost-", "every other user", "person",
        ] {
            #expect(ControlRole(user: name) == .person)
        }
        #expect(ControlRole(user: nil) == .unnamed)
    }

    private enum Request: PluginRequest {
        case land, hover, takeOff, cut, offer
        static let declarations: [RequestDeclaration<Request>] = [
            .init("land", "Land.", .land, effect: .safer),
            .init("hover", "Stay.", .hover, effect: .safer),
            .init("takeoff", "Go.", .takeOff, effect: .hazardous), .init("offer", "Offer.", .offer),
            .init("cut", "Cut.", .cut, confirmation: "yes"),
        ]
    }

    @Test(
        "what may be sent is as the table has it, however a word of confirmation comes",
        arguments: [
            (ControlRole.person, ["cut", "hover", "land", "offer", "takeoff"]),
            (.gateway, ["cut", "hover", "land", "offer", "takeoff"]),
            (.mqtt, ["hover", "land", "offer", "takeoff"]),
            (.bluetooth, ["hover", "land", "offer", "takeoff"]), (.notify, []), (.stick, ["offer"]),
            (.unnamed, ["hover", "land"]),
        ] as [(ControlRole, [String])])
    func sending(role: ControlRole, allowed: [String]) {
        let queue = EventQueue<Request>()
        let broker = RequestBroker(
            of: { [RequestBroker.Target(name: "pilot", queue: queue)] }, scheduler: clock,
            log: Log(log, source: "roost"))
        let caller = caller(role)
        var found: [String] = []
        for words in [
            ["land"], ["hover"], ["takeoff"], ["offer"], ["cut", "yes"], ["cut", "confirm=yes"],
        ] {
            broker.send(
                .words(["pilot"] + words), from: .person, deadline: nil,
                admission: { description, _ throws(RequestError) in
                    try caller.check(description)
                }
            ) { _ in }
            if !queue.drain(at: clock.now).isEmpty, !found.contains(words[0]) {
                found.append(words[0])
            }
        }
        #expect(found.sorted() == allowed)
    }

    @Test(
        "of each role only so many requests are under way, and those that make things safer have places of their own"
    )
    func load() throws {
        for role in ControlRole.allCases {
            let load = RequestLoad(of: role)
            let limit = role.rights.requests
            let tickets = (0..<limit).map { _ in RequestTicket(load) }
            for ticket in tickets { try ticket.begin(isSafer: false) }
            let one = RequestTicket(load)
            let refusal = thrownError(RequestError.self) { try one.begin(isSafer: false) }
            #expect(refusal?.code == "busy")
            let safer = (0..<limit).map { _ in RequestTicket(load) }
            for ticket in safer { try ticket.begin(isSafer: true) }
            tickets.first?.end()
            tickets.first?.end()
            try one.begin(isSafer: false)
            let another = RequestTicket(load)
            #expect(throws: RequestError.self) { try another.begin(isSafer: false) }
        }
    }

    @Test("each whom the gateway asks for may send so many a second to a plugin") func rate() throws
    {
        let load = RequestLoad(of: .gateway)
        let now = clock.now
        for _ in 0..<5 { try load.count("anna at 10.0.0.7 door", at: now) }
        let refusal = thrownError(RequestError.self) {
            try load.count("anna at 10.0.0.7 door", at: now)
        }
        #expect(refusal == .busy("at most 5 requests a second"))
        try load.count("ben at 10.0.0.7 door", at: now)
        try load.count("anna at 10.0.0.7 pilot", at: now)
        try load.count("anna at 10.0.0.7 door", at: now + .seconds(1))
        let gateway = caller(.gateway)
        let service = try service()
        let answers = EventLog()
        for name in Array(repeating: "open", count: 6) + ["shut"] {
            let line = #"{"request": "send", "to": "deaf", "name": "\#(name)", "by": "anna"}"#
            service.handle(Array(line.utf8), from: gateway) { answers.note($0.line) }
        }
        #expect(answers.entries.filter { $0.contains("at most 5 requests") }.count == 1)
        #expect(!(answers.entries.last ?? "").contains("nothing here"))
        let person = RequestLoad(of: .person)
        for _ in 0..<100 { try person.count("anna door", at: now) }
    }

    @Test("security.md has the table as it is") func page() throws {
        let page = String(decoding: try projectFile("docs/security.md"), as: UTF8.self)
        let rows = ControlRole.allCases.map(ControlRoleTable.row)
        #expect(
            page.contains(rows.joined(separator: "\n") + "\n\n"), "\(rows.joined(separator: "\n"))")
    }
}

private enum ControlRoleTable {
    static func row(of role: ControlRole) -> String {
        let rights = role.rights
        let kinds =
            rights.kinds.count == ControlRequest.Kind.allCases.count
            ? "everything"
            : ControlRequest.Kind.allCases.filter { $0 != .send && rights.kinds.contains($0) }
                .map { "`\($0.rawValue)`" }.joined(separator: ", ")
        let sending =
            switch rights.sending {
            case .everything: "all"
            case .reversible: "all but those that are irreversible"
            case .named(let names): names.sorted().map { "`\($0)`" }.joined(separator: ", ")
            case .safer: "those that only make things safer"
            case .nothing: "none"
            }
        let name = ControlRole.programs.contains(role) ? "`\(role.rawValue)`" : role.rawValue
        return
            "| \(name) | \(kinds) | \(sending) | \(rights.watchers) | \(rights.requests) | \(rights.idle) |"
    }
}
