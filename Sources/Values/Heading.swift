/// Where the nose points, clockwise from true north.
package struct Heading: DeviceValue {
    package static let kind = "heading"

    package let angle: Angle

    package init(_ angle: Angle) {
        self.angle = angle.compass
    }

    /// "271°", in 0..<360.
    package var description: String {
        let degrees = angle.degrees.rounded()
        return "\(fixedText(of: degrees < 360 ? degrees : 0, decimals: 0))°"
    }
}
