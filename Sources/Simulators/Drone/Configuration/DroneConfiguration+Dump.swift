/// What the control port (TCP 5559) sends. Both texts end with a NUL.
extension DroneConfiguration {
    /// The answer to `CTRL` 4: every key as it holds now, one `section:key = value` a line.
    var dump: [UInt8] {
        let names =
            ConfigurationKey.table.map(\.name) + Self.profileLimits
            + ["custom:application_id", "custom:profile_id", "custom:session_id"]
        let lines = names.compactMap { name in self[name].map { "\(name) = \($0)\n" } }
        return Array(lines.joined().utf8) + [0]
    }

    /// The answer to `CTRL` 6: the ids that have values of their own, one `id,description` a
    /// line under the name of their category. Its line ends are the other ones, as on the drone.
    var idList: [UInt8] {
        let text =
            list("applis", .application, "custom:application_desc")
            + list("profiles", .user, "custom:profile_desc")
            + list("sessions", .session, "custom:session_desc")
        return Array(text.utf8) + [0]
    }

    private func list(
        _ title: String, _ owner: ConfigurationKey.Owner, _ description: String
    ) -> String {
        let ids = stored(owner).map { "\($0),\(value(of: description, id: $0) ?? "")\r\n" }
        return "[\(title)]\r\n" + ids.joined()
    }
}
