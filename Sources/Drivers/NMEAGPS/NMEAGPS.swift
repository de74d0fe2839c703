import DriverKit
import Core
import Devices
import Glibc
import LinuxIO

/// A satellite receiver or a compass on a serial port that speaks NMEA 0183.
///
/// For those without gpsd, and for compasses with the talker HE, whose headings gpsd 3.22 drops.
/// With gpsd, use the driver for that: it finds speeds and protocols by itself, shares the receiver
/// and spares our unit the port.
package enum NMEAGPS: DriverPlugin {
    package static let name = "nmea-gps"
    package static let summary =
        "Position and heading from a receiver or compass on a serial port (NMEA 0183)."

    package static let position = Port<Fix>("position", "Where the receiver is.")
    package static let heading = Port<Heading>(
        "heading", "Where the nose points, from a compass (HDT sentences).")
    package static let ports: [DriverPort] = [.source(position), .source(heading)]

    package static func start(
        _ settings: Settings, _ context: DriverContext
    ) throws(DeviceError) -> any Driver {
        let path = settings.path(context.system)
        do throws(IOError) {
            return Receiver(settings, context, try SerialPort(path, settings.speed))
        } catch {
            switch error.code {
            case ENOTTY: throw DeviceError(.refused, "\(path) is no serial port")
            case EBUSY:
                throw DeviceError(
                    .busy, "\(error); does gpsd, a login console or ModemManager use it?")
            default: throw DeviceError(error)
            }
        }
    }
}
