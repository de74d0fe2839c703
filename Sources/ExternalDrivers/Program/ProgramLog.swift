import Core
import Values

/// What a program writes to its standard error: to the log as far as that is bearable, and the last of it kept.
struct ProgramLog: Sendable {
    private static let maxLine = 400
    private static let kept = 20
    /// Lines that may be written at once, and how many more each second: the rest is counted.
    private static let burst = 20.0
    private static let perSecond = 5.0

    private(set) var last: [String] = []
    private(set) var heldBack: UInt64 = 0
    private var rest: [UInt8] = []
    private var budget = burst
    private var refilledAt: Instant

    init(at now: Instant) {
        refilledAt = now
    }

    /// Takes the next bytes; gives the lines that the log is to have.
    mutating func receive(_ bytes: [UInt8], at now: Instant) -> [String] {
        var lines: [String] = []
        for part in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            if part.offset > 0, let line = endLine(at: now) { lines.append(line) }
            rest += part.element.prefix(max(0, Self.maxLine - rest.count))
        }
        return lines
    }

    /// Takes what has no end yet.
    mutating func finish(at now: Instant) -> [String] { endLine(at: now).map { [$0] } ?? [] }

    private mutating func endLine(at now: Instant) -> String? {
        defer { rest = [] }
        guard rest.contains(where: { $0 > 0x20 }) else { return nil }
        let line = printable(String(decoding: rest, as: UTF8.self))
        last = last.suffix(Self.kept - 1) + [line]
        budget = min(Self.burst, budget + (now - refilledAt).seconds * Self.perSecond)
        refilledAt = now
        guard budget >= 1 else {
            heldBack += 1
            return nil
        }
        budget -= 1
        return line
    }
}
