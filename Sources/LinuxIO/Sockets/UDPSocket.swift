import Glibc

/// A UDP socket over IPv4, non-blocking.
package final class UDPSocket: Sendable {
    package let descriptor: FileDescriptor
    /// Where this end is; the port is the kernel's choice unless one was asked for.
    package let local: IPv4Endpoint

    /// Opens a socket on `local`.
    ///
    /// `precedence` is the IP type-of-service byte; 0xC0 is "network control", which Wi-Fi sends
    /// before everything else. `sendBufferBytes` is how much the kernel may keep while the interface
    /// takes nothing (it has a least of its own); then `send` fails with `EAGAIN`.
    package init(
        bind local: IPv4Endpoint = .any, precedence: UInt8 = 0, sendBufferBytes: Int32? = nil
    ) throws(IOError) {
        descriptor = try .socket(AF_INET, SOCK_DGRAM)
        if precedence != 0 {
            try descriptor.setOption(Int32(IPPROTO_IP), IP_TOS, Int32(precedence))
        }
        if let sendBufferBytes {
            try descriptor.setOption(SOL_SOCKET, SO_SNDBUF, sendBufferBytes)
        }
        try descriptor.bind(to: local)
        self.local = try descriptor.localEndpoint()
    }

    /// Fixes the peer: `send` goes there, and only its datagrams are received.
    package func connect(to peer: IPv4Endpoint) throws(IOError) {
        try systemCall("connect", peer.description) {
            peer.withSocketAddress { Glibc.connect(descriptor.number, $0, $1) }
        }
    }

    /// Sends one datagram to the connected peer.
    ///
    /// - Throws: also the error of an earlier datagram, such as `ECONNREFUSED` when the host
    ///   answered that nobody listens.
    package func send(_ bytes: [UInt8]) throws(IOError) {
        try systemCall("send") {
            Glibc.send(descriptor.number, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        }
    }

    package func send(_ bytes: [UInt8], to peer: IPv4Endpoint) throws(IOError) {
        try systemCall("sendto", peer.description) {
            peer.withSocketAddress {
                sendto(
                    descriptor.number, bytes, bytes.count, Int32(MSG_NOSIGNAL), $0, $1)
            }
        }
    }

    /// Receives one datagram into `buffer`, which is reused and never grows.
    ///
    /// - Returns: the true length of the datagram, which exceeds the buffer when it was cut, and
    ///   its sender; `nil` when there is none now.
    package func receive(
        into buffer: inout [UInt8]
    ) throws(IOError) -> (length: Int, from: IPv4Endpoint)? {
        var raw = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let length = try nonBlockingCall("recvfrom") {
            withUnsafeMutablePointer(to: &raw) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { peer in
                    recvfrom(
                        descriptor.number, &buffer, buffer.count, Int32(MSG_TRUNC), peer,
                        &size)
                }
            }
        }
        return length.map { ($0, IPv4Endpoint(raw)) }
    }
}
