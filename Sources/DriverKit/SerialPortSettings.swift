import Core
import Glibc
import LinuxIO
import Settings
import Values

/// The serial port of a driver, and how fast it runs.
package struct SerialPortSettings: PluginSettings {
    private let device: String
    package let speed: SerialSpeed

    package init(_ read: SettingsReader) {
        device = read(
            "device", .text("a serial port such as \"serial0\""), default: "serial0",
            "The port: a name below /dev, or a whole path. For USB take its link in"
                + " /dev/serial/by-id, because ttyUSB and ttyACM are numbered as they come.")
        speed = read(
            "baud", .oneOf(.baud9600), default: .baud9600,
            "The speed of the line, as the device's data sheet says.")
    }

    /// The port, for one driver alone. A name below /dev and its whole path are the same.
    package var claim: Claim {
        let name = device.hasPrefix("/dev/") ? String(device.dropFirst(5)) : device
        return Claim(.serialPort, name, key: "device")
    }

    package func path(_ system: SystemPaths) -> String {
        device.hasPrefix("/") ? device : "\(system.dev)/\(device)"
    }

    /// - Throws: `.absent`, `.busy`, or `.refused` for what is no serial port.
    package func open(_ system: SystemPaths) throws(DeviceError) -> SerialPort {
        let path = path(system)
        do throws(IOError) {
            return try SerialPort(path, speed)
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

extension DeviceError {
    /// Why a serial port is gone: by an error, or because it hung up.
    package init(endOf path: String, _ error: IOError?) {
        self = error.map { DeviceError($0) } ?? DeviceError(.absent, "\(path) hung up")
    }
}
