/// A step of a coding path that no type declares: a place in a list, or the parent of a class.
struct JSONPathKey: CodingKey {
    /// Where classes keep what their superclass encodes, by custom of Foundation's coders.
    static let parent = JSONPathKey(stringValue: "super")

    let stringValue: String
    let intValue: Int?

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init(intValue: Int) {
        stringValue = "\(intValue)"
        self.intValue = intValue
    }
}
