import Glibc

/// Where lines are looked for, and in whose name they are asked for.
package struct GPIOLineProvider: Sendable {
    /// How many lines may be asked for together: the kernel's own limit.
    package static let lineLimit = 64

    /// The directory of the `gpiochip` device files: `/dev`.
    let dev: String
    /// The root of sysfs: `/sys`.
    let sysfs: String
    /// Shown to others who want the same line; the kernel keeps 31 bytes.
    let consumer: String

    package init(dev: String, sysfs: String, consumer: String) {
        self.dev = dev
        self.sysfs = sysfs
        self.consumer = consumer
    }

    /// Takes lines as inputs: all or none.
    ///
    /// - Throws: `EBUSY` with the name of who has one, `ENODEV` with the chips that are there,
    ///   `ENOTUNIQ` when several chips have one, `EXDEV` when they are not lines of one chip,
    ///   `EINVAL` when two are the same line.
    package func openInputs(
        _ specs: [GPIOLineSpec], _ config: DigitalInputConfig
    ) throws(IOError) -> any DigitalInputs {
        if let numbers = try sysfsNumbers(specs) {
            return try SysfsInputs(try sysfsLines(numbers), config)
        }
        return try GPIOInputLines(
            try ResolvedLines(specs, in: scan), config, consumer: consumer)
    }

    /// Takes lines as outputs, without a glitch: all or none.
    ///
    /// - Throws: as `openInputs`.
    package func openOutputs(
        _ specs: [GPIOLineSpec], _ config: DigitalOutputConfig
    ) throws(IOError) -> any DigitalOutputs {
        guard config.areInitiallyActive.count == specs.count else {
            throw IOError(call: "request", subject: "a level for each line", code: EINVAL)
        }
        if let numbers = try sysfsNumbers(specs) {
            return try SysfsOutputs(try sysfsLines(numbers), config)
        }
        return try GPIOOutputLines(
            try ResolvedLines(specs, in: scan), config, consumer: consumer)
    }

    /// Where lines are, if they could be taken now. Takes none.
    ///
    /// - Throws: as `openInputs`.
    package func examine(_ specs: [GPIOLineSpec]) throws(IOError) -> String {
        guard try sysfsNumbers(specs) == nil else {
            return "a line of the class interface; it was not looked at"
        }
        let lines = try ResolvedLines(specs, in: scan)
        guard lines.all.allSatisfy({ $0.holder == nil }) else {
            throw lines.explained(IOError(call: "request", code: EBUSY))
        }
        return lines.descriptions.joined(separator: ", ")
    }

    private var scan: GPIOChipScan { GPIOChipScan(dev: dev, sysfs: sysfs) }

    /// The numbers of lines of the class interface; `nil` when these are not.
    private func sysfsNumbers(_ specs: [GPIOLineSpec]) throws(IOError) -> [UInt32]? {
        let numbers = specs.compactMap { spec -> UInt32? in
            if case .sysfs(let number) = spec { number } else { nil }
        }
        if numbers.isEmpty { return nil }
        let list = specs.map(\.description).joined(separator: " and ")
        guard numbers.count == specs.count else {
            throw IOError(call: "request together", subject: list, code: EXDEV)
        }
        guard Set(numbers).count == numbers.count else {
            throw IOError(call: "request twice", subject: list, code: EINVAL)
        }
        return numbers
    }

    private func sysfsLines(_ numbers: [UInt32]) throws(IOError) -> [SysfsLine] {
        var lines: [SysfsLine] = []
        for number in numbers { lines.append(try SysfsLine(number: number, sysfs: sysfs)) }
        return lines
    }
}
