import CommandKit
import Core
import LinuxIO
import Settings
import Trials
import Values

/// What a self-test was of and what came of it, as a text to be kept.
struct ReportCard {
    /// What it was of, each in a line: "machine", "settings".
    let subject: [(name: String, value: String)]
    private(set) var results: [SelftestResult] = []

    init(subject: [(name: String, value: String)]) {
        self.subject = subject
    }

    mutating func add(_ result: SelftestResult) { results.append(result) }

    var isKept: Bool {
        !results.contains { if case .broken = $0.outcome { true } else { false } }
    }

    var head: [String] {
        subject.map { name, value in
            name + String(repeating: " ", count: max(1, 10 - name.count)) + value
        }
    }

    var text: String {
        (head + [""] + results.flatMap(Self.lines) + ["", summary]).joined(separator: "\n") + "\n"
    }

    var summary: String {
        let counts = results.reduce(into: (kept: 0, broken: 0, skipped: 0)) { counts, result in
            switch result.outcome {
            case .kept: counts.kept += 1
            case .broken: counts.broken += 1
            case .skipped: counts.skipped += 1
            }
        }
        return "\(counts.kept) kept, \(counts.broken) NOT KEPT, \(counts.skipped) not rehearsed"
    }

    /// What goes wrong, what has to follow, and what did.
    static func lines(_ result: SelftestResult) -> [String] {
        let indent = "          "
        switch result.outcome {
        case .skipped(let why): return ["  -       \(result.fault): not rehearsed: \(why)"]
        case .kept(let seen):
            return [
                "  ok      \(result.fault): \(result.promise)",
                "\(indent)\(seen) (\(fixedText(of: result.duration.seconds, decimals: 1)) s)",
            ]
        case .broken(let seen):
            return ["  BROKEN  \(result.fault): \(result.promise)", "\(indent)instead: \(seen)"]
        }
    }
}

extension ReportCard {
    /// Of this machine and program, and of the configuration in that file.
    static func here(_ path: String, _ source: ConfigurationText) -> ReportCard {
        let now = (try? ClockReading.now().wallTime)?.description ?? "not known"
        return ReportCard(subject: [
            ("self-test", now), ("machine", machine), ("system", system),
            ("program", "roost \(roostVersion)"),
            ("settings", "\(path), sha256 \(SHA256.hex(of: source.bytes).prefix(16))"),
        ])
    }

    private static var machine: String {
        let model = firstLine("/sys/firmware/devicetree/base/model")
        return [model, firstLine("/proc/sys/kernel/hostname")].compactMap(\.self)
            .joined(separator: ", ")
    }

    private static var system: String {
        let names = try? readFile("/etc/os-release", atMost: 1 << 16)
        let name = String(decoding: names ?? [], as: UTF8.self).split(separator: "\n")
            .first { $0.hasPrefix("PRETTY_NAME=") }
            .map { $0.dropFirst("PRETTY_NAME=".count).filter { $0 != "\"" } }
        return [name, firstLine("/proc/sys/kernel/osrelease").map { "Linux \($0)" }]
            .compactMap(\.self).joined(separator: ", ")
    }

    /// What the kernel ends with a zero or a line break.
    private static func firstLine(_ path: String) -> String? {
        guard let bytes = try? readFile(path, atMost: 1 << 10) else { return nil }
        let line = bytes.prefix { $0 >= 0x20 }
        return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
    }
}
