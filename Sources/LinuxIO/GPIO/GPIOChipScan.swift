import Glibc

/// The GPIO controllers of a machine, each once.
struct GPIOChipScan: Sendable {
    /// Those behind the Raspberry Pi's header.
    let header: [GPIOChip]
    let others: [GPIOChip]
    /// Those whose device file could not be opened: usually for want of the group `gpio`.
    let unreadable: [IOError]

    /// Looks at every `gpiochip` device file in `dev`.
    ///
    /// Raspberry Pi OS links /dev/gpiochip4 to gpiochip0, so links are followed and each chip
    /// counts once.
    init(dev: String, sysfs: String) {
        var chips: [GPIOChip] = []
        var unreadable: [IOError] = []
        for path in Set(devicePaths(in: dev)).sorted() {
            do throws(IOError) {
                chips.append(try GPIOChip(path: path, sysfs: sysfs))
            } catch {
                unreadable.append(error)
            }
        }
        self.init(chips: chips, unreadable: unreadable)
    }

    init(chips: [GPIOChip], unreadable: [IOError] = []) {
        header = chips.filter(\.isHeader)
        others = chips.filter { !$0.isHeader }
        self.unreadable = unreadable
    }

    /// Finds a line: on the header, whatever others call theirs, or else on the only chip that has it.
    ///
    /// - Throws: `ENOTUNIQ` when several chips have it, for the order in which they are found is
    ///   another with each start; `ENODEV` with the chips that were seen, or why a chip could not
    ///   be looked at.
    func location(of spec: GPIOLineSpec) throws(IOError) -> ResolvedLine {
        for chips in [header, others] {
            let found = try locations(of: spec, in: chips)
            if found.count > 1 { throw ambiguous(spec, found) }
            if let location = found.first { return location }
        }
        if let refused = unreadable.first { throw refused }
        throw IOError(call: "find", subject: "\(spec) (\(seen))", code: ENODEV)
    }

    private func locations(
        of spec: GPIOLineSpec, in chips: [GPIOChip]
    ) throws(IOError) -> [ResolvedLine] {
        var locations: [ResolvedLine] = []
        for chip in chips {
            if let offset = try offset(of: spec, in: chip), offset < chip.lineCount {
                locations.append(ResolvedLine(spec: spec, chip: chip, offset: offset))
            }
        }
        return locations
    }

    private func offset(of spec: GPIOLineSpec, in chip: GPIOChip) throws(IOError) -> UInt32? {
        switch spec {
        case .bcm(let number):
            return chip.isHeader ? number : try chip.offset(ofLine: spec.description)
        case .named(let name):
            return try chip.offset(ofLine: name)
        case .chip(let label, let offset):
            return chip.label == label || chip.device == label ? offset : nil
        case .sysfs:
            return nil
        }
    }

    private var seen: String {
        let list = (header + others).map { "\($0.description) with \($0.lineCount) lines" }
        return "there is " + (list.isEmpty ? "no GPIO chip" : list.joined(separator: ", "))
    }

    private func ambiguous(_ spec: GPIOLineSpec, _ locations: [ResolvedLine]) -> IOError {
        let lines = locations.map { "\($0.chip.device):\($0.offset)" }
        return IOError(
            call: "find",
            subject: "\(spec) (\(locations.count) chips have one; say which: "
                + "\(lines.joined(separator: ", ")))", code: ENOTUNIQ)
    }
}

/// The device files of GPIO controllers, links followed.
private func devicePaths(in dev: String) -> [String] {
    var found = glob_t()
    defer { globfree(&found) }
    guard glob("\(dev)/gpiochip*", 0, nil, &found) == 0 else { return [] }
    return (0..<Int(found.gl_pathc)).compactMap { index in
        found.gl_pathv[index].flatMap { resolvedPath(String(cString: $0)) }
    }
}
