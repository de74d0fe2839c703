extension String {
    /// Whether these bytes are somewhere in it.
    ///
    /// `contains` of a text is that of the engine of regular expressions, which one call links whole: 0.8 MB.
    package func mentions(_ words: String) -> Bool {
        let (bytes, sought) = (Array(utf8), Array(words.utf8))
        guard bytes.count >= sought.count else { return false }
        return (0...bytes.count - sought.count).contains { bytes[$0...].starts(with: sought) }
    }
}
