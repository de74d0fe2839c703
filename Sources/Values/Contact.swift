/// A digital input after debouncing.
package struct Contact: DeviceValue {
    package static let kind = "contact"

    /// Whether the line is active (its active level is the driver's setting): a closed switch.
    package let isActive: Bool
    /// How often it has changed since it is watched, at least: changes that the driver knows it
    /// missed count, too. So whoever looks now and then sees that it opened and shut between two
    /// looks. Begins at 0 with each start of the driver.
    package let changes: UInt64
    /// When it last changed; before the first change, since when it is watched.
    package let changedAt: Instant

    package init(isActive: Bool, changes: UInt64 = 0, changedAt: Instant = .zero) {
        self.isActive = isActive
        self.changes = changes
        self.changedAt = changedAt
    }

    /// "closed" or "open", as of a switch.
    package var description: String { isActive ? "closed" : "open" }
}
