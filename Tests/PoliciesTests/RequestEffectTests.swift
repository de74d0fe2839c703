import Core
import Rules
import Testing

@testable import DroneNavigation
@testable import PetDoor
@testable import Policies

/// What a broker and the radio may ask for unless a file says otherwise follows from these.
@Suite struct RequestEffectTests {
    private static func names<Request: PluginRequest>(
        _ effect: RequestEffect, of _: Request.Type
    ) -> [String] {
        Request.declarations.map(\.description).filter { $0.effect == effect }.map(\.name).sorted()
    }

    @Test("of a pilot only to land, to hover, to return and to reset needs no leave")
    func pilot() {
        typealias Request = DroneNavigation.Request
        #expect(Self.names(.safer, of: Request.self) == ["hover", "land"])
        #expect(Self.names(.ordinary, of: Request.self) == ["reset", "return"])
        #expect(
            Self.names(.hazardous, of: Request.self) == [
                "arm", "fly", "follow", "leader", "resume", "start", "takeoff", "target",
            ])
    }

    @Test("of a door nothing sets in motion what can hurt, and to unlock makes things safer")
    func door() {
        typealias Request = PetDoor.Request
        #expect(Self.names(.safer, of: Request.self) == ["unlock"])
        #expect(
            Self.names(.ordinary, of: Request.self) == [
                "alerts", "auto", "events", "in-only", "lock", "out-only", "pets",
                "pets-only", "presence",
                "reset", "set",
            ])
    }

    @Test("of a panel only who is named may offer a configuration") func panel() {
        #expect(
            Self.names(.hazardous, of: DeploymentPanel.Request.self) == [
                "offer", "tell", "withdraw",
            ])
    }

    @Test("of rules nothing sets in motion what can hurt") func rules() {
        #expect(Self.names(.ordinary, of: RuleRequest.self) == ["rule"])
        #expect(RuleRequest.declarations.count == 1)
    }

    @Test("what makes things safer has no arguments: a flood of it is one entry of the queue")
    func noArguments() {
        let all =
            DroneNavigation.Request.declarations.map(\.description)
            + PetDoor.Request.declarations.map(\.description)
            + DeploymentPanel.Request.declarations.map(\.description)
            + RuleRequest.declarations.map(\.description)
        for request in all where request.effect == .safer {
            #expect(request.arguments.isEmpty, "\(request.name)")
        }
    }
}
