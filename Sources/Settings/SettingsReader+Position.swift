import Values

extension SettingsReader {
    /// Reads a place on the ground by its two settings, `latitude` and `longitude`.
    package func position() -> Position {
        let latitude = self(
            required: "latitude", .number(-90...90), "Degrees north of the equator, WGS 84.")
        let longitude = self(
            required: "longitude", .number(-180...180), "Degrees east of Greenwich, WGS 84.")
        // Within the ranges above there is always a position; what could not be read is 0, too.
        let position = Position(latitude: latitude, longitude: longitude) ?? .origin
        checkSet(position)
        return position
    }

    /// The same where it may be left out; one of the two alone is refused. `mode` is what it is for.
    package func optionalPosition(_ mode: String) -> Position? {
        let latitude = self(
            optional: "latitude", .number(-90...90), "\(mode) Degrees north, WGS 84.",
            protects: .nothing)
        let longitude = self(
            optional: "longitude", .number(-180...180), "Degrees east of Greenwich, WGS 84.",
            protects: .nothing)
        rule(
            .together(["latitude", "longitude"]), "latitude",
            "needs \"longitude\" beside it, and that needs this")
        guard let latitude, let longitude else { return nil }
        let position = Position(latitude: latitude, longitude: longitude)
        if let position { checkSet(position) }
        return position
    }

    private func checkSet(_ position: Position) {
        check(!position.isUnset || !isPresent("latitude"), "latitude", Position.whyUnset)
    }
}
