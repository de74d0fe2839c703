import Core
import LinuxIO

extension GPIOLineGroup {
    /// Its lines, each in the one spelling of its name.
    package var claims: [Claim] {
        specs.map { Claim(.gpioLine, $0.description, key: ports.count == 1 ? "line" : "lines") }
    }
}
