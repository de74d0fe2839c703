/// A device of a kernel interface that numbers what it finds: `iio:device0`, `hwmon2`. The number says
/// nothing, as it depends on what was found before; a name and a place do.
package struct NamedDevice: Equatable, Sendable {
    /// Where the device itself is, below that of its bus: the numbered link to it may lead to another
    /// one tomorrow.
    package let directory: SysfsDirectory
    /// What its driver calls it: "mcp3008".
    package let name: String
    /// The device that it is on its own bus: "spi0.1", "1-0048". A hwmon device points to it with
    /// `device`, an IIO device is a part of it.
    package let place: String
    /// What that bus calls it: "ads1115", where its driver says "ads1015" of all that it knows. `nil` on
    /// a bus that has no such file: SPI.
    package let model: String?

    /// All in a directory whose names begin so, that have a name.
    ///
    /// - Throws: `ENOENT` when the kernel has no such interface.
    package static func all(
        in directory: SysfsDirectory, prefix: String
    ) throws(IOError) -> [NamedDevice] {
        try directory.names().filter { $0.hasPrefix(prefix) }
            .compactMap { NamedDevice(directory.directory($0)) }
    }

    private init?(_ directory: SysfsDirectory) {
        guard let name = try? directory.attribute("name").text() else { return nil }
        self.directory = directory.resolved ?? directory
        self.name = name
        if let place = try? directory.linkedName("device") {
            self.place = place
            model = try? directory.attribute("device/name").text()
        } else {
            let parent = directory.realParent
            place = parent?.name ?? ""
            model = try? parent?.attribute("name").text()
        }
    }
}
