/// A sentence with its checksum: the exclusive or of all between "$" and "*".
package func sentence(_ body: String) -> String {
    let sum = String(body.utf8.reduce(0, ^), radix: 16, uppercase: true)
    return "$\(body)*\(sum.count == 1 ? "0" : "")\(sum)"
}

/// A sentence as it comes down the line.
package func nmeaLine(_ body: String) -> [UInt8] {
    Array("\(sentence(body))\r\n".utf8)
}
