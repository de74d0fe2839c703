import Control
import Values
@testable import JSON
import MQTT
import Settings
import TestSupport
import Testing

@testable import BluetoothBridge
@testable import Core
@testable import Gateway
@testable import MQTTBridge

/// How far each sender may go, whatever the program that passes its request on knows of it.
@Suite struct SenderLimitTests {
    enum Sender: String, CaseIterable {
        case watcher, commander, admin, broker, namedToBroker, otherToBroker, telephone,
            namedToTelephone, otherToTelephone

        /// The worst effect of a `land` that it gets through; `nil` for none.
        var limit: RequestEffect? {
            switch self {
            case .watcher: .safer
            case .broker, .telephone: .ordinary
            case .commander, .namedToBroker, .namedToTelephone: .hazardous
            case .admin: .irreversible
            case .otherToBroker, .otherToTelephone: nil
            }
        }

        /// What the control socket is asked for it.
        func line(_ catalogue: RequestCatalogue) throws -> JSONValue {
            switch self {
            case .watcher: try page(.watch)
            case .commander: try page(.command)
            case .admin: try page(.admin)
            case .broker: try mqtt([:], catalogue)
            case .namedToBroker: try mqtt(["allow": ["land"]], catalogue)
            case .otherToBroker: try mqtt(["allow": ["hover"]], catalogue)
            case .telephone: try bluetooth(nil, catalogue)
            case .namedToTelephone: try bluetooth(["land"], catalogue)
            case .otherToTelephone: try bluetooth(["hover"], catalogue)
            }
        }

        private func page(_ role: Role) throws -> JSONValue {
            var book = TokenBook()
            let token = try book.add("mia", role)
            var router = GatewayRouter(
                hosts: ["pi"], port: 80, pages: [:], book: book, watchersMaySend: ["land", "hover"])
            let request = HTTPRequest(
                method: .post, target: "/api/send", host: "pi", origin: nil,
                authorization: "Bearer \(token)", cookie: nil, contentType: "application/json",
                body: Array(#"{"name": "land"}"#.utf8))
            guard case .ask(let line) = try router.route(request, from: "10.0.0.7", at: now)
            else { throw PlainError("nothing is asked") }
            return line
        }

        private func mqtt(_ settings: JSONValue, _ catalogue: RequestCatalogue) throws -> JSONValue
        {
            var router = RequestRouter(
                try SettingsReader.read(from: settings, at: SettingPath("")))
            let message = MQTTMessage("roost/roost/policy/pilot/set", Array("land".utf8))
            return try router.route(message, to: ["pilot"], catalogue, at: now).line
        }

        private func bluetooth(
            _ allow: [String]?, _ catalogue: RequestCatalogue
        ) throws -> JSONValue {
            var gate = RequestGate(allow: allow)
            return try gate.question(["pilot", "land"], from: "A0", catalogue, at: now).line
        }
    }

    private func description(_ effect: RequestEffect) -> RequestDescription {
        RequestDeclaration<Int>(
            "land", "Land.", 1, effect: effect,
            confirmation: effect == .irreversible ? "yes" : nil
        ).description
    }

    @Test(
        "a sender gets through what its role lets it by the declaration that holds now, whatever its program knew",
        arguments: Sender.allCases, RequestEffect.allCases)
    func table(sender: Sender, declared: RequestEffect) throws {
        for known in [nil] + RequestEffect.allCases.map(Optional.some) {
            let requests = known.map { ["land": $0] } ?? [:]
            let catalogue = try #require(RequestCatalogue(requestsJSON(["pilot": requests])))
            guard
                case .send(_, _, let origin?, let limit) = try ControlRequest(
                    json: try sender.line(catalogue))
            else { throw PlainError("no request of somebody is sent") }
            let refusal = thrownError(RequestError.self) {
                try limit.check(description(declared), from: EventOrigin(origin))
            }
            let isAllowed = sender.limit.map { declared <= $0 } ?? false
            #expect((refusal == nil) == isAllowed, "\(known?.rawValue ?? "unknown")")
            #expect(refusal.map { $0.code == "forbidden" } ?? true)
        }
    }
}

private let now = Instant(nanoseconds: 1_000_000_000)
