import Values

extension Response {
    package var isAccepted: Bool { outcome == .done }
}
