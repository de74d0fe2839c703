import CCrypto
import Core
import Glibc
import Values

/// A key of Ed25519 (RFC 8032) over OpenSSL's libcrypto.
package final class Ed25519Key {
    package static let signatureBytes = 64

    /// What `openssl genpkey -algorithm ed25519` writes has 119 bytes.
    private static let maxBytes = 16384

    private let key: OpaquePointer

    private init(adopting key: OpaquePointer) throws(PlainError) {
        guard EVP_PKEY_get_base_id(key) == EVP_PKEY_ED25519 else {
            EVP_PKEY_free(key)
            throw PlainError("it is a key of another kind than Ed25519")
        }
        self.key = key
    }

    deinit { EVP_PKEY_free(key) }

    /// Reads a public key as `openssl pkey -pubout` writes it.
    ///
    /// - Throws: that it is none, or one of another kind.
    package static func verifying(pem: [UInt8]) throws(PlainError) -> Ed25519Key {
        try read(pem, "no public key in PEM") { PEM_read_bio_PUBKEY($0, nil, nil, nil) }
    }

    /// Reads a private key as `openssl genpkey` writes it. One that is encrypted asks for its passphrase at the
    /// terminal.
    ///
    /// - Throws: that it is none, or one of another kind.
    package static func signing(pem: [UInt8]) throws(PlainError) -> Ed25519Key {
        try read(pem, "no private key in PEM, or not its passphrase") {
            PEM_read_bio_PrivateKey($0, nil, nil, nil)
        }
    }

    private static func read(
        _ pem: [UInt8], _ fault: String, _ parse: (OpaquePointer) -> OpaquePointer?
    ) throws(PlainError) -> Ed25519Key {
        guard pem.count <= maxBytes else { throw PlainError("it has more than \(maxBytes) bytes") }
        let key: OpaquePointer? = pem.withUnsafeBytes { bytes in
            guard let source = BIO_new_mem_buf(bytes.baseAddress, Int32(bytes.count)) else {
                return nil
            }
            defer { BIO_free(source) }
            return parse(source)
        }
        guard let key else {
            ERR_clear_error()
            throw PlainError(fault)
        }
        return try Ed25519Key(adopting: key)
    }

    /// Whether `signature` is this key's of `message`.
    package func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        guard signature.count == Self.signatureBytes, let context = EVP_MD_CTX_new() else {
            return false
        }
        defer { EVP_MD_CTX_free(context) }
        guard EVP_DigestVerifyInit(context, nil, nil, nil, key) == 1 else { return false }
        let result = EVP_DigestVerify(
            context, signature, signature.count, message, message.count)
        ERR_clear_error()
        return result == 1
    }

    /// - Throws: that this is a public key only.
    package func signature(of message: [UInt8]) throws(PlainError) -> [UInt8] {
        guard let context = EVP_MD_CTX_new() else { throw PlainError("no memory to sign with") }
        defer { EVP_MD_CTX_free(context) }
        var signature = [UInt8](repeating: 0, count: Self.signatureBytes)
        var count = signature.count
        guard EVP_DigestSignInit(context, nil, nil, nil, key) == 1,
            EVP_DigestSign(context, &signature, &count, message, message.count) == 1,
            count == Self.signatureBytes
        else {
            ERR_clear_error()
            throw PlainError("it cannot be signed with this key: is it the private one?")
        }
        return signature
    }
}
