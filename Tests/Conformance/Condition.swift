/// How a device can be, as its driver meets it.
enum Condition: String, CaseIterable, Sendable {
    case well
    /// Not plugged in: no file, no listener, nothing in the air.
    case absent
    /// It answers, with nonsense.
    case garbage
    /// It answers, but takes its time.
    case slow
    /// It is there, and never answers: a read that does not return, a peer that is silent.
    case stuck
}

/// What a driver makes of its device, as seen from outside.
enum Observation: Equatable, Sendable {
    /// It gives what the device says, or does what it is told.
    case working
    /// It says that it cannot.
    case idle
    /// It passes something off as good that the device never said.
    case wrong(String)
}

/// Why a driver does not pass.
struct CheckFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
