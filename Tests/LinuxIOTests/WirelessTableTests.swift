import LinuxIO
import Testing

@Suite struct WirelessTableTests {
    /// As `wireless_seq_printf_stats` writes it, with a second interface whose driver counts from 0 to 100.
    private static let text = """
        Inter-| sta-|   Quality        |   Discarded packets               | Missed | WE
         face | tus | link level noise |  nwid  crypt   frag  retry   misc | beacon | 22
         wlan0: 0000   55.  -55.  -256        0      0      0      0      0        0
         wlan1: 0000   70    40     0         0      0      0      0      0        0
         wlan2: 0000    5.  -91.  -256        0      0      0      0      0        0

        """

    @Test(
        "an interface is heard in dBm; one in no network, and one that counts otherwise, is not",
        arguments: [("wlan0", -55), ("wlan2", -91), ("wlan1", nil), ("wlan", nil), ("face", nil)]
            as [(String, Double?)])
    func level(interface: String, expected: Double?) {
        #expect(WirelessTable(Array(Self.text.utf8)).signalDBm(of: interface) == expected)
    }

    @Test(
        "what is no table has nothing in it",
        arguments: ["", "wlan0:", "wlan0: 0 1 x", "wlan0: 0 1 nan"])
    func nothing(text: String) {
        #expect(WirelessTable(Array(text.utf8)).signalDBm(of: "wlan0") == nil)
    }
}
