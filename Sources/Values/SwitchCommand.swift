/// What a digital output should do.
package enum SwitchCommand: DeviceValue {
    case active
    case inactive
    /// From the moment that this is first commanded; the same command again goes on with it.
    case pattern(SwitchPattern)

    package static let kind = "switch-command"

    package init(isActive: Bool) {
        self = isActive ? .active : .inactive
    }

    package var description: String {
        switch self {
        case .active: "active"
        case .inactive: "inactive"
        case .pattern(let pattern): "a pattern of \(pattern.steps.count) steps"
        }
    }
}
