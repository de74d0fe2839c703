/// What the kernel says of its wireless interfaces in `/proc/net/wireless` (`net/wireless/wext-proc.c`).
package struct WirelessTable: Sendable {
    /// By this name it is there for a service with `ProcSubset=pid`, too.
    package static let path = "/proc/self/net/wireless"

    private let lines: [[Substring]]

    package init(_ bytes: [UInt8]) {
        lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
            .map { $0.split(separator: " ", omittingEmptySubsequences: true) }
    }

    /// How strongly an interface hears its network, in dBm; `nil` while it is in none, and where its driver
    /// counts in steps of its own.
    package func signalDBm(of interface: String) -> Double? {
        // Name, status, quality, level: "wlan0: 0000   55.  -55.  -256"; a dot says that it is new.
        guard let line = lines.first(where: { $0.first == "\(interface):" }), line.count > 3,
            let level = Double(line[3].prefix { $0 != "." }), (-120 ... -1).contains(level)
        else { return nil }
        return level
    }
}
