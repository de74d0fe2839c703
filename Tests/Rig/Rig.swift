import Glibc
import LinuxIO
import TestSupport
import Testing

/// The kernel that these tests run in, or do not: `script/rig` starts one, and its command tells the
/// tests so through the environment.
enum Rig {
    enum Time: String {
        /// As on the wall.
        case real = "real-time"
        /// Passes at once while nothing works: an hour of waiting costs nothing.
        case virtual = "time-travel"
    }

    /// `nil` outside.
    static var time: Time? {
        getenv("ROOST_RIG").flatMap { Time(rawValue: String(cString: $0)) }
    }

    /// Whether there is time for a whole day, which takes many minutes.
    static var isDayWhole: Bool { getenv("ROOST_RIG_DAY") != nil }

    static let need: Comment = "needs the rig: script/rig"

    /// Where the simulated chips show what they see and take what a test wants of them.
    static let chips = "/sys/kernel/debug"

    /// The kernel's clock, by which simulated chips note when something happened to them.
    static var monotonicNanoseconds: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}

/// Tests of the shipped drivers through `roost` itself, on the kernel's own interfaces, one after
/// the other: there is one set of chips.
///
/// Each checks both ends: what `roost` says, and what the chip saw.
@Suite(.serialized, .enabled(if: Rig.time == .real, Rig.need)) struct RigTests {}

/// Tests that wait for hours, where that costs seconds.
@Suite(.serialized, .enabled(if: Rig.time == .virtual, Rig.need)) struct VirtualTimeTests {}

/// A simulated chip that can be plugged in and pulled out under its drivers.
protocol PluggableChip {
    var chip: ControlFiles { get }
}

extension PluggableChip {
    func plugIn() throws { try chip.set("plugged", to: 1) }

    func pullOut() throws { try chip.set("plugged", to: 0) }
}

/// A directory of files that hold a value each: of the kernel, or of a simulated chip.
struct ControlFiles: Sendable {
    let path: String

    init(_ path: String) {
        self.path = path
    }

    /// Whether the file, or without a name the directory, is there.
    func has(_ file: String = "") -> Bool {
        access("\(path)/\(file)", F_OK) == 0
    }

    func text(_ file: String) throws -> String {
        let bytes = try readFile("\(path)/\(file)", atMost: 1 << 20)
        let text = String(decoding: bytes, as: UTF8.self)
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }

    func number(_ file: String) throws -> Int {
        let text = try text(file)
        guard let number = Int(text) else {
            throw TestSupportError("\(path)/\(file) holds \(text), not a number")
        }
        return number
    }

    func set(_ file: String, to value: some CustomStringConvertible) throws {
        try FileDescriptor(open: "\(path)/\(file)", O_WRONLY).write(Array("\(value)".utf8))
    }
}
