import Core
import Gateway
import Testing

@Suite struct PageDocumentTests {
    private static let index = """
        <nav>
            <!-- tabs -->
            <button id="tab-all">Everything</button>
        </nav>
        <main>
          <!-- views -->
          <section id="all"></section>
        </main>

        """

    private static let views = [
        (view: PageView("fly", title: "Fly", scripts: ["fly"]), section: "  <p>fly</p>\n"),
        (view: PageView("door", title: "Door", scripts: ["door"]), section: "  <p>door</p>\n"),
    ]

    @Test("the tabs and the sections of the views stand where the document has a line for them")
    func inserted() {
        let text = PageDocument(Self.index, Self.views).text
        #expect(
            text == """
                <nav>
                    <button type="button" id="tab-fly" aria-controls="fly" hidden>Fly</button>
                    <button type="button" id="tab-door" aria-controls="door" hidden>Door</button>
                    <button id="tab-all">Everything</button>
                </nav>
                <main>
                  <p>fly</p>
                  <p>door</p>
                  <section id="all"></section>
                </main>

                """)
    }

    @Test("where no policy has a view, the document is left as it is but for those lines")
    func none() {
        #expect(
            PageDocument(Self.index, []).text.split(separator: "\n").count
                == Self.index.split(separator: "\n").count - 2)
    }

    @Test(
        "the scripts of a view are read in the folder of its policy, and served beside the others")
    func scripts() throws {
        let files = PageFile.all([("kite", Self.views[0].view)])
        let script = try #require(files.first { $0.target == "/fly.js" })
        #expect(script.name == "kite/fly.js")
        #expect(files.contains { $0.target == "/page.js" && $0.name == "page.js" })
        #expect(!files.contains { $0.target == "/door.js" })
    }
}
