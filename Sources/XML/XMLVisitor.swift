/// What is wrong with an XML document, and in which line.
package struct XMLError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Counted from 1.
    package let line: Int
    package let message: String

    package init(line: Int, _ message: String) {
        self.line = line
        self.message = message
    }

    package var description: String { "line \(line): \(message)" }
}

/// The name of an element: the namespace it is in and the word itself.
package struct XMLName: Hashable, Sendable {
    /// Empty for none. For a prefix that nobody declares it is the prefix with a colon, which is no namespace of
    /// anybody: such elements come from programs that forgot the declaration of an extension.
    package let namespace: String
    package let local: String

    package init(namespace: String, local: String) {
        self.namespace = namespace
        self.local = local
    }
}

/// Takes the elements of a document in their order. What it throws ends the reading.
package protocol XMLVisitor {
    /// An element begins. Attributes have the names that are written, prefixes included.
    mutating func start(
        _ name: XMLName, attributes: [String: String], line: Int
    ) throws(XMLError)

    /// An element ends. `text` is what stood in it directly before this end: all of it for an
    /// element without children.
    mutating func end(_ name: XMLName, text: String, line: Int) throws(XMLError)
}
