import Glibc

/// A Wi-Fi interface.
package struct WirelessInterface: Equatable, Sendable {
    /// "wlan0"
    package let name: String

    /// SIOCGIWPOWER of linux/wireless.h, which Swift's Glibc module leaves out.
    private static let getPower: UInt = 0x8B2D

    package static func all(sysfs: String) -> [WirelessInterface] {
        let net = SysfsDirectory("\(sysfs)/class/net")
        return ((try? net.names()) ?? [])
            .filter { net.directory("\($0)/phy80211").exists }
            .map(WirelessInterface.init)
    }

    /// Whether it sleeps between the beacons of its access point, so that what comes in waits for the next:
    /// 100 ms and more.
    ///
    /// - Throws: why the kernel does not say; some kernels are built without this interface.
    package func savesPower() throws(IOError) -> Bool {
        // struct iwreq: 16 bytes of name, then struct iw_param, whose sixth byte says "disabled".
        var request = Array(name.utf8.prefix(15))
        request += [UInt8](repeating: 0, count: 64 - request.count)
        let socket = try FileDescriptor.socket(AF_INET, SOCK_DGRAM)
        try systemCall("SIOCGIWPOWER", name) { ioctl(socket.number, Self.getPower, &request) }
        return request[21] == 0
    }
}
