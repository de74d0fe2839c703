import Testing
import XML

/// Writes down what it sees.
private struct Recorder: XMLVisitor {
    var events: [String] = []
    var refusedElement: String?

    mutating func start(
        _ name: XMLName, attributes: [String: String], line: Int
    ) throws(XMLError) {
        if name.local == refusedElement { throw XMLError(line: line, "refused") }
        let list = attributes.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
        events.append("\(line) <\(name.namespace)|\(name.local)\(list)>")
    }

    mutating func end(_ name: XMLName, text: String, line: Int) throws(XMLError) {
        events.append("\(line) </\(name.local)> \(text)")
    }
}

@Suite("XML reader")
struct XMLReaderTests {
    private func read(
        _ text: String, _ reader: XMLReader = XMLReader(), refusing element: String? = nil
    ) throws(XMLError) -> [String] {
        var recorder = Recorder(refusedElement: element)
        try reader.read(Array(text.utf8), &recorder)
        return recorder.events
    }

    @Test("elements come with namespace, attributes, text and line")
    func elements() throws {
        let events = try read(
            """
            <a xmlns="urn:x" q="1&amp;2">
            <b>one &lt; two</b>
            </a>
            """)
        #expect(
            events == [
                "1 <urn:x|a q=1&2>", "2 <urn:x|b>", "2 </b> one < two", "3 </a> \n",
            ])
    }

    @Test("an element without a namespace has an empty one")
    func noNamespace() throws {
        #expect(try read("<a/>") == ["1 <|a>", "1 </a> "])
    }

    @Test("broken XML is refused with its line")
    func broken() {
        #expect(throws: XMLError(line: 2, "not well-formed XML: mismatched tag")) {
            try read("<a>\n</b>")
        }
        #expect(throws: XMLError(line: 1, "not well-formed XML: no element found")) {
            try read("")
        }
    }

    @Test("a document that is cut off is refused")
    func cutOff() {
        #expect(throws: XMLError.self) { try read("<a><b>text</b>") }
    }

    @Test("a document type, and with it every entity bomb, is refused")
    func entityBomb() {
        let bomb = """
            <?xml version="1.0"?>
            <!DOCTYPE a [<!ENTITY x "xxxxxxxxxx"><!ENTITY y "&x;&x;&x;&x;">]>
            <a>&y;</a>
            """
        #expect(throws: XMLError(line: 2, "document type declarations are not accepted")) {
            try read(bomb)
        }
    }

    @Test("nesting and size have limits")
    func limits() throws {
        let reader = XMLReader(byteLimit: 40, depthLimit: 3)
        #expect(try read("<a><a><a/></a></a>", reader).count == 6)
        #expect(throws: XMLError(line: 1, "elements are nested more than 3 deep")) {
            try read("<a><a><a><a/></a></a></a>", reader)
        }
        #expect(throws: XMLError(line: 1, "the document has 41 bytes; the limit is 40")) {
            try read("<a>" + String(repeating: "x", count: 34) + "</a>", reader)
        }
    }

    @Test("what the visitor throws ends the reading")
    func visitorThrows() {
        #expect(throws: XMLError(line: 2, "refused")) {
            try read("<a>\n<b/>\n<c></a>", refusing: "b")
        }
    }

    @Test(
        "a prefix stands for its namespace within its element; one that nobody declares is its own")
    func prefixes() throws {
        let events = try read(
            "<g:a xmlns:g='urn:g' xmlns='urn:d'><b g:q='1'/><g:c xmlns:g='urn:h'/><x:d/><e xmlns=''/></g:a>"
        )
        #expect(
            events.filter { !$0.contains("</") } == [
                "1 <urn:g|a>", "1 <urn:d|b g:q=1>", "1 <urn:h|c>", "1 <x:|d>", "1 <|e>",
            ])
    }

    @Test(
        "UTF-16 is read by its mark; UTF-8 is read whatever is declared; other bytes are as declared"
    )
    func encodings() throws {
        func document(_ encoding: String) -> String {
            "<?xml version='1.0' encoding='\(encoding)'?><a>é</a>"
        }
        func texts(_ bytes: [UInt8]) throws(XMLError) -> [String] {
            var recorder = Recorder()
            try XMLReader().read(bytes, &recorder)
            return recorder.events
        }
        let expected = ["1 <|a>", "1 </a> é"]
        let units = [0xFEFF] + Array(document("UTF-16").utf16)
        #expect(try texts(units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }) == expected)
        #expect(try texts(units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }) == expected)
        for declared in ["utf-8", "utf-16", "windows-1252"] {
            #expect(try texts(Array(document(declared).utf8)) == expected)
        }
        let latin = { (encoding: String) in
            document(encoding).unicodeScalars.map { UInt8($0.value) }
        }
        #expect(try texts(latin("ISO-8859-1")) == expected)
        #expect(throws: XMLError(line: 1, "not well-formed XML: unknown encoding")) {
            try texts(latin("windows-1252"))
        }
    }
}
