import Core

extension ADCSettings {
    /// An input, and the place of the converter, which others may read through, too. The input that sees
    /// the supply can be shared by all that measure it.
    package func claims(channel: Int, _ reference: ADCReference?) -> [Claim] {
        let place = location?.deviceName
        let converter = place ?? "the only \(model.name)"
        var claims = [Claim(.converterChannel, "\(channel) of \(converter)", key: "channel")]
        if case .supplyChannel(let supply) = reference {
            claims.append(
                Claim(
                    .converterChannel, "\(supply) of \(converter)", key: "supply_channel",
                    sharedAs: "a supply"))
        }
        if let place, let location {
            let key = if case .spi = location { "spi" } else { "i2c" }
            claims.append(Claim(.busAddress, place, key: key, sharedAs: model.name))
        }
        return claims
    }
}
