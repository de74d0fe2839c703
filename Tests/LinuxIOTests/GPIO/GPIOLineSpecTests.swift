import LinuxIO
import Testing

@Suite("The name of a GPIO line")
struct GPIOLineSpecTests {
    @Test(
        "is a BCM number, a name, a chip's label with an offset, or a number of the class interface",
        arguments: [
            ("GPIO17", GPIOLineSpec.bcm(17)),
            ("BCM4", .bcm(4)),
            ("ID_SDA", .named("ID_SDA")),
            ("GPIO_FAN", .named("GPIO_FAN")),
            ("pinctrl-bcm2711:17", .chip(label: "pinctrl-bcm2711", offset: 17)),
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

    @Test(
        "is written as it is read",
        arguments: ["GPIO17", "ID_SDA", "pinctrl-rp1:4", "sysfs:17"])
    func roundTrip(text: String) {
        #expect(GPIOLineSpec(text)?.description == text)
    }
}
