import Core
import Values

extension ARDrone {
    /// One command of the AT channel (UDP 5556): `AT*NAME=sequence,arguments` and a CR.
    enum ATCommand: Equatable, Sendable {
        /// The level that keeps the drone up (bit 9) and the toggle of the emergency (bit 8).
        ///
        /// `isUp` is a level, not an edge: clear, it lands a flying drone. The toggle cuts the
        /// motors of a drone that is not in an emergency.
        case reference(isUp: Bool, togglesEmergency: Bool)
        /// Brake and hold the place with the bottom camera: PCMD with its progressive flag clear.
        case hover
        /// PCMD with stick positions; level sticks are not `hover`, they drift with the wind.
        case move(StickPosition)
        /// Set the horizontal reference. Only on the ground, and level.
        case flatTrim
        /// Feed the communication watchdog.
        case feedWatchdog
        /// Spin on the spot so that the magnetometer sees the field from all sides (CALIB 0). Only
        /// in the air.
        case calibrateMagnetometer
        /// Clear the command-acknowledgement bit of the navdata (CTRL mode 5).
        case clearAcknowledgement
        /// Send the whole configuration over the control port (CTRL mode 4).
        case requestConfiguration
        /// For whom the `configure` directly behind it speaks.
        case identify(ConfigIDs)
        case configure(ConfigEntry)

        /// The longest line that the drone's parser takes, with its CR.
        static let lengthLimit = 1024

        /// Bits 18, 20, 22, 24 and 28 are always set: on the first AR.Drone they were trims.
        private static let referenceBase: Int32 = 0x1154_0000

        /// Adds the line to a datagram, under this number.
        ///
        /// - Throws: `ATError` for what the drone would misread; nothing is added of it.
        func append(to datagram: inout [UInt8], sequence: Int32) throws(ATError) {
            let start = datagram.count
            do throws(ATError) {
                datagram += "AT*".utf8
                datagram += name.utf8
                datagram.append(UInt8(ascii: "="))
                datagram += String(sequence).utf8
                try appendArguments(to: &datagram)
                datagram.append(UInt8(ascii: "\r"))
                let length = datagram.count - start
                guard length <= Self.lengthLimit else { throw .tooLong(length) }
            } catch {
                datagram.removeSubrange(start...)
                throw error
            }
        }

        private var name: String {
            switch self {
            case .reference: "REF"
            case .hover, .move: "PCMD"
            case .flatTrim: "FTRIM"
            case .feedWatchdog: "COMWDG"
            case .calibrateMagnetometer: "CALIB"
            case .clearAcknowledgement, .requestConfiguration: "CTRL"
            case .identify: "CONFIG_IDS"
            case .configure: "CONFIG"
            }
        }

        private func appendArguments(to datagram: inout [UInt8]) throws(ATError) {
            switch self {
            case .reference(let isUp, let togglesEmergency):
                datagram.appendArgument(
                    Self.referenceBase | (isUp ? 1 << 9 : 0) | (togglesEmergency ? 1 << 8 : 0))
            case .hover:
                datagram += ",0,0,0,0,0".utf8
            case .move(let motion):
                datagram.appendArgument(1)
                // On the wire a positive pitch is nose up, which flies backward.
                for axis in [motion.roll, -motion.forward, motion.climb, motion.yaw] {
                    datagram.appendArgument(try ARDrone.floatBits(axis))
                }
            case .flatTrim, .feedWatchdog:
                break
            case .calibrateMagnetometer:
                datagram.appendArgument(0)
            case .clearAcknowledgement:
                datagram += ",5,0".utf8
            case .requestConfiguration:
                datagram += ",4,0".utf8
            case .identify(let ids):
                for id in [ids.session, ids.user, ids.application] {
                    try datagram.appendArgument(quoting: id)
                }
            case .configure(let entry):
                try datagram.appendArgument(quoting: entry.key)
                try datagram.appendArgument(quoting: entry.value)
            }
        }
    }

    /// What cannot be said on the AT channel.
    enum ATError: Error, Equatable, Sendable {
        case notANumber
        case badText(String)
        case tooLong(Int)
    }

    /// A stick position as the wire has it: the bits of a single-precision float, read as an
    /// integer. Clamped to -1...1; -0 becomes 0, which has other bits.
    static func floatBits(_ fraction: Double) throws(ATError) -> Int32 {
        guard fraction.isFinite else { throw .notANumber }
        let clamped = Float(min(1, max(-1, fraction)))
        return clamped == 0 ? 0 : Int32(bitPattern: clamped.bitPattern)
    }

    /// Whether the AT channel can carry it in quotes.
    static func isPlain(_ text: String) -> Bool {
        text.utf8.allSatisfy { (0x20...0x7E).contains($0) && $0 != UInt8(ascii: "\"") }
    }

    /// Numbers the commands: one counter for all of them, one step per command, the first is 1.
    ///
    /// The drone drops a command whose number is not above the last it took, except 1, which
    /// starts its counter again.
    struct ATSequencer: Sendable {
        private(set) var last: Int32 = 0

        /// Makes the next command number 1, which a drone that counts differently accepts too.
        mutating func restart() {
            last = 0
        }

        /// Adds `command` to a datagram under the next number; a refused one uses up none.
        mutating func append(
            _ command: ATCommand, to datagram: inout [UInt8]
        ) throws(ATError) {
            let next = last == .max ? 1 : last + 1
            try command.append(to: &datagram, sequence: next)
            last = next
        }
    }
}

extension [UInt8] {
    fileprivate mutating func appendArgument(_ number: Int32) {
        append(UInt8(ascii: ","))
        self += String(number).utf8
    }

    /// A text in quotes. The protocol has no way to escape one, so such texts are refused.
    fileprivate mutating func appendArgument(quoting text: String) throws(ARDrone.ATError) {
        guard ARDrone.isPlain(text) else { throw .badText(text) }
        self += ",\"".utf8
        self += text.utf8
        append(UInt8(ascii: "\""))
    }
}
