/// How a device can be, as its driver meets it.
package enum Condition: String, CaseIterable, Sendable {
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
package enum Observation: Equatable, Sendable {
    /// It gives what the device says, or does what it is told.
    case working
    /// It says that it cannot.
    case idle
    /// It passes something off as good that the device never said.
    case wrong(String)
}

/// Why a driver does not pass.
package struct CheckFailure: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}
