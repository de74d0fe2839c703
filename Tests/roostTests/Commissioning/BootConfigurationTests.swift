import Core
import Testing

@testable import roost

/// Lines as docs/wiring.md has them.
struct BootConfigurationTests {
    private func remedies(
        _ text: String, _ kind: Claim.Kind, _ thing: String
    ) -> [String] {
        BootConfiguration(path: "config.txt", text: text)
            .remedies(for: Claim(kind, thing, key: "key"))
    }

    @Test("lines that are missing are to be added, and those alone") func missing() {
        #expect(
            remedies("#dtoverlay=w1-gpio\ndtoverlay=w1-gpio-pullup\n", .oneWireDevice, "28-0")
                == ["add to config.txt: dtoverlay=w1-gpio", "sudo reboot"])
        #expect(
            remedies("dtparam=spi=on\r\n", .converterChannel, "0 of the only mcp3008")
                == ["add to config.txt: dtoverlay=mcp3008,spi0-0-present", "sudo reboot"])
        #expect(remedies("", .pwmChannel, "3 of 1-0040").count == 3)
    }

    @Test("lines that are there lead to the wires, whatever their parameters")
    func present() {
        for text in ["dtoverlay=w1-gpio", "[all]\n  dtoverlay=w1-gpio,gpiopin=27 # ours\n"] {
            let remedies = remedies(text, .oneWireDevice, "28-0")
            #expect(remedies.count == 1 && remedies[0].contains("look at power and wires"))
        }
    }

    @Test("what needs no line has none") func none() {
        #expect(remedies("", .gpioLine, "GPIO17") == [])
        #expect(remedies("", .serialPort, "ttyUSB0") == [])
    }
}
