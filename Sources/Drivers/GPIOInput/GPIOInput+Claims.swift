import Core
import DriverKit

extension GPIOInput {
    package static func claims(_ settings: Settings) -> [Claim] { settings.lines.claims }
}
