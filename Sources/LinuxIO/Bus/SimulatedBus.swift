import Glibc
import Synchronization

/// Opens a chip on an I2C bus such as `/dev/i2c-1`. A socket in the place of that file is a simulated
/// bus, of a test or of a simulator.
package func openI2C(_ path: String, address: UInt8) throws(IOError) -> any I2CTransfer {
    guard isSocket(path) else { return try I2CDevice(open: path, address: address) }
    return try SimulatedBus(connect: path, address: address)
}

/// Opens a chip on SPI such as `/dev/spidev0.0`, in mode 0; a socket there is a simulated chip.
package func openSPI(_ path: String, hertz: UInt32) throws(IOError) -> any SPITransfer {
    guard isSocket(path) else { return try SPIDevice(open: path, hertz: hertz) }
    return try SimulatedBus(connect: path, address: 0)
}

private func isSocket(_ path: String) -> Bool {
    var found = stat()
    return stat(path, &found) == 0 && found.st_mode & S_IFMT == S_IFSOCK
}

/// A chip behind a Unix socket of packets instead of a device file. As on the true bus a call returns
/// when the transfer is over, which may be never.
///
/// A request is the address, the number of bytes to read in two bytes, and the bytes to write. The
/// answer is an error number, 0 if there was none, and the bytes read.
final class SimulatedBus: I2CTransfer, SPITransfer {
    private static let maxBytes = 256

    private let descriptor: FileDescriptor
    private let path: String
    private let address: UInt8
    /// Held for one request and its answer.
    private let exclusive = Mutex(())

    init(connect path: String, address: UInt8) throws(IOError) {
        let type = Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue)
        let number = try systemCall("socket") { Glibc.socket(AF_UNIX, type, 0) }
        let opened = FileDescriptor(adopting: number)
        try systemCall("connect", path) {
            withUnixAddress(path) { Glibc.connect(opened.number, $0, $1) }
        }
        descriptor = opened
        self.path = path
        self.address = address
    }

    func transfer(_ bytes: [UInt8]) throws(IOError) -> [UInt8] {
        try transfer(bytes, reading: bytes.count)
    }

    func transfer(_ bytes: [UInt8], reading count: Int) throws(IOError) -> [UInt8] {
        guard max(bytes.count, count) <= Self.maxBytes, bytes.count + count > 0 else {
            throw IOError(call: "transfer", subject: path, code: EMSGSIZE)
        }
        let request = [address, UInt8(count >> 8), UInt8(count & 0xFF)] + bytes
        // Whoever was the bus has gone, as an adapter on USB that is pulled, where the call fails or
        // nothing comes back.
        guard let answer = exclusive.withLock({ _ in try? ask(request) }), let error = answer.first
        else { throw IOError(call: "transfer", subject: path, code: ENODEV) }
        guard error == 0, answer.count == count + 1 else {
            let code = error == 0 ? EBADMSG : Int32(error)
            throw IOError(call: "transfer", subject: path, code: code)
        }
        return Array(answer.dropFirst())
    }

    private func ask(_ request: [UInt8]) throws(IOError) -> [UInt8] {
        try systemCall("send", path) {
            send(descriptor.number, request, request.count, Int32(MSG_NOSIGNAL))
        }
        return try descriptor.read(atMost: Self.maxBytes + 1)
    }
}
