/// An aircraft's own configuration, as it told it last: texts by "section:key".
package struct AircraftConfiguration: DeviceValue {
    package static let kind = "aircraft-configuration"

    package let values: [String: String]

    package init(values: [String: String]) {
        self.values = values
    }

    package var description: String { "\(values.count) keys" }
}
