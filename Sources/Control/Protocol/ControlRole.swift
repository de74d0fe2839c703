import Core

/// Whose program asks over the control socket: what it may ask for, and how many places it has.
///
/// The programs beside the service each have a user of their own and one job. Whoever takes one of them over gets that
/// job and nothing more. The table is closed: a user that is not in it is a person, and a new program beside the service
/// gets a row here before it can be anything else.
package enum ControlRole: String, CaseIterable, Sendable {
    /// The user of the service, root, and every other user who may open the socket.
    case person = "every other user"
    case gateway = "roost-gateway"
    case mqtt = "roost-mqtt"
    case notify = "roost-notify"
    case bluetooth = "roost-bluetooth"
    case stick = "roost-stick"
    /// It could be that of any of the programs above: so it may do what all of them may.
    case unnamed = "a user without a name"

    /// The role of the user of this name; `nil` for a user whom the system has no name for.
    package init(user name: String?) {
        guard let name else {
            self = .unnamed
            return
        }
        self = Self.programs.first { $0.rawValue == name } ?? .person
    }

    /// Those with a user of their own, by whose name they are known.
    package static let programs: [ControlRole] = [.gateway, .mqtt, .notify, .bluetooth, .stick]

    package struct Rights: Sendable {
        /// What it may ask the service for.
        package let kinds: Set<ControlRequest.Kind>
        package let sending: Sending
        /// How many may watch at a time.
        package let watchers: Int
        /// How many of its requests may be under way at a time; those that only make things safer have as many
        /// places of their own.
        package let requests: Int
        /// How many of its connections may lie idle.
        package let idle: Int
        /// The most requests a second from one sender to one plugin, except safer ones; `nil` if there is no limit or
        /// the program has its own.
        var requestsPerSecond: Int?
    }

    /// Which requests to policies and drivers it may send.
    package enum Sending: Equatable, Sendable {
        case everything
        /// Everything but what is irreversible.
        case reversible
        case named(Set<String>)
        case safer
        case nothing
    }

    package var rights: Rights {
        switch self {
        case .person:
            Rights(
                kinds: Set(ControlRequest.Kind.allCases), sending: .everything, watchers: 8,
                requests: 64, idle: 48)
        case .gateway:
            Rights(
                kinds: [
                    .status, .checks, .requests, .metrics, .history, .years, .watch, .acknowledge,
                    .send,
                ],
                sending: .everything, watchers: 4, requests: 16, idle: 16, requestsPerSecond: 5)
        case .mqtt, .bluetooth:
            Rights(
                kinds: [.status, .requests, .watch, .send], sending: .reversible, watchers: 2,
                requests: 16, idle: 8)
        case .notify:
            Rights(
                kinds: [.status, .watch], sending: .nothing, watchers: 2, requests: 2, idle: 4)
        // By their names, and not by what a plugin declares: a plugin must not widen what a program may do. The names
        // are those of the panel's requests: `KnownRequestsTests` compares both.
        case .stick:
            Rights(
                kinds: [.status, .plan, .apply, .send],
                sending: .named(["offer", "withdraw", "tell"]), watchers: 0, requests: 4, idle: 4)
        case .unnamed:
            Rights(
                kinds: [.status, .watch, .send], sending: .safer, watchers: 1, requests: 4, idle: 4)
        }
    }
}

/// Who asks over the control socket.
package struct ControlCaller: Sendable {
    package let role: ControlRole
    /// The name of its user, where that is known.
    package let user: String?
    package let load: RequestLoad

    /// `load` is that of all who have the role.
    package init(_ role: ControlRole, user: String?, load: RequestLoad) {
        self.role = role
        self.user = user
        self.load = load
    }

    /// One who asks within this process, or alone.
    package static func person(_ user: String? = nil) -> ControlCaller {
        ControlCaller(.person, user: user, load: RequestLoad(of: .person))
    }

    /// - Throws: that it may not ask for that.
    func check(_ kind: ControlRequest.Kind) throws(RequestError) {
        guard role.rights.kinds.contains(kind) else {
            throw .refused("\(who) may not ask for \"\(kind.rawValue)\", only for \(known)")
        }
    }

    /// - Throws: that it may not send that.
    func check(_ request: RequestDescription) throws(RequestError) {
        let isAllowed =
            switch role.rights.sending {
            case .everything: true
            case .reversible: request.effect < .irreversible
            case .named(let names): names.contains(request.name)
            case .safer: request.effect == .safer
            case .nothing: false
            }
        guard isAllowed else {
            throw .refused("\(who) may not send \"\(request.name)\"")
        }
    }

    private var who: String { user ?? role.rawValue }

    private var known: String {
        ControlRequest.Kind.allCases.filter(role.rights.kinds.contains).map(\.rawValue)
            .joined(separator: ", ")
    }
}
