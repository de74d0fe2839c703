import Devices

extension Response {
    var isAccepted: Bool { outcome == .done }
}
