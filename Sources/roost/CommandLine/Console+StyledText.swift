import CommandKit
import Terminal

extension Console {
    /// A line as it is written: on a screen as this terminal can show it, otherwise whole and without colour.
    static func text(of line: StyledText, onScreen isScreen: Bool) -> String {
        let shown = !isScreen || showsUnicode ? line : line.inASCII
        return shown.rendered(colour: isScreen && hasColour)
    }
}
