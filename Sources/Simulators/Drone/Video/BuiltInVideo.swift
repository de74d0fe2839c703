/// A grey picture that never changes, as small as H.264 can say it: what the camera shows when no
/// file was given. Any decoder can play it.
///
/// Baseline profile, 640 by 360. Every macroblock of an IDR picture is predicted from nothing and
/// has no residual; every macroblock of the others is skipped.
enum BuiltInVideo {
    private static let columns = 40
    private static let rows = 23
    /// Four rows of pairs of pixels at the bottom are not shown: 368 lines become 360.
    private static let croppedRowPairs = 4
    private static let macroblocks = columns * rows

    /// A group of pictures: an IDR picture and what follows up to the next.
    static func frames(idrEvery period: Int) -> [H264Frame] {
        // Two groups, because neighbouring IDR pictures must differ in their idr_pic_id.
        let group = max(1, period)
        let stream = (0..<(2 * group)).flatMap { index in
            let place = index % group
            return place == 0 ? idr(id: index / group) : predicted(frameNumber: place)
        }
        return H264Frame.frames(inAnnexB: stream)
    }

    private static func idr(id: Int) -> [UInt8] {
        sequenceParameterSet + pictureParameterSet + idrSlice(id: id)
    }

    /// Clause 7.3.2.1.1: profile 66, level 3, picture order by decoding order, one reference.
    private static var sequenceParameterSet: [UInt8] {
        var bits = BitWriter()
        bits.put(66, bits: 8)
        bits.put(0xC0, bits: 8)
        bits.put(30, bits: 8)
        bits.putGolomb(0, 0, 2, 1)
        bits.put(0, bits: 1)
        bits.putGolomb(columns - 1, rows - 1)
        // Frames only, direct 8x8 inference, and cropping.
        bits.put(0b111, bits: 3)
        bits.putGolomb(0, 0, 0, croppedRowPairs)
        bits.put(0, bits: 1)
        return bits.unit(header: 0x67)
    }

    /// Clause 7.3.2.2: everything at its plainest.
    private static var pictureParameterSet: [UInt8] {
        var bits = BitWriter()
        bits.putGolomb(0, 0)
        bits.put(0, bits: 2)
        bits.putGolomb(0, 0, 0)
        bits.put(0, bits: 3)
        bits.putGolomb(0, 0, 0)
        bits.put(0, bits: 3)
        return bits.unit(header: 0x68)
    }

    private static func idrSlice(id: Int) -> [UInt8] {
        var bits = BitWriter()
        // First macroblock, slice type I, parameter set; frame number; picture id.
        bits.putGolomb(0, 7, 0)
        bits.put(0, bits: 4)
        bits.putGolomb(id)
        bits.put(0, bits: 2)
        bits.putGolomb(0)
        for _ in 0..<macroblocks {
            // I_16x16_2_0_0, chroma from nothing, the same quantiser, no coefficients.
            bits.putGolomb(3, 0, 0)
            bits.put(1, bits: 1)
        }
        return bits.unit(header: 0x65)
    }

    private static func predicted(frameNumber: Int) -> [UInt8] {
        var bits = BitWriter()
        // First macroblock, slice type P, parameter set; frame number.
        bits.putGolomb(0, 5, 0)
        bits.put(frameNumber % 16, bits: 4)
        bits.put(0, bits: 3)
        // The same quantiser; every macroblock skipped.
        bits.putGolomb(0, macroblocks)
        return bits.unit(header: 0x61)
    }
}

/// Writes the bits of a NAL unit.
private struct BitWriter {
    private var bytes: [UInt8] = []
    private var used = 0

    mutating func put(_ value: Int, bits: Int) {
        for place in stride(from: bits - 1, through: 0, by: -1) {
            if used == 0 { bytes.append(0) }
            bytes[bytes.count - 1] |= UInt8(value >> place & 1) << (7 - used)
            used = (used + 1) % 8
        }
    }

    /// Unsigned numbers, ue(v) in clause 9.1. A signed 0 is written the same.
    mutating func putGolomb(_ values: Int...) {
        for value in values {
            let width = Int.bitWidth - (value + 1).leadingZeroBitCount
            put(value + 1, bits: 2 * width - 1)
        }
    }

    /// The unit behind a start code, its trailing bits set and start codes in it broken up.
    mutating func unit(header: UInt8) -> [UInt8] {
        put(1, bits: 1)
        var unit = NALUnit.startCode + [header]
        var zeros = 0
        for byte in bytes {
            if zeros >= 2, byte <= 3 {
                unit.append(3)
                zeros = 0
            }
            unit.append(byte)
            zeros = byte == 0 ? zeros + 1 : 0
        }
        return unit
    }
}
