/// What the firmware knows of one configuration key.
struct ConfigurationKey: Sendable {
    /// Whose value it is: the key's category.
    enum Owner: Sendable {
        case everybody, session, user, application
    }

    /// Who may set it: the two permission columns of the SDK's table (the rights of a plain
    /// `CONFIG`, and those of one that names ids) in one.
    enum Writer: Sendable {
        case anybody
        /// A plain `CONFIG` is silently ignored.
        case identified
        /// Only the firmware itself.
        case nobody
    }

    enum Content: Sendable {
        case bool
        case integer(ClosedRange<Int>, or: Int? = nil)
        /// Held to the range, as limits that are only recommendations are.
        case limit(ClosedRange<Double>)
        /// Refused outside of the range.
        case number(ClosedRange<Double>)
        case text

        /// The text to keep, or `nil` when the value is refused.
        func accept(_ text: String) -> String? {
            switch self {
            case .bool:
                ["TRUE", "FALSE"].contains(text.uppercased()) ? text.uppercased() : nil
            case .integer(let range, let exception):
                Int(text).flatMap { range.contains($0) || $0 == exception ? text : nil }
            case .limit(let range):
                // A NaN compares with nothing and so is refused.
                Double(text).flatMap { number in
                    number == number
                        ? "\(min(range.upperBound, max(range.lowerBound, number)))" : nil
                }
            case .number(let range):
                Double(text).flatMap { range.contains($0) ? text : nil }
            case .text:
                text
            }
        }
    }

    /// "section:key".
    let name: String
    let owner: Owner
    let content: Content
    let standard: String
    let writer: Writer

    init(
        _ name: String, _ owner: Owner, _ content: Content, _ standard: String,
        setBy writer: Writer = .anybody
    ) {
        self.name = name
        self.owner = owner
        self.content = content
        self.standard = standard
        self.writer = writer
    }

    /// The key of this name. One that the table does not have is kept as it comes: the
    /// simulation has no use for it.
    static func named(_ name: String) -> ConfigurationKey {
        index[name] ?? ConfigurationKey(name, .everybody, .text, "")
    }

    static func isKnown(_ name: String) -> Bool {
        index[name] != nil
    }

    private static let index = Dictionary(
        table.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
}
