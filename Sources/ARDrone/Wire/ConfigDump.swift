extension ARDrone {
    /// The drone's whole configuration as it told it.
    struct ConfigDump: Equatable, Sendable {
        /// By key, as "section:key" in lower case.
        let values: [String: String]

        subscript(key: String) -> String? { values[key] }
    }

    /// Why bytes of the control port are no dump, in words.
    struct ConfigDumpError: Error, Equatable, Sendable, CustomStringConvertible {
        let description: String
    }

    /// Reads a dump as it comes: lines "section:key = value" with CR, LF or both behind them, and a
    /// NUL at the end.
    ///
    /// A line that is none of that is passed over: another client's dump may have been under way
    /// when this one connected. What is too much ends the reading.
    struct ConfigDumpReader: Sendable {
        /// Of a dump in all. A drone's has about 5 kB.
        static let sizeLimit = 1 << 16
        /// Of a line. The drone itself takes no longer command than 1024 characters.
        static let lineLimit = 1024

        private(set) var size = 0
        private var line: [UInt8] = []
        private var values: [String: String] = [:]

        /// Takes the next bytes. What stands behind the NUL is ignored.
        ///
        /// - Returns: the dump, once it is whole.
        /// - Throws: that there is no end to it, or nothing in it. Nothing of it may be used.
        mutating func append(
            _ bytes: some Sequence<UInt8>
        ) throws(ConfigDumpError) -> ConfigDump? {
            for byte in bytes {
                size += 1
                guard size <= Self.sizeLimit else {
                    throw ConfigDumpError(
                        description: "more than \(Self.sizeLimit) bytes with no end in sight")
                }
                switch byte {
                case 0: return try end()
                case UInt8(ascii: "\r"), UInt8(ascii: "\n"): endLine()
                default: try append(byte)
                }
            }
            return nil
        }

        private mutating func append(_ byte: UInt8) throws(ConfigDumpError) {
            guard line.count < Self.lineLimit else {
                throw ConfigDumpError(description: "a line of more than \(Self.lineLimit) bytes")
            }
            line.append(byte)
        }

        private mutating func endLine() {
            defer { line.removeAll(keepingCapacity: true) }
            guard let equals = line.firstIndex(of: UInt8(ascii: "=")) else { return }
            let key = Self.trimmed(line[..<equals]).lowercased()
            guard key.utf8.contains(UInt8(ascii: ":")) else { return }
            values[key] = Self.trimmed(line[(equals + 1)...])
        }

        private mutating func end() throws(ConfigDumpError) -> ConfigDump {
            endLine()
            guard !values.isEmpty else { throw ConfigDumpError(description: "no key in it") }
            return ConfigDump(values: values)
        }

        /// The text between blanks and tabs.
        static func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
            let blanks = [UInt8(ascii: " "), UInt8(ascii: "\t")]
            let text = bytes.drop { blanks.contains($0) }
            let end = text.lastIndex { !blanks.contains($0) }.map { $0 + 1 } ?? text.startIndex
            return String(decoding: text[..<end], as: UTF8.self)
        }
    }
}
