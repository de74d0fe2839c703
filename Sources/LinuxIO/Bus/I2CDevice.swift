import CI2CSPI
import Glibc

/// Bytes written to one chip on an I2C bus, then bytes read from it. Tests put a chip of their own
/// there.
package protocol I2CTransfer: Sendable {
    /// - Returns: exactly `count` bytes.
    func transfer(_ bytes: [UInt8], reading count: Int) throws(IOError) -> [UInt8]
}

/// A chip on an I2C bus, through the kernel's i2c-dev (Documentation/i2c/dev-interface.rst).
package final class I2CDevice: I2CTransfer {
    private let file: FileDescriptor
    private let subject: String
    private let address: UInt16

    /// Opens a bus such as `/dev/i2c-1`; `address` is the chip's, with 7 bits.
    ///
    /// - Throws: `EBUSY` when a driver of the kernel has that chip, whatever chip it is.
    package init(open path: String, address: UInt8) throws(IOError) {
        let file = try FileDescriptor(open: path, O_RDWR)
        let subject = "\(path) 0x\(String(address, radix: 16))"
        try shimCall("I2C_SLAVE", subject) { roost_i2c_claim(file.number, UInt16(address)) }
        self.file = file
        self.address = UInt16(address)
        self.subject = subject
    }

    /// - Throws: `EREMOTEIO` or `ENXIO`, by the bus's driver, when no chip answers; `EMSGSIZE` for
    ///   no bytes at all and for more than 256.
    package func transfer(_ bytes: [UInt8], reading count: Int) throws(IOError) -> [UInt8] {
        guard let outLength = UInt16(exactly: bytes.count), let inLength = UInt16(exactly: count)
        else { throw IOError(call: "I2C_RDWR", subject: subject, code: EMSGSIZE) }
        var received = [UInt8](repeating: 0, count: count)
        try shimCall("I2C_RDWR", subject) {
            roost_i2c_transfer(file.number, address, bytes, outLength, &received, inLength)
        }
        return received
    }
}
