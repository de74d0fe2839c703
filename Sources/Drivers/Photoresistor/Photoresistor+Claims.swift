import Core

extension Photoresistor {
    /// Its input, and the place of the converter, which others may read through, too. The input that
    /// sees the supply can be shared by all that measure it.
    package static func claims(_ settings: Settings) -> [Claim] {
        let place = settings.bus?.deviceName
        let converter = place ?? "the only \(settings.converter)"
        var claims = [
            Claim(.converterChannel, "\(settings.channel) of \(converter)", key: "channel")
        ]
        if case .measuredSupply(let channel) = settings.scale {
            claims.append(
                Claim(
                    .converterChannel, "\(channel) of \(converter)", key: "supply_channel",
                    sharedAs: "a supply"))
        }
        if let place, let bus = settings.bus {
            let key = if case .spi = bus { "spi" } else { "i2c" }
            claims.append(Claim(.busAddress, place, key: key, sharedAs: settings.converter))
        }
        return claims
    }

    /// How many inputs the converters have that are known, by their data sheets (Microchip DS21290, DS21293,
    /// DS21294, DS21295, DS21298, DS21034; Texas Instruments SBAS444, SBAS473).
    private static let inputs = [
        "mcp3001": 1, "mcp3002": 2, "mcp3004": 4, "mcp3008": 8,
        "mcp3201": 1, "mcp3202": 2, "mcp3204": 4, "mcp3208": 8,
        "ads1015": 4, "ads1115": 4,
    ]

    /// Refuses an input that the converter does not have: an MCP3004 would answer for its input 1
    /// when it is asked for 5.
    static func checkChannels(
        _ read: SettingsReader, of converter: String, _ channels: [String: Int?]
    ) {
        guard let count = inputs[converter] else { return }
        for (key, channel) in channels.sorted(by: { $0.key < $1.key }) {
            read.check(
                (channel ?? 0) < count, key, "an \(converter) has the inputs 0 to \(count - 1)")
        }
    }
}
