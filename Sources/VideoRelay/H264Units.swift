/// What a part of an H.264 stream has in it, as far as handing it on needs to know: an Annex B stream
/// is units behind start codes, and a unit's first byte says what it is (ITU-T H.264, 7.3.1 and
/// table 7-1).
struct H264Units: Equatable, Sendable {
    private static let slice: UInt8 = 1
    private static let idrSlice: UInt8 = 5
    private static let sequenceSet: UInt8 = 7
    private static let pictureSet: UInt8 = 8

    private(set) var sliceCount = 0
    /// Whether decoding can begin here.
    private(set) var hasIDRSlice = false
    /// The parameter sets with their start codes: what a decoder needs before its first slice.
    private(set) var parameterSets: [UInt8] = []
    private(set) var hasSequenceSet = false
    private(set) var hasPictureSet = false

    /// Whether it has all that a decoder needs before its first slice.
    var hasParameterSets: Bool { hasSequenceSet && hasPictureSet }

    /// Looks through the next part of a stream. What stands before its first start code is no unit.
    mutating func add(_ bytes: [UInt8]) {
        var previous: (begin: Int, header: Int)?
        Self.forEachStartCode(in: bytes) { begin, header in
            if let previous { add(bytes[previous.begin..<begin], header: previous.header) }
            previous = (begin, header)
        }
        if let previous { add(bytes[previous.begin...], header: previous.header) }
    }

    private mutating func add(_ unit: ArraySlice<UInt8>, header: Int) {
        guard unit.indices.contains(header) else { return }
        switch unit[header] & 0x1F {
        case Self.slice: sliceCount += 1
        case Self.idrSlice:
            sliceCount += 1
            hasIDRSlice = true
        case Self.sequenceSet:
            hasSequenceSet = true
            parameterSets += unit
        case Self.pictureSet:
            hasPictureSet = true
            parameterSets += unit
        default: break
        }
    }

    /// Calls `body` with where each start code begins and where its unit does. A zero before
    /// the three bytes belongs to the start code.
    private static func forEachStartCode(
        in bytes: [UInt8], _ body: (_ begin: Int, _ header: Int) -> Void
    ) {
        bytes.withUnsafeBufferPointer { bytes in
            var zeros = 0
            for (index, byte) in bytes.enumerated() {
                if byte == 1, zeros >= 2 { body(index - min(zeros, 3), index + 1) }
                zeros = byte == 0 ? zeros + 1 : 0
            }
        }
    }
}
