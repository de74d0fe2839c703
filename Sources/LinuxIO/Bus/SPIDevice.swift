import CI2CSPI
import Glibc

/// Bytes out and as many in, in one selection of a chip. Tests put a chip of their own there.
package protocol SPITransfer: Sendable {
    /// - Returns: as many bytes as were sent.
    func transfer(_ bytes: [UInt8]) throws(IOError) -> [UInt8]
}

/// A chip on an SPI bus, through the kernel's spidev (Documentation/spi/spidev.rst), in mode 0.
package final class SPIDevice: SPITransfer {
    private let file: FileDescriptor
    private let path: String
    private let hertz: UInt32

    /// Opens `/dev/spidevB.C`. It is not there while a driver of the kernel has the chip.
    package init(open path: String, hertz: UInt32) throws(IOError) {
        let file = try FileDescriptor(open: path, O_RDWR)
        try shimCall("SPI_IOC_WR_MODE", path) { roost_spi_set_mode(file.number, 0) }
        self.file = file
        self.path = path
        self.hertz = hertz
    }

    /// - Throws: `EMSGSIZE` for no bytes and for more than 256.
    package func transfer(_ bytes: [UInt8]) throws(IOError) -> [UInt8] {
        guard let count = UInt32(exactly: bytes.count) else {
            throw IOError(call: "SPI_IOC_MESSAGE", subject: path, code: EMSGSIZE)
        }
        var received = [UInt8](repeating: 0, count: bytes.count)
        try shimCall("SPI_IOC_MESSAGE", path) {
            roost_spi_transfer(file.number, hertz, bytes, &received, count)
        }
        return received
    }
}
