/// What a person did with a button.
package enum ButtonPress: String, DeviceValue, CaseIterable {
    package static let kind = "button-press"

    /// Pressed and let go.
    case press
    /// Held for a while: told while it is still held.
    case longPress = "long-press"
    /// Pressed twice in a row.
    case doublePress = "double-press"

    package var description: String { rawValue }
}
