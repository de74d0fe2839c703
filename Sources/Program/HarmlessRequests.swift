/// The requests that others on the network or the radio may make unless a file says otherwise: what makes nothing begin
/// to fly.
package let harmlessRequests = [
    "land", "hover", "return", "lock", "unlock", "auto", "in-only", "out-only", "presence", "set",
    "reset",
]

/// The requests that only make things safer, beside those that their plugins declare to be urgent: there are never too
/// many of them, and one of a kind is done for all who ask meanwhile.
package let saferRequests: Set = ["land", "hover", "unlock"]

/// Those that only stop what flies: also done where they come late.
package let stoppingRequests: Set = ["land", "hover"]
