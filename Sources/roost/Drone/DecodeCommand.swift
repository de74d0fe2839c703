import ARDrone
import CommandKit
import Core
import Glibc
import JSON
import LinuxIO
import NavdataTools
import Values

/// `roost drone decode`: what captured navigation data say.
///
/// Objects go to standard output, as `NavdataJSON` describes them, with the "file" they are
/// from and, out of a capture, their "packet" number and "time_s" since 1970. What cannot be read
/// goes to standard error with its place, makes the exit code 1, and stops nothing else.
struct DecodeCommand {
    static let usage = """
        roost drone decode [--pretty] FILE...
              navigation data that were captured, as JSON: one object a line for each datagram, with
              every field's value and unit. A FILE holds one datagram as it came, or is a capture
              by tcpdump or Wireshark (classic pcap), of which UDP from port 5554 is taken
        """

    /// Of one file. Ten minutes of the full stream have 250 MB; a minute is plenty to look at.
    private static let maxBytes = 64 << 20
    private static let navdataPort: UInt16 = 5554

    private let isPretty: Bool
    private var hasFailed = false

    static func main(_ words: [String]) throws(CommandError) -> Int32 {
        let arguments = try Arguments(words, flags: ["--pretty"])
        guard !arguments.positional.isEmpty else {
            throw .usage("decode which files? Captured navigation data or a pcap of them")
        }
        var command = DecodeCommand(isPretty: arguments.has("--pretty"))
        for path in arguments.positional { command.decode(file: path) }
        return command.hasFailed ? ExitCode.failed : ExitCode.success
    }

    private init(isPretty: Bool) {
        self.isPretty = isPretty
    }

    private mutating func decode(file path: String) {
        let bytes: [UInt8]
        do throws(IOError) {
            bytes = try readFile(path, atMost: Self.maxBytes)
        } catch {
            return fail(path, Self.explain(error))
        }
        if PcapFile.isPcap(bytes[...]) {
            decode(capture: bytes[...], path)
        } else {
            decode(bytes[...], path, ["file": .string(path)])
        }
    }

    private mutating func decode(capture bytes: ArraySlice<UInt8>, _ path: String) {
        var datagrams: CapturedDatagrams
        do throws(PcapError) {
            datagrams = try CapturedDatagrams(bytes, from: Self.navdataPort)
        } catch {
            return fail(path, error.description)
        }
        var count = 0
        while let element = datagrams.next() {
            switch element {
            case .bad(let error): fail(path, error.description)
            case .datagram(let datagram):
                count += 1
                decode(datagram, path)
            }
        }
        Console.error(
            "\(path): \(count) datagrams from UDP port \(Self.navdataPort), "
                + "\(datagrams.ignored) other packets ignored")
    }

    private mutating func decode(_ datagram: CapturedDatagrams.Datagram, _ path: String) {
        decode(
            datagram.payload, "\(path): packet \(datagram.packet), at byte \(datagram.offset)",
            [
                "file": .string(path),
                "packet": .number(Double(datagram.packet)),
                "time_s": .number(datagram.time.seconds),
            ])
    }

    private mutating func decode(
        _ datagram: ArraySlice<UInt8>, _ place: String, _ origin: [String: JSONValue]
    ) {
        do throws(NavdataFrameError) {
            let members = try NavdataJSON.members(of: datagram)
            let object = JSONValue.object(members.merging(origin) { own, _ in own })
            Console.out(isPretty ? object.pretty : object.line)
        } catch {
            fail(place, "navigation data of \(datagram.count) bytes: \(error)")
        }
    }

    private mutating func fail(_ place: String, _ what: String) {
        hasFailed = true
        Console.error("roost: \(place): \(what)")
    }

    private static func explain(_ error: IOError) -> String {
        error.code == EFBIG
            ? "larger than \(maxBytes >> 20) MiB; cut it: editcap -c PACKETS IN.pcap OUT.pcap"
            : "cannot be read: \(error.reason)"
    }
}
