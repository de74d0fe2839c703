import Glibc

/// One file below `/sys`: a short text that the kernel makes up when it is read, and acts upon
/// when it is written (Documentation/filesystems/sysfs.rst).
package struct SysfsAttribute: Equatable, Sendable {
    package let path: String

    package init(_ path: String) {
        self.path = path
    }

    /// The kernel gives an attribute one page.
    private static let maxBytes = 4096

    /// Reads the whole attribute. Empty is a legal value: several drivers of the kernel report
    /// every failure that way.
    ///
    /// May block as long as the device takes to answer, 850 ms and more for a thermometer.
    ///
    /// - Throws: `EFBIG` when there is more than a page, so this is not an attribute.
    package func read() throws(IOError) -> [UInt8] {
        try readFile(path, atMost: Self.maxBytes, mayWait: true)
    }

    /// Reads the attribute as text, without the white space around it.
    package func text() throws(IOError) -> String {
        Self.text(of: try read())
    }

    /// An attribute's content as text, without the white space around it.
    package static func text(of content: [UInt8]) -> String {
        let isBlank: (UInt8) -> Bool = { $0 <= UInt8(ascii: " ") }
        let start = content.drop(while: isBlank)
        let length = start.reversed().drop(while: isBlank).count
        return String(decoding: start.prefix(length), as: UTF8.self)
    }

    /// Reads a whole number.
    ///
    /// - Throws: `EBADMSG` when the text is no number, as when a file is read half written.
    package func integer() throws(IOError) -> Int64 {
        guard let number = Int64(try text()) else { throw malformed }
        return number
    }

    /// Reads a number with a fraction; never infinite, never NaN.
    ///
    /// - Throws: `EBADMSG` when the text is no such number.
    package func number() throws(IOError) -> Double {
        guard let number = Double(try text()), number.isFinite else { throw malformed }
        return number
    }

    /// Writes the attribute in one call, which is one change to the kernel.
    ///
    /// Opens the file each time: a descriptor that is kept goes dead when the device is unplugged
    /// or exported again, and an open costs microseconds. It truncates, as a shell's `>` does; the
    /// kernel ignores that, and a simulated tree, made of plain files, needs it.
    package func write(_ text: String) throws(IOError) {
        let file = try FileDescriptor(open: path, O_WRONLY | O_TRUNC)
        do throws(IOError) {
            try file.writeAtOnce(Array(text.utf8))
        } catch {
            throw error.about(path)
        }
    }

    /// Whether the attribute can be opened for writing now.
    ///
    /// An attribute that has just been exported is not there at once (`ENOENT`), and then belongs
    /// to root until udev has given it to its group (`EACCES`), tens of milliseconds later, or
    /// hundreds while it is busy. Ask again on a timer for some seconds.
    ///
    /// - Throws: any other error, which waiting does not cure.
    package func isWritable() throws(IOError) -> Bool {
        do throws(IOError) {
            _ = try FileDescriptor(open: path, O_WRONLY)
            return true
        } catch {
            if error.code == EACCES || error.code == ENOENT { return false }
            throw error
        }
    }

    private var malformed: IOError {
        IOError(call: "read", subject: path, code: EBADMSG)
    }
}
