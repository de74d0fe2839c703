/// One picture of an H.264 stream, with everything that goes before it (parameter sets and such).
package struct H264Frame: Equatable, Sendable {
    /// As a PaVE header counts them.
    enum Kind: UInt8, Sendable {
        case idr = 1, intra, predicted
    }

    /// Annex B: NAL units behind start codes.
    let bytes: [UInt8]
    let kind: Kind
    let slices: Int
    /// The sizes of the parameter sets in it with their start codes; 0 where there is none.
    let sequenceSetSize: Int
    let pictureSetSize: Int
    let size: PictureSize

    /// Cuts a stream into its pictures. What follows the last picture is dropped.
    package static func frames(inAnnexB stream: [UInt8]) -> [H264Frame] {
        var frames: [H264Frame] = []
        var current = Assembly(size: .live)
        for unit in NALUnit.units(inAnnexB: stream) {
            if current.isEnded(by: unit) {
                frames.append(current.frame)
                current = Assembly(size: current.size)
            }
            current.add(unit)
        }
        return current.slices > 0 ? frames + [current.frame] : frames
    }

    /// A picture in the making.
    private struct Assembly {
        /// That of the last parameter set that could be read.
        var size: PictureSize
        var bytes: [UInt8] = []
        var kind = Kind.predicted
        var slices = 0
        var sequenceSetSize = 0
        var pictureSetSize = 0

        var frame: H264Frame {
            H264Frame(
                bytes: bytes, kind: kind, slices: slices, sequenceSetSize: sequenceSetSize,
                pictureSetSize: pictureSetSize, size: size)
        }

        /// A picture ends where the next one's first slice, or what goes before it, begins.
        func isEnded(by unit: NALUnit) -> Bool {
            slices > 0 && (unit.slice.map { $0.firstMacroblock == 0 } ?? unit.beginsPicture)
        }

        mutating func add(_ unit: NALUnit) {
            bytes += unit.bytes
            switch unit.type {
            case .sequenceParameterSet:
                sequenceSetSize = unit.bytes.count
                size = PictureSize(unit) ?? size
            case .pictureParameterSet: pictureSetSize = unit.bytes.count
            default: break
            }
            guard let slice = unit.slice else { return }
            if slices == 0 { kind = unit.type == .idrSlice ? .idr : slice.isIntra ? .intra : kind }
            slices += 1
        }
    }
}
