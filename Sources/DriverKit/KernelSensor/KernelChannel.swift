import Devices

/// One value of a chip that a driver of the kernel's reads, as the kernel names it: "temp",
/// "voltage0", "temp_ambient", "in1".
package struct KernelChannel: Equatable, Sendable {
    /// A type of channel: its quantity, and how many of the quantity's unit one of the kernel's is.
    package struct Kind: Equatable, Sendable {
        let quantity: Measurement.Quantity
        let factor: Double

        init(_ quantity: Measurement.Quantity, _ factor: Double) {
            self.quantity = quantity
            self.factor = factor
        }
    }

    let name: String
    /// What parameters that several channels share are named after: "voltage".
    let sharedName: String
    let kind: Kind

    /// `nil` for what cannot be a channel of these types.
    init?(_ name: String, of kinds: [String: Kind]) {
        let type = Self.type(of: name)
        guard let kind = kinds[type], name.utf8.count <= 40,
            name.utf8.allSatisfy(Self.isOfName)
        else { return nil }
        self.name = name
        self.kind = kind
        // A difference of two, "voltage0-voltage1", shares what is "voltage-voltage".
        sharedName = name.contains("-") ? "\(type)-\(type)" : type
    }

    /// "voltage" of "voltage0-voltage1".
    private static func type(of name: String) -> String {
        String(name.prefix { $0.isASCII && $0.isLetter })
    }

    /// It becomes a part of a path.
    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
