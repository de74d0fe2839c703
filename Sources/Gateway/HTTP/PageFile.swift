/// The files of the page: these and no others, so no name that comes over the network is ever opened.
package struct PageFile: Sendable {
    package let target: String
    package let name: String
    package let type: String

    package static let all =
        [
            PageFile(target: "/", name: "index.html", type: "text/html; charset=utf-8"),
            PageFile(target: "/page.css", name: "page.css", type: "text/css; charset=utf-8"),
        ]
        + [
            "page", "parts", "service", "fly", "map", "video", "leader", "door", "year",
            "everything", "plot", "verdict",
        ].map {
            PageFile(
                target: "/\($0).js", name: "\($0).js", type: "text/javascript; charset=utf-8")
        }
}

extension HTTPResponse {
    package init(page bytes: [UInt8], type: String) {
        self.init(200, type: type, bytes)
    }
}
