/// Which bytes a text file is made of: UTF-8, or the UTF-16 that Windows programs write as "Unicode".
package enum TextEncoding: Sendable {
    case utf8
    case utf16(isBigEndian: Bool)
    case utf32

    /// Looks at the mark that editors put before a text. Without a mark, UTF-16 shows by the zeros beside the first two
    /// letters, which no text in UTF-8 has.
    package init(of bytes: [UInt8]) {
        let head = Array(bytes.prefix(4))
        let isLetter = { (byte: UInt8) in (0x09...0x7E).contains(byte) }
        switch head.count {
        case 4 where head == [0xFF, 0xFE, 0, 0] || head == [0, 0, 0xFE, 0xFF]: self = .utf32
        case 2... where head[..<2] == [0xFF, 0xFE]: self = .utf16(isBigEndian: false)
        case 2... where head[..<2] == [0xFE, 0xFF]: self = .utf16(isBigEndian: true)
        case 4 where isLetter(head[0]) && head[1] == 0 && isLetter(head[2]) && head[3] == 0:
            self = .utf16(isBigEndian: false)
        case 4 where head[0] == 0 && isLetter(head[1]) && head[2] == 0 && isLetter(head[3]):
            self = .utf16(isBigEndian: true)
        default: self = .utf8
        }
    }

    /// The text in UTF-8, without a mark before it. Half a character of UTF-16 becomes U+FFFD.
    ///
    /// - Throws: for UTF-32, which no program is known to save such files in.
    package static func utf8(_ bytes: [UInt8]) throws(TextEncodingError) -> [UInt8] {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        switch TextEncoding(of: bytes) {
        case .utf8: return bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
        case .utf32: throw TextEncodingError()
        case .utf16(let isBigEndian):
            let units = stride(from: 0, to: bytes.count, by: 2).map { index -> UInt16 in
                let (first, second) = (bytes[index], index + 1 < bytes.count ? bytes[index + 1] : 0)
                return isBigEndian
                    ? UInt16(first) << 8 | UInt16(second) : UInt16(second) << 8 | UInt16(first)
            }
            let text = units.first == 0xFEFF ? units.dropFirst() : units[...]
            return Array(String(decoding: text, as: UTF16.self).utf8)
        }
    }
}

/// Why a text cannot be read.
package struct TextEncodingError: Error, Equatable, Sendable, CustomStringConvertible {
    package init() {}

    package var description: String { "the file is UTF-32, which is not read; save it as UTF-8" }
}
