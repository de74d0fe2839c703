import Core

extension DS18B20 {
    /// The sensor; without an id the only one that there is, of which there cannot be two.
    package static func claims(_ settings: Settings) -> [Claim] {
        [Claim(.oneWireDevice, settings.id ?? "that is the only sensor", key: "id")]
    }
}
