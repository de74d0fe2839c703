import Core
import Values
@testable import JSON
import Policies
import Settings
import Testing

/// What others show of a policy names what that policy has: they look nothing up, and a word that is wrong shows nothing.
@Suite struct PresentationTests {
    private static let presented = allPolicies.compactMap { $0 as? any PresentedPolicy.Type }

    @Test("some policies are presented") func some() {
        #expect(Self.presented.count >= 2)
    }

    @Test("it arrives at the other end of the socket as it was declared") func travels() throws {
        for kind in Self.presented {
            let json = try #require(JSONValue(encoding: kind.presentation, keys: .snakeCase))
            let line = try JSONValue(parsing: Array(json.line.utf8))
            #expect(try line.decode(as: Presentation.self) == kind.presentation, "\(kind.name)")
        }
    }

    @Test("each request that it sends is declared, and each contact is an input")
    func names() {
        for kind in Self.presented {
            let declared = kind.requests.map(\.name)
            for request in kind.presentation.entities.flatMap(\.form.requests) {
                #expect(declared.contains(request), "\(kind.name): \(request)")
            }
            let inputs = kind.ports.filter(\.flow.isFromDriver).map(\.name)
            for contact in kind.presentation.contacts.keys {
                #expect(inputs.contains(contact), "\(kind.name): \(contact)")
            }
        }
    }

    @Test("each detail that it shows is one of its details") func details() {
        for kind in Self.presented {
            let known = Self.details(of: kind)
            for detail in kind.presentation.entities.flatMap(\.form.details) {
                let group = String(detail.prefix { $0 != "." })
                #expect(known?[group] != nil, "\(kind.name): \(detail)")
            }
        }
    }

    @Test("no two entities of a policy have one id") func ids() {
        for kind in Self.presented {
            let ids = kind.presentation.entities.map(\.id)
            #expect(Set(ids).count == ids.count, "\(kind.name)")
        }
    }

    private static func details<Kind: Policy>(of kind: Kind.Type) -> JSONValue? {
        guard let kind = kind as? any DetailedPolicy.Type else { return nil }
        return detailsByDefault(of: kind)
    }

    private static func detailsByDefault<Kind: DetailedPolicy>(of kind: Kind.Type) -> JSONValue? {
        let settings = SettingsReader.defaults(of: Kind.Settings.self)
        return Kind(settings: settings).details(by: settings, at: .zero)
    }
}

extension Entity.Form {
    fileprivate var requests: [String] {
        switch self {
        case .button(let request): [request]
        case .lock(let form): [form.lock, form.unlock]
        case .choice(let form): form.usual + form.requests.values
        case .number(let form): [form.request]
        case .members(let form): [form.request]
        case .counter, .events: []
        }
    }

    fileprivate var details: [String] {
        switch self {
        case .button: []
        case .lock(let form): [form.detail]
        case .choice(let form): [form.detail, form.options]
        case .number(let form): [form.detail]
        case .members(let form): [form.detail]
        case .counter(let detail): [detail]
        case .events: ["events"]
        }
    }
}
