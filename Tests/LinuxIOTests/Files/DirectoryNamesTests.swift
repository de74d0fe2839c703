import Glibc
import LinuxIO
import TestSupport
import Testing

@Suite struct DirectoryNamesTests {
    @Test("numbers are read in the one way in which they are written") func numbers() throws {
        let directory = try TemporaryDirectory()
        for name in [
            "1.json", "12.json", "3.json", "03.json", "+4.json", "-5.json", " 6.json", "7.json.new",
            "8.txt", "9223372036854775807.json", "99999999999999999999.json", "x.json", ".json",
            "٣.json", "1e3.json",
        ] {
            try directory.write(name, "")
        }
        #expect(try fileNumbers(in: directory.path) { "\($0).json" } == [1, 3, 12])
    }

    @Test("a name that is not UTF-8 is none, and hides no other") func bytes() throws {
        let directory = try TemporaryDirectory()
        try directory.write("sound", "")
        let path = Array("\(directory.path)/".utf8) + [0xFF, 0xFE, UInt8(ascii: "x"), 0]
        let file = open(path.map(CChar.init(bitPattern:)), O_CREAT | O_WRONLY, 0o600)
        #expect(file >= 0)
        close(file)
        #expect(try directoryNames(directory.path) == ["sound"])
    }
}
