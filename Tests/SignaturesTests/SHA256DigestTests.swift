import CommandKit
import Core
import Signatures
import Testing

@Suite struct SHA256DigestTests {
    @Test(
        "libcrypto's SHA-256 is what NIST's examples say (FIPS 180-4)",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        ])
    func hash(message: String, hash: String) throws {
        #expect(try SHA256Digest.hex(of: Array(message.utf8)) == hash)
    }

    @Test("the hashes of programs without libcrypto are the same, whatever the length")
    func agreement() throws {
        for count in 0...200 {
            let message = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 31 + count) }
            #expect(try SHA256Digest.hex(of: message) == SHA256.hex(of: message))
        }
    }
}
