import Values

/// Why two numbers, or what stands in their place, are no position.
package struct PlaceError: Error, Equatable, Sendable {
    package let message: String

    package init(message: String) {
        self.message = message
    }
}

/// Makes a position of two numbers, or says what is wrong with them.
package enum PlaceReader {
    package static func position(
        latitude: Double, longitude: Double
    ) -> Result<Position, PlaceError> {
        if latitude.isNaN || longitude.isNaN {
            let which = latitude.isNaN ? "latitude" : "longitude"
            return .failure(PlaceError(message: "the \(which) is not a number"))
        }
        guard let position = Position(latitude: latitude, longitude: longitude) else {
            return .failure(PlaceError(message: outside(latitude, longitude)))
        }
        guard !position.isUnset else {
            return .failure(PlaceError(message: Position.whyUnset))
        }
        return .success(position)
    }

    private static func outside(_ latitude: Double, _ longitude: Double) -> String {
        let isLatitude = !(-90...90).contains(latitude)
        let what =
            isLatitude
            ? "latitude \(shortText(of: latitude)) is not in -90...90"
            : "longitude \(shortText(of: longitude)) is not in -180...180"
        if Position(latitude: longitude, longitude: latitude) != nil {
            return "\(what); latitude and longitude may be swapped"
        }
        if Position(latitude: latitude / 1e7, longitude: longitude / 1e7) != nil {
            return "\(what); these may be ten millionths of a degree, where degrees are expected"
        }
        return what
    }
}
