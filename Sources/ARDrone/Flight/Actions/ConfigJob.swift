import Values

extension ARDrone {
    /// An action that sets keys of the drone's configuration, or reads it.
    struct ConfigJob: Sendable {
        /// A key may be lost and sent again a few times; then a person had better know.
        private static let maxTries = 5
        private static let setLimit = Duration.seconds(6)
        private static let readLimit = Duration.seconds(20)

        let action: Action
        let deadline: Instant
        private let readsBack: Bool

        init(_ action: Action, readsBack: Bool, at now: Instant) {
            self.action = action
            self.readsBack = readsBack
            deadline = now + (readsBack ? Self.readLimit : Self.setLimit)
        }

        /// What is said to the drone, for whoever `ids` are.
        func exchange(ids: ConfigIDs?) -> ConfigExchange {
            ConfigExchange(
                entries, ids: ids, thenReads: readsBack, maxTries: Self.maxTries)
        }

        private var entries: [ConfigEntry] {
            switch action {
            case .ledAnimation(let animation, let hertz, let seconds):
                // The one float in a CONFIG that goes as its bits.
                let bits = Int32(bitPattern: Float(hertz).bitPattern)
                let value = "\(animation.number),\(bits),\(seconds)"
                return [ConfigEntry(key: "leds:leds_anim", value: value)]
            case .flightAnimation(let animation, let milliseconds):
                let time = milliseconds ?? animation.defaultMilliseconds
                return [
                    ConfigEntry(key: "control:flight_anim", value: "\(animation.number),\(time)")
                ]
            case .photograph(let time): return [UserBox.photograph(at: time)]
            case .configure(let key, let value): return [ConfigEntry(key: key, value: value)]
            case .readConfiguration, .flatTrim, .calibrateMagnetometer, .resetEmergency,
                .cutMotors:
                return []
            }
        }
    }
}
