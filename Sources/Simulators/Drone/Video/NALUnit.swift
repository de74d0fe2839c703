/// One unit of an H.264 stream (ITU-T H.264, 7.3.1), with its start code.
struct NALUnit: Equatable, Sendable {
    enum Kind: UInt8, Sendable {
        case slice = 1
        case idrSlice = 5
        case supplement = 6
        case sequenceParameterSet = 7
        case pictureParameterSet = 8
        case accessUnitDelimiter = 9
    }

    /// The beginning of a slice header (7.3.3).
    struct Slice: Equatable, Sendable {
        let firstMacroblock: Int
        let isIntra: Bool
    }

    static let startCode: [UInt8] = [0, 0, 0, 1]

    let bytes: ArraySlice<UInt8>
    /// The unit itself, behind its start code.
    let body: ArraySlice<UInt8>

    /// `nil` for a type that is of no consequence here.
    var type: Kind? { body.first.flatMap { Kind(rawValue: $0 & 0x1F) } }

    /// Whether a unit of this type can only come before the slices of a picture (7.4.1.2.3).
    var beginsPicture: Bool {
        switch type {
        case .supplement, .sequenceParameterSet, .pictureParameterSet, .accessUnitDelimiter: true
        case .slice, .idrSlice, nil: false
        }
    }

    /// What its slice header begins with; `nil` when it is no slice, or one too short.
    var slice: Slice? {
        guard type == .slice || type == .idrSlice else { return nil }
        // Two short numbers: too early in the unit for an emulation prevention byte to matter.
        var bits = BitReader(body.dropFirst().prefix(16))
        guard let first = bits.exponentialGolomb(), let type = bits.exponentialGolomb() else {
            return nil
        }
        // Types 2 and 7 are I (Table 7-6); 4 and 9, switching I, as good as.
        return Slice(firstMacroblock: first, isIntra: [2, 4, 7, 9].contains(type))
    }

    /// Cuts a stream at its start codes (Annex B). What comes before the first is dropped.
    static func units(inAnnexB stream: [UInt8]) -> [NALUnit] {
        let starts = startCodes(in: stream)
        return starts.indices.map { index in
            let end = index + 1 < starts.count ? starts[index + 1].begin : stream.count
            return NALUnit(
                bytes: stream[starts[index].begin..<end], body: stream[starts[index].end..<end])
        }
    }

    /// Where start codes of three bytes lie; a zero before one belongs to it.
    private static func startCodes(in stream: [UInt8]) -> [(begin: Int, end: Int)] {
        var codes: [(Int, Int)] = []
        var zeros = 0
        for (index, byte) in stream.enumerated() {
            if byte == 1, zeros >= 2 {
                codes.append((index - min(zeros, 3), index + 1))
            }
            zeros = byte == 0 ? zeros + 1 : 0
        }
        return codes
    }
}
