/// Reads the numbers of an H.264 header.
struct BitReader {
    private var bytes: ArraySlice<UInt8>
    private var used = 0

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
    }

    mutating func bit() -> Int? {
        guard let byte = bytes.first else { return nil }
        let bit = Int(byte >> (7 - used)) & 1
        used += 1
        if used == 8 { (bytes, used) = (bytes.dropFirst(), 0) }
        return bit
    }

    /// An unsigned number, ue(v) in clause 9.1.
    mutating func exponentialGolomb() -> Int? {
        var zeros = 0
        while true {
            guard let bit = bit(), zeros < 32 else { return nil }
            if bit == 1 { break }
            zeros += 1
        }
        var number = 1
        for _ in 0..<zeros {
            guard let bit = bit() else { return nil }
            number = number << 1 | bit
        }
        return number - 1
    }

    /// Several such numbers that do not matter; whether they were there.
    mutating func skipExponentialGolomb(_ count: Int) -> Bool {
        (0..<count).allSatisfy { _ in exponentialGolomb() != nil }
    }

    mutating func skipBits(_ count: Int) -> Bool {
        (0..<count).allSatisfy { _ in bit() != nil }
    }
}
