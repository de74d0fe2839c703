/// What comes from a terminal, decoded.
package enum TerminalInput: Equatable, Sendable {
    case key(Key, KeyAction)
    /// Another window has the keyboard now: whatever was held is held no longer.
    case focusLost
    /// The terminal tells when keys are let go.
    case reportsReleases
}

package enum Key: Hashable, Sendable {
    /// A printable ASCII character, letters in lower case.
    case character(Character)
    case up, down, left, right
    case enter, escape
    /// Ctrl-C
    case interrupt
    /// Ctrl-Z
    case suspend
}

package enum KeyAction: Sendable {
    /// Went down. A plain terminal says the same for each repeat of a key that is held.
    case press
    /// Is still down; only from a terminal that tells releases.
    case `repeat`
    case release
}
