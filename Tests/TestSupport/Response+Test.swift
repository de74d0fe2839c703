import Devices

extension Response {
    package var isAccepted: Bool { outcome == .done }
}
