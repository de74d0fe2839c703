import Values

/// What a key asks for that the model cannot do itself.
package enum TopAction: Sendable {
    case quit
    /// To give the terminal to the shell, until that gives it back.
    case suspend
}

extension TopModel {
    /// Does what a key says. `maxScroll` is how far the page that is shown can be scrolled
    /// (`TopScreen.maxScroll`).
    package mutating func handle(
        _ input: TerminalInput, maxScroll: Int, at now: Instant
    ) -> TopAction? {
        guard case .key(let key, let action) = input, action != .release else { return nil }
        switch key {
        case .character("q"), .interrupt: return .quit
        case .suspend: return .suspend
        case .character("p"): pauseOrGoOn(at: now)
        case .character("?"): if page == .help { goBack() } else { open(.help) }
        default: if page == .list { handleInList(key, at: now) } else { handle(key, maxScroll) }
        }
        return nil
    }

    private mutating func handleInList(_ key: Key, at now: Instant) {
        switch key {
        case .up, .character("k"): select(-1, at: now)
        case .down, .character("j"): select(1, at: now)
        case .enter, .right: openSelection(at: now)
        case .character("s"): changeOrder()
        default: break
        }
    }

    /// On a page that is read: details, or help.
    private mutating func handle(_ key: Key, _ maxScroll: Int) {
        switch key {
        case .up, .character("k"): scroll(-1, atMost: maxScroll)
        case .down, .character("j"): scroll(1, atMost: maxScroll)
        case .escape, .enter, .left: goBack()
        default: break
        }
    }
}
