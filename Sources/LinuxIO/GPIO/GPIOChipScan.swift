import Glibc

/// The GPIO controllers of a machine, each once.
struct GPIOChipScan: Sendable {
    let chips: [GPIOChip]
    /// Those whose device file could not be opened: usually for want of the group `gpio`.
    let unreadable: [IOError]

    /// Looks at every `gpiochip` device file in `dev`, the header's chips first.
    ///
    /// Raspberry Pi OS links /dev/gpiochip4 to gpiochip0, so links are followed and each chip
    /// counts once.
    init(dev: String) {
        var chips: [GPIOChip] = []
        var unreadable: [IOError] = []
        for path in Set(devicePaths(in: dev)).sorted() {
            do throws(IOError) {
                chips.append(try GPIOChip(path: path))
            } catch {
                unreadable.append(error)
            }
        }
        self.init(chips: chips, unreadable: unreadable)
    }

    init(chips: [GPIOChip], unreadable: [IOError] = []) {
        self.chips = chips.filter(\.isHeader) + chips.filter { !$0.isHeader }
        self.unreadable = unreadable
    }

    /// Finds a line.
    ///
    /// - Throws: `ENODEV` with the chips that were seen, or why a chip could not be looked at.
    func place(of spec: GPIOLineSpec) throws(IOError) -> GPIOPlace {
        for chip in chips {
            if let offset = try offset(of: spec, in: chip), offset < chip.lineCount {
                return GPIOPlace(spec: spec, chip: chip, offset: offset)
            }
        }
        if let refused = unreadable.first { throw refused }
        throw IOError(call: "find", subject: "\(spec) (\(seen))", code: ENODEV)
    }

    private func offset(of spec: GPIOLineSpec, in chip: GPIOChip) throws(IOError) -> UInt32? {
        switch spec {
        case .bcm(let number):
            return chip.isHeader ? number : try chip.offset(ofLine: spec.description)
        case .named(let name):
            return try chip.offset(ofLine: name)
        case .chip(let label, let offset):
            return chip.label == label ? offset : nil
        case .sysfs:
            return nil
        }
    }

    private var seen: String {
        if chips.isEmpty { return "there is no GPIO chip" }
        let list = chips.map { "\($0.label) with \($0.lineCount) lines" }
        return "there is " + list.joined(separator: ", ")
    }
}

/// The device files of GPIO controllers, links followed.
private func devicePaths(in dev: String) -> [String] {
    var found = glob_t()
    defer { globfree(&found) }
    guard glob("\(dev)/gpiochip*", 0, nil, &found) == 0 else { return [] }
    return (0..<Int(found.gl_pathc)).compactMap { index in
        guard let path = found.gl_pathv[index], let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }
}
