extension ARDrone {
    /// Where pictures are handed on to. None may keep the others waiting: what it cannot take at
    /// once it queues, within bounds, or drops.
    package protocol PictureOutlet: Sendable {
        /// Whether anybody takes pictures here at present.
        var wantsPictures: Bool { get }
        var report: PictureOutletReport { get }

        func offer(_ picture: VideoPicture)
        /// Goes on with what is queued, where somebody can take more now.
        func flush()
        /// Takes no more and gives everything back.
        func close()
    }

    /// How an outlet is doing.
    package struct PictureOutletReport: Equatable, Sendable {
        /// Where it is: a path, an address.
        package let name: String
        package var readers = 0
        /// Pictures that were written whole, over all readers.
        package var passed = 0
        /// Pictures that readers lost because they were too slow.
        package var dropped = 0
        /// Why it takes none any more.
        package var problem: String?
        /// Whether that is something to look after.
        package var hasFailed = false
    }
}
