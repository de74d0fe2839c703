import Glibc

/// A Unix datagram socket that collects what it is sent, as systemd's notification socket does.
package final class DatagramInbox: Sendable {
    private let descriptor: Int32

    /// Listens at `path`; a leading `@` means the abstract namespace.
    package init(_ path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var name = Array(path.utf8)
        if name.first == UInt8(ascii: "@") { name[0] = 0 }
        let fits = name.count < MemoryLayout.size(ofValue: address.sun_path)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name.prefix($0.count)) }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + name.count)
        let result = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length)
            }
        }
        guard fits, result == 0 else {
            close(descriptor)
            throw TestSupportError("cannot bind \(path): \(errno)")
        }
    }

    deinit {
        close(descriptor)
    }

    /// The next datagram as text; `nil` when there is none now.
    package func next() -> String? {
        var bytes = [UInt8](repeating: 0, count: 65536)
        let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
        return count < 0 ? nil : String(decoding: bytes[..<count], as: UTF8.self)
    }
}
