import Core

/// One service as `avahi-browse --parsable --resolve` prints it.
struct AvahiService: Equatable {
    static let type = "_roost._tcp"

    /// What its machine calls it.
    let name: String
    /// "shed.local"
    let host: String
    let address: String
    let port: UInt16

    /// - Returns: `nil` for a line that resolves nothing, or not to IPv4, which is what a gateway speaks.
    init?(_ line: Substring) {
        // =;eth0;IPv4;shed;_roost._tcp;local;shed.local;192.168.0.7;8424;"txtvers=1"
        let fields = line.split(separator: ";", omittingEmptySubsequences: false)
        guard fields.count >= 9, fields[0] == "=", fields[2] == "IPv4", fields[4] == Self.type,
            let port = UInt16(fields[8]), port > 0
        else { return nil }
        name = Self.unescaped(fields[3])
        host = Self.unescaped(fields[6])
        address = String(fields[7])
        self.port = port
        guard !host.isEmpty, IPv4Text.isAddress(address) else { return nil }
    }

    /// Avahi writes `\.` and `\\`, and every other special byte as a backslash and three decimal digits. What would steer
    /// a terminal is left out.
    private static func unescaped(_ field: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = Array(field.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\") else {
                bytes.append(byte)
                continue
            }
            let digits = String(decoding: rest.prefix(3), as: UTF8.self)
            if digits.utf8.count == 3, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
                let value = UInt8(digits)
            {
                bytes.append(value)
                rest = rest.dropFirst(3)
            } else if let next = rest.popFirst() {
                bytes.append(next)
            }
        }
        let text = String(decoding: bytes, as: UTF8.self)
        return String(
            text.unicodeScalars.filter { scalar in
                switch scalar.properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator: false
                default: true
                }
            }.reduce(into: String.UnicodeScalarView()) { $0.append($1) })
    }
}

private enum IPv4Text {
    static func isAddress(_ text: String) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
    }
}
