/// A range of addresses: "192.168.1.0/24", or one alone.
package struct IPv4Network: Equatable, Sendable {
    private let first: UInt32
    private let prefixLength: Int

    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let endpoint = IPv4Endpoint(String(parts[0]), port: 0),
            let length = parts.count == 2 ? Int(parts[1]) : 32, (0...32).contains(length)
        else { return nil }
        first = UInt32(bigEndian: endpoint.address)
        prefixLength = length
    }

    package func contains(_ endpoint: IPv4Endpoint) -> Bool {
        // A shift by 32 gives no bits: all addresses.
        (UInt32(bigEndian: endpoint.address) ^ first) >> UInt32(32 - prefixLength) == 0
    }
}

extension IPv4Endpoint {
    /// From which address of this machine something would go there. Sends nothing.
    ///
    /// - Throws: `ENETUNREACH` when there is no way.
    package func reachedFrom() throws(IOError) -> IPv4Endpoint {
        let socket = try UDPSocket()
        try socket.connect(to: self)
        return try socket.descriptor.localEndpoint()
    }
}
