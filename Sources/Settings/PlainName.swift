/// Whether a text can name a driver, a policy or one of their ports, as in "driver.port".
package func isPlainName(_ name: String) -> Bool {
    (1...40).contains(name.utf8.count)
        && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
}

/// What is told when it cannot.
package let plainNameRule = "a name is made of letters, digits, - and _, at most 40"
