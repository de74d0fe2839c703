import LinuxIO
import Values

extension [NamedDevice] {
    /// The one of them that is meant, at a place on its bus if one is given.
    ///
    /// - Throws: `.absent` with those that are there and `advice`; `.refused` when there are several,
    ///   with the settings that make the `choice`.
    func only(
        _ what: String, at place: String?, advice: String, choice: String,
        where isMeant: (NamedDevice) -> Bool
    ) throws(DeviceError) -> NamedDevice {
        let found = filter { isMeant($0) && (place == nil || $0.place == place) }
        guard let device = found.first else {
            let wanted = what + (place.map { " at \($0)" } ?? "")
            throw DeviceError(.absent, "no \(wanted); present: \(listing); \(advice)")
        }
        guard found.count == 1 else {
            let ways = "\(found.listing); say which with \(choice)"
            throw DeviceError(.refused, "there is more than one \(what): \(ways)")
        }
        return device
    }

    private var listing: String {
        isEmpty ? "none" : map { "\($0.name) at \($0.place)" }.sorted().joined(separator: ", ")
    }
}
