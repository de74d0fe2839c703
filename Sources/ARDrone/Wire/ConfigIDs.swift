extension ARDrone {
    /// Whose values a CONFIG sets: the ids of multi-config, which firmware 1.6 brought.
    ///
    /// The drone keeps a value for each id of a key's category. Application and user are fixed, so
    /// that their sets are found again; a session is new each time, so that it begins clean.
    struct ConfigIDs: Equatable, Sendable {
        let session: String
        let user: String
        let application: String

        init(session: String, user: String, application: String) {
            self.session = session
            self.user = user
            self.application = application
        }

        /// Ids of names, and a random `session`; 0 would be "nobody" and counts as 1.
        init(session: UInt32, userName: String = "roost", applicationName: String = "roost") {
            self.init(
                session: Self.text(max(1, session)), user: Self.text(crc32(userName.utf8)),
                application: Self.text(crc32(applicationName.utf8)))
        }

        /// The keys that take these ids into use, in the order that the drone wants them.
        var entries: [ConfigEntry] {
            [
                ConfigEntry(key: "custom:session_id", value: session),
                ConfigEntry(key: "custom:application_id", value: application),
                ConfigEntry(key: "custom:profile_id", value: user),
            ]
        }

        var inWords: String { "session \(session), user \(user), application \(application)" }

        /// Eight hexadecimal digits.
        private static func text(_ id: UInt32) -> String {
            let digits = String(id, radix: 16)
            return String(repeating: "0", count: 8 - digits.count) + digits
        }
    }

    /// The CRC-32 of IEEE 802.3, from which the SDK too makes ids of names.
    static func crc32(_ bytes: some Sequence<UInt8>) -> UInt32 {
        var remainder = UInt32.max
        for byte in bytes {
            remainder ^= UInt32(byte)
            for _ in 0..<8 {
                remainder = remainder & 1 == 0 ? remainder >> 1 : remainder >> 1 ^ 0xEDB8_8320
            }
        }
        return ~remainder
    }
}
