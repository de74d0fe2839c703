import Core
import Glibc
import JSON
import LinuxIO
import TestSupport
import TestTraits
import Testing

@Suite("roost drone decode", .blocking) struct DroneDecodeTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// Header (flying, number 7), the time option with a value that a real drone sent, checksum.
    private let packet: [UInt8] = {
        var packet: [UInt8] = [0x88, 0x77, 0x66, 0x55, 1, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0]
        packet += [1, 0, 8, 0] + [0xB5, 0xF0, 0x4E, 0x2D]
        let sum = packet.reduce(0) { $0 + Int($1) }
        return packet + [0xFF, 0xFF, 8, 0, UInt8(sum & 0xFF), UInt8(sum >> 8), 0, 0]
    }()

    private func file(_ name: String, _ bytes: [UInt8]) throws -> String {
        let path = "\(directory.path)/\(name)"
        try FileDescriptor(open: path, O_WRONLY | O_CREAT).write(bytes)
        return path
    }

    /// A classic capture of raw IP packets, in each a UDP datagram from `port`.
    private func capture(_ datagrams: [(port: UInt8, payload: [UInt8])]) -> [UInt8] {
        var file: [UInt8] = [0xD4, 0xC3, 0xB2, 0xA1, 2, 0, 4, 0]
        file += [UInt8](repeating: 0, count: 8) + [0, 0, 4, 0, 101, 0, 0, 0]
        for (port, payload) in datagrams {
            let size = UInt8(payload.count)
            file += [1, 0, 0, 0, 0, 0, 0, 0, size + 28, 0, 0, 0, size + 28, 0, 0, 0]
            file += [0x45, 0, 0, size + 28, 0, 1, 0, 0, 64, 17, 0, 0, 10, 0, 0, 1, 10, 0, 0, 2]
            file += [0x15, port, 0x9C, 0x40, 0, size + 8, 0, 0] + payload
        }
        return file
    }

    /// The low byte of 5554.
    private let navdata: UInt8 = 0xB2

    @Test("a datagram in a file is printed as one line of JSON with values and units")
    func datagram() throws {
        let path = try file("one.bin", packet)
        let (end, output, errors) = try finished(RoostProcess("drone", "decode", path))
        #expect(end == .exited(0))
        #expect(errors == "")
        #expect(output.count { $0 == "\n" } == 1)
        let json = try JSONValue(parsing: output.utf8)
        #expect(json["file"] == .string(path))
        #expect(json["sequence"] == 7)
        #expect(json["state"] == ["value": 1, "set": ["flying"]])
        #expect(json["options"]?["time"]?["time"] == ["value": 362.979125, "unit": "s"])
    }

    @Test("--pretty prints the same over several lines") func pretty() throws {
        let path = try file("one.bin", packet)
        let line = try finished(RoostProcess("drone", "decode", path))
        let pretty = try finished(RoostProcess("drone", "decode", "--pretty", path))
        #expect(pretty.output.count { $0 == "\n" } > 10)
        #expect(try JSONValue(parsing: pretty.output.utf8) == JSONValue(parsing: line.output.utf8))
    }

    @Test("a bad datagram is told with file, packet and byte, ends with 1 and stops no other")
    func bad() throws {
        var broken = packet
        broken[20] ^= 1
        let capture = try file(
            "two.pcap", capture([(navdata, broken), (0xB3, [1, 2]), (navdata, packet)]))
        let missing = "\(directory.path)/none"
        let single = try file("short.bin", Array(packet.prefix(10)))
        let (end, output, errors) = try finished(
            RoostProcess("drone", "decode", missing, single, capture))
        #expect(end == .exited(1))
        #expect(errors.contains("\(missing): cannot be read: No such file or directory"))
        #expect(errors.contains("\(single): navigation data of 10 bytes: ends within the header"))
        #expect(
            errors.contains(
                "\(capture): packet 1, at byte 24: navigation data of 32 bytes: "
                    + "the checksum is wrong, at byte 24"))
        #expect(errors.contains("2 datagrams from UDP port 5554, 1 other packets ignored"))
        let json = try JSONValue(parsing: output.utf8)
        #expect(json["packet"] == 3)
        #expect(json["time_s"] == 1)
    }

    /// How `gzip` begins a file: RFC 1952, section 2.3.1.
    @Test("a capture that gzip has compressed is refused with the words that unpack it")
    func gzip() throws {
        for bytes: [UInt8] in [[0x1F, 0x8B], [0x1F, 0x8B, 8, 8, 0, 0, 0, 0, 0, 3]] {
            let path = try file("flight.pcap.gz", bytes)
            let (end, _, errors) = try finished(RoostProcess("drone", "decode", path))
            #expect(end == .exited(1) && errors.contains("gunzip --keep"), "\(errors)")
        }
    }

    @Test("a pcapng file is refused with the words that convert it") func pcapng() throws {
        let path = try file("new.pcapng", [0x0A, 0x0D, 0x0D, 0x0A, 0, 0, 0, 28])
        let (end, output, errors) = try finished(RoostProcess("drone", "decode", path))
        #expect(end == .exited(1))
        #expect(output == "")
        #expect(errors.contains("editcap -F pcap"))
    }

    @Test("a file above 64 MiB is refused without being read whole") func huge() throws {
        let path = try file("huge", packet)
        #expect(truncate(path, (64 << 20) + 1) == 0)
        let (end, _, errors) = try finished(RoostProcess("drone", "decode", path))
        #expect(end == .exited(1))
        #expect(errors.contains("larger than 64 MiB"))
    }

    @Test(
        "words that are off end with 2",
        arguments: [
            (["drone"], "roost drone decode"), (["drone", "decode"], "decode which files?"),
            (["drone", "fry"], "called \"fry\""),
            (["drone", "decode", "--fast", "x"], "no option \"--fast\""),
        ])
    func usage(words: [String], hint: String) throws {
        let (end, output, errors) = try finished(RoostProcess(words))
        #expect(end == .exited(2))
        #expect(output == "")
        #expect(errors.contains(hint))
    }
}
