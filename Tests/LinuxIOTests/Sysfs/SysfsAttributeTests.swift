import Glibc
import LinuxIO
import TestSupport
import Testing

struct SysfsAttributeTests {
    private let tree: TemporaryDirectory

    init() throws {
        tree = try TemporaryDirectory()
    }

    private func attribute(_ text: String) throws -> SysfsAttribute {
        try tree.write("attribute", text)
        return SysfsAttribute("\(tree.path)/attribute")
    }

    @Test(
        "text comes without the white space around it",
        arguments: [
            ("normal\n", "normal"), (" \t a b \r\n", "a b"), ("\n \n", ""), ("", ""), ("x", "x"),
        ])
    func trims(_ written: String, _ expected: String) throws {
        #expect(try attribute(written).text() == expected)
    }

    @Test("an empty attribute is a value, not an error")
    func empty() throws {
        #expect(try attribute("").read() == [])
    }

    @Test("a whole page is read, and one byte more is refused")
    func size() throws {
        #expect(try attribute(String(repeating: "x", count: 4096)).read().count == 4096)
        let tooLong = try attribute(String(repeating: "x", count: 4097))
        #expect(throws: IOError(call: "read", subject: tooLong.path, code: EFBIG)) {
            try tooLong.read()
        }
    }

    @Test("numbers are read whole or not at all", arguments: ["", "12 34", "ten", "1e999", "nan"])
    func malformed(_ text: String) throws {
        let attribute = try attribute(text)
        let expected = IOError(call: "read", subject: attribute.path, code: EBADMSG)
        #expect(throws: expected) { try attribute.integer() }
        #expect(throws: expected) { try attribute.number() }
    }

    @Test("numbers are read")
    func numbers() throws {
        #expect(try attribute("-12\n").integer() == -12)
        // in_voltage_scale of an MCP3008 at 3.3 V: 3300 / 1024
        #expect(try attribute("3.222656250\n").number() == 3.22265625)
    }

    @Test("a shorter text leaves nothing of a longer one")
    func write() throws {
        let attribute = try attribute("20000000")
        try attribute.write("500")
        #expect(tree.read("attribute") == "500")
    }

    @Test("writing creates nothing")
    func writeNothing() throws {
        let absent = SysfsAttribute("\(tree.path)/absent")
        #expect(throws: IOError(call: "open", subject: absent.path, code: ENOENT)) {
            try absent.write("1")
        }
        #expect(tree.read("absent") == nil)
    }

    @Test("an attribute that is not there yet is not writable yet, and no error")
    func notYet() throws {
        #expect(try SysfsAttribute("\(tree.path)/absent").isWritable() == false)
        #expect(try attribute("").isWritable())
    }

    @Test(
        "an attribute that udev has not handed over yet is not writable yet",
        .enabled(if: getuid() != 0, "root may write everything"))
    func notOurs() throws {
        let attribute = try attribute("")
        chmod(attribute.path, 0o400)
        #expect(try attribute.isWritable() == false)
        chmod(attribute.path, 0o600)
        #expect(try attribute.isWritable())
    }

    @Test("an error that waiting does not cure is an error")
    func notWaiting() throws {
        _ = try attribute("")
        let below = SysfsAttribute("\(tree.path)/attribute/below")
        #expect(throws: IOError(call: "open", subject: below.path, code: ENOTDIR)) {
            try below.isWritable()
        }
    }

    @Test("a directory lists its names in order, and links are told by their target's name")
    func directory() throws {
        for name in ["b/x", "a/x", "c"] { try tree.write(name, "") }
        try tree.link("device", to: "../../../fe20c000.pwm")
        let directory = SysfsDirectory(tree.path)
        #expect(try directory.names() == ["a", "b", "c", "device"])
        #expect(try directory.linkedName("device") == "fe20c000.pwm")
        #expect(directory.directory("a").exists)
        #expect(!directory.directory("d").exists)
        #expect(throws: IOError.self) { try directory.directory("d").names() }
    }
}
