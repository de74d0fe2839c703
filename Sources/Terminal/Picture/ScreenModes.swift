/// What a terminal is told before the first picture and after the last (xterm's control sequences).
package struct ScreenModes: Sendable {
    package let opening: String
    package let closing: String

    /// For a picture: the other screen, no cursor, and what is too wide is cut and not wrapped into the
    /// next row; and all of it back, in the other order.
    package static let picture = ScreenModes(
        opening: "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l",
        closing: "\u{1B}[0m\u{1B}[?2026l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l")

    /// For keys that fly, too: the mouse wheel not as arrow keys (it would fly), focus events, and
    /// kitty's key reports (8: all keys, 2: releases, 1: without ambiguity), then whether the terminal
    /// has them.
    package static let sticks = ScreenModes(
        opening: "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?1007l\u{1B}[?1004h\u{1B}[>11u\u{1B}[?u",
        closing: "\u{1B}[<u\u{1B}[?1004l\u{1B}[?1007h\u{1B}[0m\u{1B}[?2026l\u{1B}[?25h\u{1B}[?1049l"
    )
}
