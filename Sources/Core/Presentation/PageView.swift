/// The view of the page in a browser that a kind of policy brings. Its files are in a folder of `page` with the name of the
/// kind: the section `NAME.html`, and the script `NAME.js`, of which `page.js` says what it exports.
package struct PageView: Sendable {
    /// Behind the "#" of its address.
    package let name: String
    /// In its tab.
    package let title: String
    /// Its scripts, without their ".js"; its own is among them.
    package let scripts: [String]

    package init(_ name: String, title: String, scripts: [String]) {
        self.name = name
        self.title = title
        self.scripts = scripts
    }
}
