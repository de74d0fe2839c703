import Devices

extension NMEASentence {
    /// Reads HDT, where the nose points: 1 degrees, 2 "T" for true north. Not to be taken for VTG's
    /// course, which is where the whole moves.
    ///
    /// - Returns: `nil` for a sentence of another type, and while the compass gives none.
    package func trueHeading() throws(NMEAError) -> Heading? {
        guard type == "HDT" else { return nil }
        try checkUnit(2, is: "T", of: "heading")
        return try number(1, "heading", 0...360).map { Heading(.degrees($0)) }
    }
}
