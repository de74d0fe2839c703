import Core
import Settings

extension DeploymentPanel {
    /// What it can be asked for; each about the deployment of that number.
    package enum Request: PluginRequest {
        case offer(Offer)
        case withdraw(Int)
        case tell(Outcome)

        package static let declarations: [RequestDeclaration<Request>] = [
            .init(
                "offer", "Tell of a configuration that waits, until a press allows it.", Offer.self,
                isHazardous: true
            ) { .offer($0) },
            .init(
                "withdraw", "The configuration that was offered is gone.", OfferNumber.self,
                isHazardous: true
            ) { .withdraw($0.number) },
            .init(
                "tell", "Tell what came of it, for a while.", OutcomeNews.self, isHazardous: true
            ) { .tell($0.outcome) },
        ]
    }

    /// A configuration that waits.
    package struct Offer: PluginSettings, Codable, Equatable {
        /// Which deployment it is: it stands in the details of the policy, for whoever offers.
        let number: Int
        /// How many settings are others.
        let changes: Int
        /// Whether the service is started again for it.
        let restarts: Bool

        package init(number: Int, changes: Int, restarts: Bool) {
            (self.number, self.changes, self.restarts) = (number, changes, restarts)
        }

        package init(_ read: SettingsReader) {
            number = OfferNumber.read(read)
            changes = read(
                required: "changes", .integer(1...100_000), "How many settings are others.")
            restarts = read("restarts", .bool, default: false, "Whether the service starts again.")
        }
    }

    /// How a deployment ended.
    package enum Outcome: String, CaseIterable, Codable, Sendable {
        /// It runs.
        case done
        /// It was not even offered: unsigned, older, bad, not now.
        case refused
        /// It ran, and the configuration before runs again.
        case takenBack = "taken-back"
    }

    private struct OfferNumber: PluginSettings {
        let number: Int

        init(_ read: SettingsReader) { number = Self.read(read) }

        static func read(_ read: SettingsReader) -> Int {
            read(
                required: "number", .integer(1...9_007_199_254_740_991),
                "The number of the deployment.")
        }
    }

    private struct OutcomeNews: PluginSettings {
        let outcome: Outcome

        init(_ read: SettingsReader) {
            outcome = read(required: "outcome", .oneOf(.done), "How it ended.")
        }
    }
}
