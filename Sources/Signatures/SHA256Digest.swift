import CCrypto
import Core
import Values

/// SHA-256 over OpenSSL's libcrypto, for what a signature vouches for.
package enum SHA256Digest {
    /// The hash of `message` in lower case hexadecimal digits.
    package static func hex(of message: [UInt8]) throws(PlainError) -> String {
        var hash = [UInt8](repeating: 0, count: 32)
        guard EVP_Digest(message, message.count, &hash, nil, EVP_sha256(), nil) == 1 else {
            ERR_clear_error()
            throw PlainError("libcrypto has no SHA-256")
        }
        return hexText(of: hash)
    }
}
