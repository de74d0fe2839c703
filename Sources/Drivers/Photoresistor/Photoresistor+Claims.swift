import Core
import DriverKit

extension Photoresistor {
    package static func claims(_ settings: Settings) -> [Claim] {
        settings.adc.claims(channel: settings.channel, settings.reference)
    }
}
