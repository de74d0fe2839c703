import Settings

extension RequestLimit {
    /// Reads the `allow` of a program that passes requests on: the requests that are taken, and the outputs that may be
    /// switched.
    package static func allowed(_ read: SettingsReader, from: String = "") -> [String]? {
        read(
            optional: "allow",
            .list(
                of: .matching("the name of a request, or of an output as \"driver.port\"") { name in
                    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
                    return parts.count <= 2 && parts.allSatisfy { isPlainName(String($0)) }
                }, count: 0...64),
            "The requests that are taken\(from), and the outputs that may be switched, each as \"driver.port\". Left "
                + "out: all requests whose effect is safer or ordinary, and no output. Irreversible ones never are."
        )
    }
}
