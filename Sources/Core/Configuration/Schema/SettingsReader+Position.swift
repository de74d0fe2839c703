import Devices

extension SettingsReader {
    /// Reads a place on the ground by its two settings, `latitude` and `longitude`.
    package func position() -> Position {
        let latitude = self(
            required: "latitude", .number(-90...90), "Degrees north of the equator, WGS 84.")
        let longitude = self(
            required: "longitude", .number(-180...180), "Degrees east of Greenwich, WGS 84.")
        // Within the ranges above there is always a position.
        return Position(latitude: latitude, longitude: longitude) ?? .origin
    }
}
