import CExpat

/// Reads one XML document with expat, within limits.
///
/// Document type declarations are refused, and with them every entity that could expand into
/// gigabytes or name another file: no format that Roost reads needs one.
///
/// A document that is valid UTF-8 is read as UTF-8, whatever its declaration says: programs in .NET declare the
/// UTF-16 of their strings and write UTF-8. Any other document is in the encoding that it declares.
package struct XMLReader: Sendable {
    /// The largest document, in bytes.
    package let byteLimit: Int
    /// How deep elements may be nested.
    package let depthLimit: Int

    package init(byteLimit: Int = 16 << 20, depthLimit: Int = 32) {
        // Expat counts the bytes of one call in a C int.
        self.byteLimit = min(byteLimit, Int(Int32.max))
        self.depthLimit = depthLimit
    }

    /// Walks through all of `document`.
    package func read<Visitor: XMLVisitor>(
        _ document: [UInt8], _ visitor: inout Visitor
    ) throws(XMLError) {
        guard document.count <= byteLimit else {
            throw XMLError(
                line: 1, "the document has \(document.count) bytes; the limit is \(byteLimit)")
        }
        // Expat's own namespaces are not used: with them, a prefix that nobody declares ends the document.
        let encoding = String(validating: document, as: UTF8.self) == nil ? nil : "UTF-8"
        guard let parser = XML_ParserCreate(encoding) else {
            throw XMLError(line: 1, "no memory for an XML parser")
        }
        defer { XML_ParserFree(parser) }
        let walk = XMLWalk(parser: parser, visitor: visitor, depthLimit: depthLimit)
        let status = withExtendedLifetime(walk) {
            walk.connect()
            return document.withUnsafeBytes {
                XML_Parse(
                    parser, $0.bindMemory(to: CChar.self).baseAddress, Int32($0.count), 1)
            }
        }
        if let error = walk.error { throw error }
        guard status == XML_STATUS_OK else {
            let why = XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) }
            throw XMLError(line: walk.line, "not well-formed XML: \(why ?? "unknown error")")
        }
        visitor = walk.visitor as? Visitor ?? visitor
    }
}

/// The state of one walk, where expat's callbacks find it. Never leaves the call of `read`.
private final class XMLWalk {
    let parser: XML_Parser
    var visitor: any XMLVisitor
    private(set) var error: XMLError?
    private let depthLimit: Int
    private var depth = 0
    private var namespaces = NamespaceScopes()
    private var text: [UInt8] = []

    init(parser: XML_Parser, visitor: any XMLVisitor, depthLimit: Int) {
        self.parser = parser
        self.visitor = visitor
        self.depthLimit = depthLimit
    }

    var line: Int {
        Int(clamping: roost_xml_line(parser))
    }

    func connect() {
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(
            parser,
            { context, name, attributes in
                guard let walk = XMLWalk.from(context), let name, let attributes else { return }
                walk.start(name, attributes)
            },
            { context, name in
                guard let walk = XMLWalk.from(context), let name else { return }
                walk.end(name)
            })
        XML_SetCharacterDataHandler(parser) { context, bytes, count in
            guard let bytes else { return }
            XMLWalk.from(context)?.append(bytes, count: Int(count))
        }
        XML_SetStartDoctypeDeclHandler(parser) { context, _, _, _, _ in
            XMLWalk.from(context)?.refuse("document type declarations are not accepted")
        }
    }

    private static func from(_ context: UnsafeMutableRawPointer?) -> XMLWalk? {
        context.map { Unmanaged<XMLWalk>.fromOpaque($0).takeUnretainedValue() }
    }

    private func start(
        _ name: UnsafePointer<XML_Char>,
        _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>
    ) {
        // Expat may still deliver a call or two after it was told to stop.
        guard error == nil else { return }
        depth += 1
        guard depth <= depthLimit else {
            return refuse("elements are nested more than \(depthLimit) deep")
        }
        text.removeAll(keepingCapacity: true)
        var attributes = Self.attributes(attributes)
        namespaces.open(&attributes)
        let name = namespaces.name(String(cString: name))
        let given = attributes
        visit { visitor, line throws(XMLError) in
            try visitor.start(name, attributes: given, line: line)
        }
    }

    private func end(_ name: UnsafePointer<XML_Char>) {
        guard error == nil else { return }
        depth -= 1
        let words = String(decoding: text, as: UTF8.self)
        text.removeAll(keepingCapacity: true)
        let name = namespaces.name(String(cString: name))
        namespaces.close()
        visit { visitor, line throws(XMLError) in
            try visitor.end(name, text: words, line: line)
        }
    }

    private func append(_ bytes: UnsafePointer<XML_Char>, count: Int) {
        text += UnsafeBufferPointer(start: bytes, count: count).lazy.map(UInt8.init(bitPattern:))
    }

    private func visit(
        _ body: (inout any XMLVisitor, _ line: Int) throws(XMLError) -> Void
    ) {
        do throws(XMLError) {
            try body(&visitor, line)
        } catch {
            stop(error)
        }
    }

    private func refuse(_ message: String) {
        stop(XMLError(line: line, message))
    }

    private func stop(_ why: XMLError) {
        error = why
        // Not resumable: the parser is of no more use.
        XML_StopParser(parser, 0)
    }

    /// Reads expat's list: name, value, name, value, null.
    private static func attributes(
        _ list: UnsafeMutablePointer<UnsafePointer<XML_Char>?>
    ) -> [String: String] {
        var attributes: [String: String] = [:]
        var index = 0
        while let name = list[index], let value = list[index + 1] {
            attributes[String(cString: name)] = String(cString: value)
            index += 2
        }
        return attributes
    }
}
