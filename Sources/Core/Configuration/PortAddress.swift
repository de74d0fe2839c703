/// One end of a driver: `garden.temperature`.
package struct PortAddress: Hashable, Sendable, CustomStringConvertible {
    package let driver: String
    package let port: String

    package var description: String { "\(driver).\(port)" }
}
