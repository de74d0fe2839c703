/// One option of a navdata packet under construction: tag, size and a payload full of zeros.
struct NavdataOption: Sendable {
    /// Little-endian and packed, as it goes over the wire.
    private(set) var bytes: [UInt8]

    /// Begins an option; `size` counts the four bytes of tag and size too.
    init(tag: UInt16, size: Int) {
        bytes = [UInt8](repeating: 0, count: size)
        put(tag, at: 0)
        put(UInt16(truncatingIfNeeded: size), at: 2)
    }

    /// Writes a field at its offset from the option's first byte, as the field tables count.
    mutating func put(_ value: some FixedWidthInteger, at offset: Int) {
        bytes.replace(at: offset, with: value)
    }

    mutating func put(_ value: Float, at offset: Int) {
        put(value.bitPattern, at: offset)
    }

    mutating func put(_ value: Double, at offset: Int) {
        put(value.bitPattern, at: offset)
    }

    /// Writes a number as a single, the wire's usual kind.
    mutating func putSingle(_ value: Double, at offset: Int) {
        put(Float(value), at: offset)
    }

    /// Writes numbers as singles, one after another.
    mutating func putSingles(_ values: [Double], at offset: Int) {
        for (index, value) in values.enumerated() { putSingle(value, at: offset + 4 * index) }
    }

    /// Writes a number rounded to a signed integer of 32 bits.
    mutating func putRounded(_ value: Double, at offset: Int) {
        put(Int32(clamping: Int64(value.rounded().clamped(to: -1e15...1e15))), at: offset)
    }
}

extension [UInt8] {
    /// Writes an integer over the bytes from `offset` on, least significant byte first.
    fileprivate mutating func replace(at offset: Int, with value: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: value.littleEndian) { source in
            replaceSubrange(offset..<(offset + source.count), with: source)
        }
    }

    /// Appends an integer, least significant byte first.
    mutating func append(littleEndian value: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
    }
}

extension Double {
    /// The nearest number in `range`; its lower end for what is not a number.
    fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
        isNaN ? range.lowerBound : min(range.upperBound, max(range.lowerBound, self))
    }
}
