import Core

extension NMEAGPS {
    /// The port. A name below /dev and its whole path are the same.
    package static func claims(_ settings: Settings) -> [Claim] {
        let name =
            settings.device.hasPrefix("/dev/")
            ? String(settings.device.dropFirst(5)) : settings.device
        return [Claim(.serialPort, name, key: "device")]
    }
}
