import Core

/// The files of the page: these and no others, so no name that comes over the network is ever opened.
package struct PageFile: Sendable {
    package let target: String
    /// Within the folder of the page.
    package let name: String
    package let type: String

    /// Those that are there whatever runs, and the scripts of the views of all kinds of policies, by the names of these.
    package static func all(_ views: [(policy: String, view: PageView)]) -> [PageFile] {
        let own = ["page", "parts", "service", "everything", "plot", "verdict"].map { script($0) }
        let theirs = views.flatMap { policy, view in
            view.scripts.map { script($0, in: "\(policy)/") }
        }
        let style = PageFile(
            target: "/page.css", name: "page.css", type: "text/css; charset=utf-8")
        return [style] + own + theirs
    }

    private static func script(_ name: String, in folder: String = "") -> PageFile {
        PageFile(
            target: "/\(name).js", name: "\(folder)\(name).js",
            type: "text/javascript; charset=utf-8")
    }
}

/// The document of the page. `index.html` has a line for the tabs of the views and one for their sections.
package struct PageDocument {
    package static let type = "text/html; charset=utf-8"
    package let text: String

    /// `views` with the text of `NAME.html`, in the order of their tabs.
    package init(_ index: String, _ views: [(view: PageView, section: String)]) {
        let tabs = views.map { view, _ in
            "    <button type=\"button\" id=\"tab-\(view.name)\" aria-controls=\"\(view.name)\" hidden>"
                + "\(view.title)</button>"
        }
        let sections = views.flatMap { $0.section.split(separator: "\n").map(String.init) }
        let lines = index.split(separator: "\n", omittingEmptySubsequences: false)
        text = lines.flatMap { line -> [String] in
            switch line {
            case "    <!-- tabs -->": tabs
            case "  <!-- views -->": sections
            default: [String(line)]
            }
        }.joined(separator: "\n")
    }
}

extension HTTPResponse {
    package init(page bytes: [UInt8], type: String) {
        self.init(200, type: type, bytes)
    }
}
