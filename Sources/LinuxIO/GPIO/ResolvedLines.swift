import CGPIOD
import Glibc

/// Lines of one chip, to be held together.
struct ResolvedLines: Sendable {
    let all: [ResolvedLine]
    let chip: GPIOChip

    /// Finds the lines.
    ///
    /// - Throws: `ENODEV` with the chips that were seen, `EXDEV` for lines of several chips,
    ///   `EINVAL` when two are the same line.
    init(_ specs: [GPIOLineSpec], in scan: GPIOChipScan) throws(IOError) {
        var lines: [ResolvedLine] = []
        for spec in specs {
            let line = try scan.location(of: spec)
            if let first = lines.first, first.chip != line.chip {
                throw IOError(
                    call: "request together",
                    subject: "\(first.description) and \(line.description)", code: EXDEV)
            }
            if let same = lines.first(where: { $0.offset == line.offset }) {
                throw IOError(
                    call: "request twice",
                    subject: "\(same.description) as \(line.spec)", code: EINVAL)
            }
            lines.append(line)
        }
        guard let first = lines.first else {
            throw IOError(call: "request", subject: "no line", code: EINVAL)
        }
        all = lines
        chip = first.chip
    }

    var descriptions: [String] { all.map(\.description) }

    /// For errors about all of them.
    var description: String {
        guard let first = all.first, let last = all.last else { return "no line" }
        return all.count == 1
            ? first.description : "\(all.count) lines, \(first.spec) to \(last.spec)"
    }

    /// Makes of a refused request the error that says who has which line.
    func explained(_ error: IOError) -> IOError {
        guard error.code == EBUSY else { return error }
        let held = all.compactMap { line in
            line.holder.map { "\(line.description), held by \"\($0)\"" }
        }
        let who = held.isEmpty ? "\(description), held by \"somebody unknown\"" : held[0]
        return IOError(call: error.call, subject: who, code: EBUSY)
    }

    /// Calls with what the shim wants to know.
    func withLocation<Result>(
        consumer: String, _ body: (UnsafePointer<roost_gpio_location>) -> Result
    ) -> Result {
        let offsets = all.map(\.offset)
        return chip.path.withCString { path in
            consumer.withCString { consumer in
                offsets.withUnsafeBufferPointer { offsets in
                    var location = roost_gpio_location(
                        path: path, offsets: offsets.baseAddress, count: UInt32(offsets.count),
                        consumer: consumer)
                    return body(&location)
                }
            }
        }
    }
}
