import LinuxIO

/// Which addresses the service's unit lets it reach: IPAddressDeny= and IPAddressAllow= of
/// systemd.resource-control(5), IPv4 only.
struct UnitFilter {
    private static let folders = [
        "/etc/systemd/system", "/run/systemd/system", "/usr/lib/systemd/system",
    ]
    /// What systemd's words stand for.
    private static let words = [
        "any": ["0.0.0.0/0"], "localhost": ["127.0.0.0/8"], "link-local": ["169.254.0.0/16"],
        "multicast": ["224.0.0.0/4"],
    ]

    private var denied: [IPv4Network] = []
    private var allowed: [IPv4Network] = []

    /// The unit as it is installed, with what was added to it; `nil` where there is none.
    init?(unit: String) {
        func text(_ path: String) -> String? {
            (try? readFile(path, atMost: 1 << 20)).map { String(decoding: $0, as: UTF8.self) }
        }
        guard let main = Self.folders.lazy.compactMap({ text("\($0)/\(unit)") }).first else {
            return nil
        }
        // Of drop-ins with one name the first folder's counts; all are read by their names.
        var dropIns: [String: String] = [:]
        for folder in Self.folders.reversed() {
            let names = (try? directoryNames("\(folder)/\(unit).d")) ?? []
            for name in names where name.hasSuffix(".conf") {
                dropIns[name] = text("\(folder)/\(unit).d/\(name)")
            }
        }
        self.init(texts: [main] + dropIns.sorted { $0.key < $1.key }.map(\.value))
    }

    init(texts: [String]) {
        for line in texts.joined(separator: "\n").split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { continue }
            switch parts[0] {
            case "IPAddressDeny": Self.add(parts[1], to: &denied)
            case "IPAddressAllow": Self.add(parts[1], to: &allowed)
            default: continue
            }
        }
    }

    /// Nothing after the sign takes back what was there.
    private static func add(_ list: Substring, to networks: inout [IPv4Network]) {
        let items = list.split(separator: " ")
        if items.isEmpty { networks = [] }
        networks += items.flatMap { words[String($0)] ?? [String($0)] }.compactMap(IPv4Network.init)
    }

    func lets(_ address: IPv4Endpoint) -> Bool {
        allowed.contains { $0.contains(address) } || !denied.contains { $0.contains(address) }
    }
}
