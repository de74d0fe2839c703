import Core
import Devices
import LinuxIO

/// Position and heading from gpsd, over its JSON socket.
///
/// gpsd owns the receiver: it copes with plugging, speeds and protocols, and shares the receiver
/// with other programs. Its JSON is the same in all its versions, unlike its C library.
///
/// - SeeAlso: `gpsd_json(5)`.
package enum GPSD: DriverPlugin {
    package static let name = "gpsd"
    package static let summary = "Position and heading from a satellite receiver through gpsd."

    package static let position = Port<Fix>("position", "Where the receiver is.")
    package static let heading = Port<Heading>(
        "heading", "Where the nose points: from a compass that gpsd knows, or from the course.")
    package static let ports: [DriverPort] = [.source(position), .source(heading)]

    package static func start(
        _ settings: Settings, _ context: DriverContext
    ) throws(DeviceError) -> any Driver {
        guard let peer = IPv4Endpoint(settings.host, port: settings.port) else {
            throw DeviceError(.refused, "\"\(settings.host)\" is not an IPv4 address")
        }
        do throws(IOError) {
            let socket = try StreamSocket(connectingTo: peer)
            return GPSDDriver(settings, context, socket, peer)
        } catch {
            throw DeviceError(.absent, "cannot reach gpsd: \(error); is it running there?")
        }
    }
}
