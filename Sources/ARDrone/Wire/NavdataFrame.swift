/// Why a datagram is no navdata packet, and where that shows.
package struct NavdataFrameError: Error, Equatable, Sendable, CustomStringConvertible {
    let error: ARDrone.NavdataError
    /// In bytes from the datagram's start.
    package let offset: Int

    package var description: String { "\(error), at byte \(offset)" }
}

extension ARDrone {
    /// Why a datagram on the navdata port was not used.
    package enum NavdataError: String, Error, CaseIterable, Sendable, CustomStringConvertible {
        /// Larger than any packet of the protocol, so it was cut on the way in.
        case oversized
        case headerTooShort
        case wrongMagic
        /// An option that claims fewer bytes than its own header has.
        case optionTooShort
        case optionPastEnd
        case checksumMissing
        case wrongChecksum
        /// It has numbers that no drone can have: the checksum is a plain sum, which damage can pass.
        case implausible
        /// Late, or twice: its number is not above the last.
        case outOfOrder
        /// Sent by somebody else than the drone.
        case unexpectedSender

        package var description: String {
            switch self {
            case .oversized: "larger than \(NavdataFrame.sizeLimit) bytes, which no packet is"
            case .headerTooShort: "ends within the header of 16 bytes"
            case .wrongMagic: "does not begin as navigation data do (88 77 66 55)"
            case .optionTooShort: "an option that says it has less than its own 4 bytes"
            case .optionPastEnd: "an option that ends after the packet"
            case .checksumMissing: "no checksum"
            case .wrongChecksum: "the checksum is wrong"
            case .implausible: "it says what no drone can say"
            case .outOfOrder: "its number is not above the one before"
            case .unexpectedSender: "not from the drone"
            }
        }
    }

    /// A datagram of the navdata port, checked as a whole before any of it is believed: header,
    /// the chain of its options to the very end, checksum. It is a view and copies nothing.
    package struct NavdataFrame {
        /// The SDK's limit for a packet, in bytes.
        static let sizeLimit = 4096

        private static let headerSize = 16
        /// The second is the header of later firmware, laid out alike.
        private static let magics: [UInt32] = [0x5566_7788, 0x5566_7789]
        package static let checksumTag: UInt16 = 0xFFFF

        private let bytes: NavdataBytes

        /// - Throws: what is wrong with the datagram; then nothing of it may be used.
        package init(_ datagram: NavdataBytes) throws(NavdataFrameError) {
            bytes = datagram
            guard bytes.count <= Self.sizeLimit else { throw .init(.oversized, Self.sizeLimit) }
            guard bytes.count >= Self.headerSize else { throw .init(.headerTooShort, bytes.count) }
            guard Self.magics.contains(bytes.uint32(at: 0)) else { throw .init(.wrongMagic, 0) }
            try verify()
        }

        package var state: NavdataState { NavdataState(rawValue: bytes.uint32(at: 4)) }
        package var sequence: UInt32 { bytes.uint32(at: 8) }
        /// Not 0 while the drone's vision gives positions.
        package var visionDefined: UInt32 { bytes.uint32(at: 12) }

        /// All of them in order; the checksum is the last.
        package var options: Options { Options(bytes, from: Self.headerSize) }

        /// An option's bytes, with tag and size, which are the first four.
        package subscript(option: Option) -> NavdataBytes {
            bytes.slice(from: option.offset, count: option.size)
        }

        private func verify() throws(NavdataFrameError) {
            var options = options
            while let option = try options.take() {
                guard option.tag == Self.checksumTag, option.size >= 8 else { continue }
                guard bytes.sum(ofFirst: option.offset) == bytes.uint32(at: option.offset + 4)
                else {
                    throw .init(.wrongChecksum, option.offset)
                }
                return
            }
            throw .init(.checksumMissing, bytes.count)
        }
    }
}

extension ARDrone.NavdataFrame {
    /// Where an option is. Its bytes are not part of it: most are stepped over, and each view of
    /// them would count references.
    package struct Option {
        package let tag: UInt16
        /// From the packet's first byte.
        package let offset: Int
        /// With tag and size, which are the first four bytes.
        package let size: Int
    }

    /// Walks from option to option, up to the checksum.
    package struct Options: Sequence, IteratorProtocol {
        private let bytes: ARDrone.NavdataBytes
        private var offset: Int
        private var hasEnded = false

        fileprivate init(_ bytes: ARDrone.NavdataBytes, from offset: Int) {
            self.bytes = bytes
            self.offset = offset
        }

        package mutating func next() -> Option? {
            try? take()
        }

        fileprivate mutating func take() throws(NavdataFrameError) -> Option? {
            guard !hasEnded, offset < bytes.count else { return nil }
            guard offset + 4 <= bytes.count else { throw .init(.optionPastEnd, offset) }
            let size = Int(bytes.uint16(at: offset + 2))
            // A size of 0 was seen on the air; walking on by it would never end.
            guard size >= 4 else { throw .init(.optionTooShort, offset) }
            guard offset + size <= bytes.count else { throw .init(.optionPastEnd, offset) }
            let option = Option(tag: bytes.uint16(at: offset), offset: offset, size: size)
            offset += size
            hasEnded = option.tag == ARDrone.NavdataFrame.checksumTag
            return option
        }
    }
}

extension NavdataFrameError {
    fileprivate init(_ error: ARDrone.NavdataError, _ offset: Int) {
        self.init(error: error, offset: offset)
    }
}
