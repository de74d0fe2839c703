import Core
import DriverKit

extension GPIOOutput {
    package static func claims(_ settings: Settings) -> [Claim] { settings.lines.claims }
}
