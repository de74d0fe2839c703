import Glibc
import LinuxIO
import Synchronization

/// Addresses of the loopback network (127.0.0.0/8), each of which one test alone has.
package enum LoopbackAddress {
    /// Nothing that a test starts uses this port: a socket on it holds the address.
    private static let claimPort: UInt16 = 5500
    /// The first of 127.64.0.0/10, far from the addresses that the shipped configurations name.
    private static let first: UInt32 = 127 << 24 | 64 << 16 | 1

    private static let held = Mutex<(next: UInt32, sockets: [UDPSocket])>((first, []))

    /// An address that no other test has, in this process or in another of the same network
    /// namespace. It is held until the process ends, for a port that was closed is not free at once.
    package static func claim() throws -> String {
        try held.withLock { held in
            while true {
                let parts = stride(from: 24, through: 0, by: -8).map { held.next >> $0 & 0xFF }
                let address = parts.map(String.init).joined(separator: ".")
                guard let endpoint = IPv4Endpoint(address, port: claimPort) else {
                    throw TestSupportError("\(address) is not an address")
                }
                held.next += 1
                do throws(IOError) {
                    held.sockets.append(try UDPSocket(bind: endpoint))
                    return address
                } catch {
                    guard error.code == EADDRINUSE else { throw error }
                }
            }
        }
    }
}
