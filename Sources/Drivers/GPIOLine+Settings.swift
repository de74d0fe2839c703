import Core
import LinuxIO

/// What drivers of digital lines have in common.

extension SettingKind where Value == GPIOLineSpec {
    /// A GPIO line such as "GPIO17".
    static var gpioLine: SettingKind {
        parsed(GPIOLineSpec.expected, placeholder: .bcm(0))
    }
}

extension GPIOLineSpec {
    /// Whether it is reached through the class interface, which can do less.
    var isSysfs: Bool {
        if case .sysfs = self { true } else { false }
    }
}

extension SystemPaths {
    /// Where lines are, asked for in the name of `user`.
    func gpio(for user: String) -> GPIOHost {
        GPIOHost(dev: dev, sysfs: sysfs, consumer: "roost \(user)")
    }
}
