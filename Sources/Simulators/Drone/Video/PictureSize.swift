/// How large the pictures of a stream are, in pixels: as encoded, and as shown.
struct PictureSize: Equatable, Sendable {
    let encodedWidth: Int
    let encodedHeight: Int
    let width: Int
    let height: Int

    /// The drone's own live video. Encoders work in whole macroblocks of 16 lines.
    static let live = PictureSize(encodedWidth: 640, encodedHeight: 368, width: 640, height: 360)

    private static let macroblock = 16
    /// The profiles with more to say about colours (7.3.2.1.1).
    private static let highProfiles: Set<UInt8> = [100, 110, 122, 244, 44, 83, 86, 118, 128]

    init(encodedWidth: Int, encodedHeight: Int, width: Int, height: Int) {
        self.encodedWidth = encodedWidth
        self.encodedHeight = encodedHeight
        self.width = width
        self.height = height
    }

    /// From a sequence parameter set (ITU-T H.264, 7.3.2.1.1), for video with half the lines and
    /// columns of colour, as the drone's is; `nil` when it cannot be read.
    init?(_ unit: NALUnit) {
        guard unit.type == .sequenceParameterSet, unit.body.count > 4 else { return nil }
        let profile = unit.body[unit.body.startIndex + 1]
        var bits = BitReader(Self.unescaped(unit.body.dropFirst(4))[...])
        guard bits.skipExponentialGolomb(1),
            !Self.highProfiles.contains(profile) || Self.skipColours(&bits),
            bits.skipExponentialGolomb(1), Self.skipPictureOrder(&bits),
            bits.skipExponentialGolomb(1), bits.skipBits(1),
            let columns = bits.exponentialGolomb(), let rows = bits.exponentialGolomb(),
            let framesOnly = bits.bit(), bits.skipBits(framesOnly == 1 ? 1 : 2),
            let crop = Self.cropping(&bits), columns < 1024, rows < 1024
        else { return nil }
        encodedWidth = Self.macroblock * (columns + 1)
        encodedHeight = Self.macroblock * (rows + 1) * (2 - framesOnly)
        width = encodedWidth - 2 * crop.columns
        height = encodedHeight - 2 * crop.rows * (2 - framesOnly)
        guard width > 0, height > 0 else { return nil }
    }

    /// Pairs of columns and rows that are not shown.
    private static func cropping(_ bits: inout BitReader) -> (columns: Int, rows: Int)? {
        guard let isCropped = bits.bit() else { return nil }
        guard isCropped == 1 else { return (0, 0) }
        let sides = (0..<4).compactMap { _ in bits.exponentialGolomb() }
        guard sides.count == 4, sides.allSatisfy({ $0 < 1 << 16 }) else { return nil }
        return (sides[0] + sides[1], sides[2] + sides[3])
    }

    private static func skipColours(_ bits: inout BitReader) -> Bool {
        // Format 1 has half the lines and columns; no scaling lists.
        bits.exponentialGolomb() == 1 && bits.skipExponentialGolomb(2) && bits.skipBits(1)
            && bits.bit() == 0
    }

    private static func skipPictureOrder(_ bits: inout BitReader) -> Bool {
        switch bits.exponentialGolomb() {
        case 0: bits.skipExponentialGolomb(1)
        case 2: true
        default: false
        }
    }

    /// Without the bytes that keep start codes out of a unit (7.4.1).
    private static func unescaped(_ body: ArraySlice<UInt8>) -> [UInt8] {
        var zeros = 0
        return body.filter { byte in
            let isEscape = zeros >= 2 && byte == 3
            zeros = byte == 0 ? zeros + 1 : 0
            return !isEscape
        }
    }
}
