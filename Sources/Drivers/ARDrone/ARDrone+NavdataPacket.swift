import Devices

extension ARDrone {
    /// Why a datagram on the navdata port was not used.
    package enum NavdataFault: String, Error, CaseIterable, Sendable {
        /// Larger than any packet of the protocol, so it was cut on the way in.
        case oversized
        case headerTooShort
        case wrongMagic
        /// An option that claims fewer bytes than its own header has.
        case optionTooShort
        case optionPastEnd
        case checksumMissing
        case wrongChecksum
        /// Late, or twice: its number is not above the last.
        case outOfOrder
        /// Sent by somebody else than the drone.
        case stranger
    }

    /// One navdata packet, checked as a whole before any of it is believed.
    package struct NavdataPacket: Equatable, Sendable {
        /// The SDK's limit for a packet.
        static let sizeLimit = 4096

        let state: NavdataState
        let sequence: UInt32
        private(set) var demo: Demo?
        private(set) var time: DroneTime?
        private(set) var magneto: Magneto?
        private(set) var gps: GPS?
        /// Of unknown scale: clients disagree on its type, captures have 0 only.
        private(set) var linkQuality: UInt32?

        /// Decodes a datagram.
        ///
        /// - Throws: what is wrong with it; then nothing of it may be used.
        package init(_ datagram: ArraySlice<UInt8>) throws(NavdataFault) {
            let bytes = NavdataBytes(datagram)
            guard bytes.count <= Self.sizeLimit else { throw .oversized }
            guard bytes.count >= Self.headerSize else { throw .headerTooShort }
            guard Self.magics.contains(bytes.uint32(at: 0)) else { throw .wrongMagic }
            try Self.verify(bytes)
            state = NavdataState(rawValue: bytes.uint32(at: 4))
            sequence = bytes.uint32(at: 8)
            try Self.forEachOption(of: bytes) { tag, option in take(tag, option) }
        }

        private static let headerSize = 16
        /// The second is the header of later firmware, laid out alike.
        private static let magics: [UInt32] = [0x5566_7788, 0x5566_7789]
        private static let checksumTag: UInt16 = 0xFFFF

        private mutating func take(_ tag: UInt16, _ option: NavdataBytes) {
            switch tag {
            case 0: demo = Demo(option)
            case 1 where option.count >= 8: time = DroneTime(raw: option.uint32(at: 4))
            case 22: magneto = Magneto(option)
            case 26 where option.count >= 8: linkQuality = option.uint32(at: 4)
            case 27: gps = GPS(option)
            default: break
            }
        }

        private static func verify(_ bytes: NavdataBytes) throws(NavdataFault) {
            var checksum: UInt32?
            let end = try forEachOption(of: bytes) { tag, option in
                if tag == checksumTag, option.count >= 8 { checksum = option.uint32(at: 4) }
            }
            guard let checksum else { throw .checksumMissing }
            guard bytes.sum(ofFirst: end) == checksum else { throw .wrongChecksum }
        }

        /// Walks the options up to the checksum, which is the last one.
        ///
        /// - Returns: where the last option visited begins.
        @discardableResult
        private static func forEachOption(
            of bytes: NavdataBytes, _ visit: (UInt16, NavdataBytes) -> Void
        ) throws(NavdataFault) -> Int {
            var offset = headerSize
            var last = offset
            while offset < bytes.count {
                guard offset + 4 <= bytes.count else { throw .optionPastEnd }
                let tag = bytes.uint16(at: offset)
                let size = Int(bytes.uint16(at: offset + 2))
                // A size of 0 was seen on the air; walking on by it would never end.
                guard size >= 4 else { throw .optionTooShort }
                guard offset + size <= bytes.count else { throw .optionPastEnd }
                visit(tag, bytes.slice(from: offset, count: size))
                last = offset
                if tag == checksumTag { break }
                offset += size
            }
            return last
        }
    }
}

extension ARDrone.NavdataPacket {
    /// What the drone says it is doing.
    ///
    /// It counts as landed only when the flying bit and the control state agree on that: of the
    /// two mistakes, taking a landed drone for a flying one is the harmless one.
    var phase: FlightState.Phase {
        if state.contains(.emergency) { return .emergency }
        switch demo?.majorState {
        case 4: return .hovering
        case 3, 7, 9: return .flying
        case 6: return .takingOff
        case 8: return .landing
        default: return state.contains(.flying) ? .flying : .landed
        }
    }
}
