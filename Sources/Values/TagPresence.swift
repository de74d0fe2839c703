/// The tag that a reader sees now, if it sees one.
///
/// That it sees none does not say that no animal is there: chips are missed when they pass quickly or
/// at an angle, and two at a time jam each other.
package struct TagPresence: DeviceValue {
    package static let kind = "tag-presence"

    /// `nil` when no tag has been read for a while.
    package let tag: TagID?
    /// How often it was read in a row. A damaged frame can name another tag and yet be whole: take one
    /// reading for a tag that you know, two for a stranger.
    package let reads: Int
    /// Since when it is this tag, or none.
    package let since: Instant

    package init(tag: TagID?, reads: Int = 1, since: Instant = .zero) {
        self.tag = tag
        self.reads = tag == nil ? 0 : reads
        self.since = since
    }

    package static func none(since: Instant) -> TagPresence {
        TagPresence(tag: nil, since: since)
    }

    package var description: String { tag?.description ?? "no tag" }
}
