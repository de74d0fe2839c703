import LinuxIO
import Testing

@Suite("The name of a GPIO line")
struct GPIOLineSpecTests {
    @Test(
        "is a BCM number, a name, a chip's label with an offset, or a number of the class interface",
        arguments: [
            ("GPIO17", GPIOLineSpec.bcm(17)),
            ("BCM4", .bcm(4)),
            ("GPIO0", .bcm(0)),
            ("GPIO27", .bcm(27)),
            ("GPIO", .named("GPIO")),
            ("ID_SDA", .named("ID_SDA")),
            ("GPIO_FAN", .named("GPIO_FAN")),
            ("pinctrl-bcm2711:17", .chip(label: "pinctrl-bcm2711", offset: 17)),
            ("pinctrl-bcm2711:42", .chip(label: "pinctrl-bcm2711", offset: 42)),
            ("1-0020:3", .chip(label: "1-0020", offset: 3)),
            ("i2c:1:3", .chip(label: "i2c:1", offset: 3)),
            ("sysfs:529", .sysfs(529)),
        ])
    func accepted(text: String, spec: GPIOLineSpec) {
        #expect(GPIOLineSpec(text) == spec)
    }

    @Test(
        "is refused when it could mean two things, or another one after an update",
        arguments: [
            "17", "gpiochip0", "gpiochip0:17", "/dev/gpiochip0:17", "", ":17", "sysfs:", "sysfs:x",
            "sysfs:+1", "sysfs:-1", "label:65536", "label:99999999999", "two words", "tab\t", "é",
            String(repeating: "x", count: 49),
        ])
    func refused(text: String) {
        #expect(GPIOLineSpec(text) == nil)
    }

    /// The header has 40 pins and lines 0 to 27; line 36 of a Pi 3 or 4 leads to its Wi-Fi chip.
    @Test(
        "is refused when it is no line of the header: it may be the number of a pin",
        arguments: ["GPIO28", "GPIO36", "BCM40", "GPIO53", "GPIO65536", "GPIO99999999999"])
    func beyondHeader(text: String) {
        #expect(GPIOLineSpec(text) == nil)
        #expect(GPIOLineSpec.expected.contains(#""GPIO0" to "GPIO27""#))
    }

    @Test(
        "is written as it is read",
        arguments: ["GPIO17", "ID_SDA", "pinctrl-rp1:4", "sysfs:17"])
    func roundTrip(text: String) {
        #expect(GPIOLineSpec(text)?.description == text)
    }
}
