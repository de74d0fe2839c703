import Values

extension ARDrone {
    /// What the drone keeps for itself: photographs, and records of a flight. Of its commands ("1,date" begins a
    /// record, "0" ends and "3" deletes it, "2,seconds between them,how many,date" takes photographs) only the
    /// photograph is used: as Parrot's own application has it, with no series, which is one.
    enum UserBox {
        static let key = "userbox:userbox_cmd"

        static func photograph(at time: WallTime?) -> ConfigEntry {
            ConfigEntry(key: key, value: "2,0,0,\(name(of: time))")
        }

        /// "20260329_030000", by which the drone names the file. A time that is not known is the begin of 1970.
        private static func name(of time: WallTime?) -> String {
            // Of "2026-03-29 03:00:00 +02:00".
            (time ?? .epoch).description.split(separator: " ").prefix(2)
                .map { $0.filter { $0 != "-" && $0 != ":" } }.joined(separator: "_")
        }
    }
}
