import Core
import Signatures
import TestSupport
import Testing
import Values

/// With the vectors of RFC 8032, 7.1: TEST 1, 2 and 3. The keys are those, in the DER that RFC 8410, 10.1 and
/// 10.3 give for them (a prefix of 12 and of 16 bytes), in PEM.
@Suite struct Ed25519KeyTests {
    struct Vector: CustomTestStringConvertible, Sendable {
        let secret, key, message, signature: String
        var testDescription: String { "a message of \(message.utf8.count / 2) bytes" }
    }

    static let vectors = [
        Vector(
            secret: "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
            key: "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
            message: "",
            signature: "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
                + "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"),
        Vector(
            secret: "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
            key: "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
            message: "72",
            signature: "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
                + "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"),
        Vector(
            secret: "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
            key: "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
            message: "af82",
            signature: "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
                + "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"),
    ]

    private func bytes(_ hex: String) -> [UInt8] {
        let digits = Array(hex.utf8)
        return stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(String(decoding: digits[$0...$0 + 1], as: UTF8.self), radix: 16)
        }
    }

    private func pem(_ label: String, _ der: [UInt8]) -> [UInt8] {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        var text = ""
        for start in stride(from: 0, to: der.count, by: 3) {
            let group = der[start..<min(start + 3, der.count)]
            let bits = group.reduce(0) { $0 << 8 | UInt32($1) } << (8 * (3 - UInt32(group.count)))
            for index in 0..<4 {
                text.append(
                    index <= group.count
                        ? letters[Int(bits >> (18 - 6 * UInt32(index)) & 63)] : "=")
            }
        }
        return Array("-----BEGIN \(label)-----\n\(text)\n-----END \(label)-----\n".utf8)
    }

    private func verifying(_ vector: Vector) throws -> Ed25519Key {
        try .verifying(
            pem: pem("PUBLIC KEY", bytes("302a300506032b6570032100") + bytes(vector.key)))
    }

    private func signing(_ vector: Vector) throws -> Ed25519Key {
        try .signing(
            pem: pem(
                "PRIVATE KEY", bytes("302e020100300506032b657004220420") + bytes(vector.secret)))
    }

    @Test(
        "it verifies what the RFC has signed, and nothing that differs by a bit", arguments: vectors
    )
    func verifies(vector: Vector) throws {
        let key = try verifying(vector)
        let (message, signature) = (bytes(vector.message), bytes(vector.signature))
        #expect(key.verifies(signature, of: message))
        #expect(!key.verifies(signature, of: message + [0]))
        for index in [0, 31, 32, 63] {
            var other = signature
            other[index] ^= 1
            #expect(!key.verifies(other, of: message))
        }
    }

    @Test("it signs as the RFC does", arguments: vectors) func signs(vector: Vector) throws {
        #expect(
            try signing(vector).signature(of: bytes(vector.message)) == bytes(vector.signature))
    }

    @Test("another key's signature is none, nor is one of another length") func others() throws {
        let key = try verifying(Self.vectors[0])
        let signature = bytes(Self.vectors[1].signature)
        #expect(!key.verifies(signature, of: bytes(Self.vectors[1].message)))
        #expect(!key.verifies([], of: []))
        #expect(!key.verifies(bytes(Self.vectors[0].signature) + [0], of: []))
    }

    /// `s` and `s` plus the order of the group verify alike where nobody looks (RFC 8032, 5.1.7).
    @Test("a signature is one of its kind: its number may not be written larger") func malleable()
        throws
    {
        let vector = Self.vectors[0]
        // The order of the group, little end first (RFC 8032, 5.1).
        let order =
            bytes("edd3f55c1a631258d69cf7a2def9de14") + [UInt8](repeating: 0, count: 15) + [0x10]
        var signature = bytes(vector.signature)
        var carry = 0
        for index in 0..<32 {
            carry += Int(signature[32 + index]) + Int(order[index])
            signature[32 + index] = UInt8(carry & 255)
            carry >>= 8
        }
        #expect(carry == 0)
        #expect(try !verifying(vector).verifies(signature, of: []))
    }

    @Test("what is no key, or one of another kind, is refused with a reason") func noKey() throws {
        let key = Self.vectors[0]
        for (pem, why) in [
            ([], "no public key in PEM"), (Array("hello".utf8), "no public key in PEM"),
            (pem("PUBLIC KEY", bytes("302a300506032b6570032100")), "no public key in PEM"),
            // X25519 (RFC 8410, 3): its object identifier ends with 110 in the place of 112.
            (
                pem("PUBLIC KEY", bytes("302a300506032b656e032100") + bytes(key.key)),
                "it is a key of another kind than Ed25519"
            ),
            ([UInt8](repeating: 65, count: 20000), "it has more than 16384 bytes"),
        ] {
            #expect(throws: PlainError(why)) { try Ed25519Key.verifying(pem: pem) }
        }
        let error = thrownError(PlainError.self) {
            _ = try verifying(key).signature(of: [])
        }
        #expect(error?.description.contains("is it the private one?") == true)
    }
}
