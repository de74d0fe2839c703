import Core
import JSON
import LinuxIO
import Settings
import Values

/// What drivers of digital lines have in common.

extension SettingKind where Value == GPIOLineSpec {
    /// A GPIO line such as "GPIO17".
    package static var gpioLine: SettingKind {
        parsed(
            GPIOLineSpec.expected,
            pattern:
                #"^(?!/dev/|gpiochip|\d+$|(?:GPIO|BCM)(?!0*(?:1?\d|2[0-7])$)\d+$)[!-~]{1,48}$"#,
            placeholder: .bcm(0))
    }
}

extension GPIOLineSpec {
    /// Whether it is reached through the class interface, which can do less.
    package var isSysfs: Bool {
        if case .sysfs = self { true } else { false }
    }
}

/// The lines of one driver, with the name of the port that each is behind.
package struct GPIOLineGroup: Sendable {
    /// In the order of their names.
    package let ports: [String]
    package let specs: [GPIOLineSpec]

    package var isSysfs: Bool { specs.contains(where: \.isSysfs) }

    /// Reads `line`, which is behind the port `single`, or `lines`, which name their ports.
    package init(_ read: SettingsReader, single: String, _ what: String) {
        let line = read(
            optional: "line", .gpioLine, "The line that the \(what) is wired to.")
        let lines = read(
            optional: "lines", .named(.gpioLine, count: 1...GPIOLineProvider.lineLimit),
            "Instead of `line`, several lines of one chip in one request. Each has a port of its "
                + "name: \"driver.name\".")
        let named = lines ?? line.map { [single: $0] } ?? [:]
        let sorted = named.sorted { $0.key < $1.key }
        ports = sorted.map(\.key)
        specs = sorted.map(\.value)
        read.rule(
            .atLeastOne(["line", "lines"]), "line", code: .missingKey,
            "missing; expected \(GPIOLineSpec.expected), or \"lines\"")
        read.rule(
            .atMostOne(["line", "lines"]), "lines",
            "cannot stand beside \"line\": give one of the two")
        check(read)
    }

    /// A text for each line, under the name of its port.
    package func named(_ texts: [String]) -> JSONValue {
        let members = zip(ports, texts).map { ($0, JSONValue.string($1)) }
        return .object(Dictionary(members) { first, _ in first })
    }

    /// Its lines, each in the one spelling of its name.
    package var claims: [Claim] {
        specs.map { Claim(.gpioLine, $0.description, key: ports.count == 1 ? "line" : "lines") }
    }

    /// For `DriverPlugin.examine`: where they are.
    package func examine(_ system: SystemPaths) throws(DeviceError) -> String {
        try mapped(to: DeviceError.init) { () throws(IOError) in
            try system.gpio(for: "examination").examine(specs)
        }
    }

    private func check(_ read: SettingsReader) {
        read.check(
            Set(specs).count == specs.count, "lines", "must not name the same line twice")
        read.check(
            !isSysfs || specs.allSatisfy(\.isSysfs), "lines",
            "must all be \"sysfs:\" lines, or none of them")
    }
}

extension SystemPaths {
    /// Where lines are, asked for in the name of `user`.
    package func gpio(for user: String) -> GPIOLineProvider {
        GPIOLineProvider(dev: dev, sysfs: sysfs, consumer: "roost \(user)")
    }
}
