import Core
import JSON
import Testing

@testable import ARDrone

/// By the table of neighbours, in the form of /proc/net/arp (proc(5)); the halves of addresses are those
/// that the IEEE lists for Parrot.
struct DiscoveryTests {
    private static let header =
        "IP address       HW type     Flags       HW address            Mask     Device\n"

    @Test(
        "what has an address of Parrot's and has answered is proposed",
        arguments: [
            (
                "192.168.1.1      0x1         0x2         90:03:b7:12:34:56     *        wlan0\n",
                true
            ),
            (
                "192.168.1.1      0x1         0x6         00:26:7E:12:34:56     *        wlan0\n",
                true
            ),
            // A router, one that never answered, and what is no table.
            (
                "192.168.1.1      0x1         0x2         b8:27:eb:12:34:56     *        wlan0\n",
                false
            ),
            (
                "192.168.1.1      0x1         0x0         90:03:b7:12:34:56     *        wlan0\n",
                false
            ),
            (
                "fe80::1          0x1         0x2         90:03:b7:12:34:56     *        wlan0\n",
                false
            ),
            ("192.168.1.1 0x1\n", false), ("", false),
        ])
    func neighbours(line: String, isProposed: Bool) {
        let findings = ARDrone.discover(neighbours: Self.header + line)
        #expect(findings.count == (isProposed ? 1 : 0))
        #expect(findings.allSatisfy { $0.block?.isProposal == true })
        #expect(findings.allSatisfy { $0.block?.settings.first?.value == "192.168.1.1" })
    }
}
